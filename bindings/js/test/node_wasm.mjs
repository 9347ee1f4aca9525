/*
 * The tests of wasm.js in Node, on the built package: an instance of one thread, and one of three. In: SEED (a number; the
 * time by default).
 */
import { readFileSync } from 'node:fs';
import test from 'node:test';
import sweepsort, { SweepError } from 'sweepsort';
import { engine } from '../package/spawn.js';
import { assert, wasmTests } from './wasm.js';

const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);
const golden = readFileSync(new URL('./golden.txt', import.meta.url), 'utf8');
for (const threads of [1, 3]) {
    const sweep = await sweepsort({ threads });
    for (const [name, run] of wasmTests({ sweep, SweepError, golden, seed, make: sweepsort }))
        test(`${name}, ${threads}`, run);
}

test('a worker that does not start', async () => {
    const { startWorker } = engine;
    let started = 0, ended = 0;
    engine.startWorker = (data) => {
        const worker = startWorker(data), fails = ++started === 2;
        return { ready: fails ? Promise.reject(new Error('no more threads')) : worker.ready, end: () => { ended++; worker.end(); } };
    };
    const error = await sweepsort({ threads: 4 }).catch((thrown) => thrown);
    engine.startWorker = startWorker;
    assert(error instanceof SweepError && error.code === 'SWEEP_ERR_UNSUPPORTED', `it says ${error}`);
    assert(started === 3 && ended === 3, 'its fellows are ended');
});
