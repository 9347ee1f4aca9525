/*
 * The tests of wasm.js in Node, on the built package: an instance of one thread, and one of three. In: SEED (a
 * number; the time by default).
 */
import { readFileSync } from 'node:fs';
import test from 'node:test';
import sweepsort, { SweepError, Sweepsort } from 'sweepsort';
import { engine } from '../package/spawn.js';
import { assert, wasmTests } from './wasm.js';

const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);
const golden = readFileSync(new URL('./golden.txt', import.meta.url), 'utf8');
for (const threads of [1, 3]) {
    const sweep = await sweepsort({ threads });
    for (const [name, run] of wasmTests({ sweep, Sweepsort, SweepError, golden, seed, make: sweepsort, few: threads > 1 && !process.env.ALL }))
        test(`${name}, ${threads}`, async (t) => {
            const skipped = await run();
            if (skipped) t.skip(skipped);
        });
}

test('a worker that does not start', async () => {
    const { startWorker } = engine;
    let started = 0,
        ended = 0;
    engine.startWorker = (data) => {
        const worker = startWorker(data),
            fails = ++started === 2;
        return {
            ready: fails ? worker.ready.then(() => Promise.reject(new Error('no more threads'))) : worker.ready,
            end: () => {
                ended++;
                worker.end();
            },
        };
    };
    const error = await sweepsort({ threads: 4 }).catch((thrown) => thrown);
    engine.startWorker = startWorker;
    assert(error instanceof SweepError && error.code === 'SWEEP_ERR_UNSUPPORTED', `it says ${error}`);
    assert(started === 3 && ended === 3, 'its fellows are ended');
});

test('the workers take part', async () => {
    const { startWorker } = engine,
        stacks = [];
    engine.startWorker = (data) => {
        stacks.push(data);
        return startWorker(data);
    };
    const sweep = await sweepsort({ threads: 3 });
    engine.startWorker = startWorker;
    /* who has run a task has left something on its stack */
    const used = ({ memory, stack }) => new Uint8Array(memory.buffer, stack - 4096, 4096).some((byte) => byte !== 0);
    const keys = new Float64Array(200000).map(() => Math.random());
    assert(!stacks.some(used), 'they begin with nothing');
    for (let i = 0; i < 500 && !stacks.every(used); i++) sweep.sorted(keys);
    assert(stacks.length === 2 && stacks.every(used), 'a worker did nothing in 500 sorts');
    sweep.dispose();
});

test('a memory that cannot grow', async () => {
    const { Memory } = WebAssembly;
    WebAssembly.Memory = function (limits) {
        return new Memory({ ...limits, maximum: 48 });
    };
    const sweep = await sweepsort({ threads: 2 });
    WebAssembly.Memory = Memory;
    const small = new Uint32Array([3, 1, 2]);
    for (const n of [250000, 500000, 1000000]) {
        const keys = new Uint32Array(n).map((_, i) => Math.imul(i, 2654435761)),
            before = keys.slice();
        const error = await Promise.resolve()
            .then(() => sweep.sort(keys))
            .catch((thrown) => thrown);
        if (n > 250000) {
            assert(error instanceof SweepError && error.code === 'SWEEP_ERR_MEMORY', `${n} keys: ${error}`);
            assert(
                Buffer.compare(Buffer.from(keys.buffer), Buffer.from(before.buffer)) === 0,
                'the keys are as they were'
            );
        }
        assert(sweep.sort(small).join() === '1,2,3', 'it sorts on');
        small.reverse();
    }
    sweep.dispose();
});
