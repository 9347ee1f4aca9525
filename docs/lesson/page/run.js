/*
 * A real run: sorts 32-bit keys with each digit width on each backend, checks every output, and times it beside a copy
 * of the same keys. No DOM.
 *
 * A backend: {memory (where the keys lie: the copy is timed once for each), prepare(keys, expected): a promise of
 * {copy(), sorter(digitBits), end()}}. copy() gives milliseconds; sorter: a promise of {measure(copy), end()};
 * measure gives milliseconds of a sort alone, after it has compared what was sorted with the expected keys.
 */
import sweepsort from 'sweepsort';
import { createSorter } from 'sweepsort/webgpu';
import { median } from './cost.js';
import { randomOf } from './keys.js';

const LEAST = 8 /* milliseconds that one measurement takes at least: small sorts are repeated until then */,
    MOST = 200; /* where repeating them takes longer, as on a busy machine, it ends here */
const ROUNDS = 5,
    ENOUGH = 2500; /* milliseconds of rounds */
const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    MAP_READ = 1; /* GPUBufferUsage; MAP_READ is GPUMapMode.READ, too */

class WrongOutput extends Error {}

function randomKeys(n, seed) {
    const random = randomOf(seed),
        keys = new Uint32Array(n);
    for (let i = 0; i < n; i++) keys[i] = random() * 2 ** 32;
    return keys;
}

/* Compares every key. */
function check(got, expected) {
    if (got.length !== expected.length) throw new WrongOutput(`${got.length} keys came out of ${expected.length}`);
    for (let i = 0; i < got.length; i++)
        if (got[i] !== expected[i])
            throw new WrongOutput(`a wrong key at place ${i}: ${got[i]}, expected ${expected[i]}`);
}

/* Milliseconds of one call of `work`, done `times` times, or less often where that takes long. */
function timeOf(work, times) {
    const batch = Math.ceil(times / 16),
        start = performance.now();
    let done = 0,
        now = start;
    while (done < times && now - start < MOST) {
        for (let i = 0; i < batch; i++) work();
        done += batch;
        now = performance.now();
    }
    return (now - start) / done;
}

/* How often a work has to be done to be seen by the clock. */
function timesOf(work) {
    let times = 1;
    while (times < 1e6 && timeOf(work, times) * times < LEAST) times *= 2;
    return times;
}

/* The library in WebAssembly: the call's own copies into its memory and back are part of its time. Every sort begins
   with the same keys: what is sorted already is not sorted again. */
function wasmBackend(make, engine) {
    return {
        memory: 'page',
        async prepare(keys, expected) {
            const sweep = await make(),
                work = new Uint32Array(keys.length);
            const copy = () => work.set(keys);
            copy();
            const copies = timesOf(copy);
            return {
                copy: async () => timeOf(copy, copies),
                async sorter(digitBits) {
                    const both = () => {
                        work.set(keys);
                        sweep.sort(work, { engine, digitBits });
                    };
                    both();
                    check(work, expected);
                    const times = timesOf(both);
                    return {
                        async measure(copied) {
                            const took = timeOf(both, times);
                            check(work, expected);
                            return Math.max(took - copied, 0);
                        },
                        end() {},
                    };
                },
                end() {},
            };
        },
    };
}

/* Keys that lie on the GPU and stay there; a measurement waits for the queue, so that short ones are mostly waiting. */
function gpuBackend(device) {
    return {
        memory: 'gpu',
        async prepare(keys, expected) {
            const n = keys.length,
                made = [];
            const make = (size, usage) => {
                made.push(device.createBuffer({ size, usage }));
                return made.at(-1);
            };
            const source = make(n * 4, COPY_DST | COPY_SRC),
                work = make(n * 4, STORAGE | COPY_DST | COPY_SRC),
                mapped = make(n * 4, MAP_READ | COPY_DST);
            device.queue.writeBuffer(source, 0, keys);
            const submit = async (...records) => {
                const start = performance.now(),
                    encoder = device.createCommandEncoder();
                for (const record of records) record(encoder);
                device.queue.submit([encoder.finish()]);
                await device.queue.onSubmittedWorkDone();
                return performance.now() - start;
            };
            const copy = (encoder) => encoder.copyBufferToBuffer(source, 0, work, 0, n * 4),
                times = n > 1e6 ? 4 : 32;
            return {
                copy: async () => (await submit(...new Array(times).fill(copy))) / times,
                async sorter(digitBits) {
                    const sorter = await createSorter(device, { type: 'u32', digitBits }),
                        scratch = make(sorter.scratchBytes(n), STORAGE);
                    const sort = (encoder) => sorter.record(encoder, { keys: work, n, scratch });
                    const measure = async (copied) => {
                        const once = await submit(copy, sort);
                        await submit((encoder) => encoder.copyBufferToBuffer(work, 0, mapped, 0, n * 4));
                        await mapped.mapAsync(MAP_READ);
                        try {
                            check(new Uint32Array(mapped.getMappedRange()), expected);
                        } finally {
                            mapped.unmap();
                        }
                        return Math.max(once - copied, 0);
                    };
                    await measure(0);
                    return { measure, end: () => sorter.dispose() };
                },
                end() {
                    for (const buffer of made) buffer.destroy();
                },
            };
        },
    };
}

/*
 * What this machine and page have: a list of {id, name, why, backend}; `why` says in a sentence why there is none, or
 * what there is.
 */
export async function findBackends() {
    const one = await wasm(),
        team = await threads(),
        gpu = await webgpu();
    return [
        { id: 'wasm', name: 'WebAssembly', ...one('lsd', 'the lowest digit first, one thread') },
        { id: 'onesweep', name: 'WebAssembly, OneSweep', ...one('onesweep', 'tiles that look back, one thread') },
        { id: 'hybrid', name: 'WebAssembly, HYBRID', ...one('hybrid', 'the highest digit first, one thread') },
        { id: 'threads', name: 'WebAssembly, threads', ...team },
        { id: 'webgpu', name: 'WebGPU', ...gpu },
    ];
}

/* What there is of an engine: a function of its name and of what it is. */
async function wasm() {
    try {
        const sweep = await sweepsort();
        return (engine, why) => ({ why, backend: wasmBackend(async () => sweep, engine) });
    } catch (error) {
        return () => ({ why: error.message });
    }
}

async function threads() {
    if (typeof SharedArrayBuffer === 'undefined' || globalThis.crossOriginIsolated === false)
        return {
            why:
                'not here: threads need SharedArrayBuffer, which a page has only when it is cross-origin ' +
                'isolated. A file is not; a server grants it by two headers, as the one of this lesson does ' +
                '(docs/lesson/README.md)',
        };
    try {
        const sweep = await sweepsort({ threads: 'all' });
        if (sweep.threads === 1) return { why: 'not here: this machine has one core' };
        const why = `${sweep.threads} threads`;
        return { why, backend: wasmBackend(async () => sweep, 'lsd') };
    } catch (error) {
        return { why: error.message };
    }
}

async function webgpu() {
    if (!navigator.gpu) return { why: 'not here: this browser, or a page of this kind, has no navigator.gpu' };
    try {
        const adapter = await navigator.gpu.requestAdapter();
        if (!adapter) return { why: 'not here: WebGPU is there, but finds no adapter' };
        const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
        const device = await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
        const { vendor, architecture } = adapter.info ?? {};
        const why = [vendor, architecture].filter(Boolean).join(' ') || 'an adapter without a name';
        return { why, backend: gpuBackend(device) };
    } catch (error) {
        return { why: `not here: ${error.message}` };
    }
}

/*
 * Runs backends x digit widths. sorted: the keys are in order before they are sorted. say(text) tells how far it is;
 * stopped() is asked between two measurements; result(row) gets {backend, n, digitBits, milliseconds, copy, copies} or
 * {backend, n, digitBits, error}.
 */
export async function runAll({ backends, n, widths, seed, sorted, say, stopped, result }) {
    say('Making keys …');
    await breathe();
    const random = randomKeys(n, seed),
        expected = random.slice().sort(),
        keys = sorted ? expected.slice() : random;
    const copies = new Map(); /* milliseconds of a copy, by memory: timed once, so that all rows are x the same copy */
    for (const { id, name, backend } of backends) {
        let ready;
        for (const digitBits of widths) {
            if (stopped()) break;
            say(`${name}: digits of ${digitBits === 1 ? 'one bit' : `${digitBits} bits`} …`);
            await breathe();
            const row = await caught(async () => {
                ready ??= await backend.prepare(keys, expected);
                if (!copies.has(backend.memory)) copies.set(backend.memory, median(await repeat(ready.copy, stopped)));
                return timed(ready, digitBits, copies.get(backend.memory), stopped);
            });
            result({ backend: id, n, digitBits, ...row });
        }
        ready?.end();
        if (stopped()) return;
    }
}

async function timed(ready, digitBits, copy, stopped) {
    const sorter = await ready.sorter(digitBits);
    try {
        const milliseconds = median(await repeat(() => sorter.measure(copy), stopped));
        return { milliseconds, copy, copies: milliseconds / copy };
    } finally {
        sorter.end();
    }
}

/* What a work gives in some rounds, fewer where they take long; one at least. */
async function repeat(work, stopped) {
    const list = [await work()],
        start = performance.now();
    await breathe();
    while (list.length < ROUNDS && performance.now() - start < ENOUGH && !stopped()) {
        list.push(await work());
        await breathe();
    }
    return list;
}

async function caught(work) {
    try {
        return await work();
    } catch (error) {
        return { error: error instanceof WrongOutput ? `WRONG OUTPUT, no time: ${error.message}` : error.message };
    }
}

/* Lets the page draw and hear. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));
