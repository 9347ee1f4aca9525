/*
 * A real run: sorts random 32-bit keys with one digit width on one backend, checks every output, and times it beside
 * a copy of the same keys. No DOM.
 *
 * A backend: {name, recounts (whether every sweep counts anew), prepare(n, digitBits): a promise of {measure(),
 * end()}}. measure() gives {sort, copy} in milliseconds, after it has compared what was sorted with the expected
 * keys.
 */
import sweepsort from 'sweepsort';
import { createSorter } from 'sweepsort/webgpu';
import { median } from './cost.js';
import { randomOf } from './keys.js';

const LEAST = 8 /* milliseconds that one measurement takes at least: small sorts are repeated until then */,
    MOST = 200; /* where repeating them takes longer, as on a busy machine, it ends here */
const ROUNDS = 5;
const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    MAP_READ = 1; /* GPUBufferUsage; MAP_READ is GPUMapMode.READ, too */

export class WrongOutput extends Error {}

export function randomKeys(n, seed) {
    const random = randomOf(seed),
        keys = new Uint32Array(n);
    for (let i = 0; i < n; i++) keys[i] = random() * 2 ** 32;
    return keys;
}

/* Compares every key. */
export function check(got, expected) {
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

/* The library in WebAssembly: the call's own copies into its memory and back are part of its time. */
function wasmBackend(name, why, make, threads) {
    return {
        name,
        why,
        recounts: threads,
        async prepare(keys, expected, digitBits) {
            const sweep = await make(),
                work = new Uint32Array(keys.length),
                options = { engine: 'lsd', digitBits };
            const copy = () => work.set(keys),
                both = () => {
                    work.set(keys);
                    sweep.sort(work, options);
                };
            both();
            check(work, expected);
            const times = timesOf(both),
                copies = timesOf(copy);
            return {
                async measure() {
                    const copied = timeOf(copy, copies),
                        took = timeOf(both, times);
                    check(work, expected);
                    return { sort: Math.max(took - copied, 0), copy: copied };
                },
                end() {},
            };
        },
    };
}

/* Keys that lie on the GPU and stay there; a measurement waits for the queue, so that short ones are mostly waiting. */
function gpuBackend(name, why, device) {
    return {
        name,
        why,
        recounts: true,
        async prepare(keys, expected, digitBits) {
            const n = keys.length,
                made = [];
            const make = (size, usage) => {
                made.push(device.createBuffer({ size, usage }));
                return made.at(-1);
            };
            const sorter = await createSorter(device, { type: 'u32', digitBits });
            const source = make(n * 4, COPY_DST | COPY_SRC),
                work = make(n * 4, STORAGE | COPY_DST | COPY_SRC),
                mapped = make(n * 4, MAP_READ | COPY_DST),
                scratch = make(sorter.scratchBytes(n), STORAGE);
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
                sort = (encoder) => sorter.record(encoder, { keys: work, n, scratch });
            const times = n > 1e6 ? 4 : 32;
            const measure = async () => {
                const copied = (await submit(...new Array(times).fill(copy))) / times,
                    once = await submit(copy, sort);
                await submit((encoder) => encoder.copyBufferToBuffer(work, 0, mapped, 0, n * 4));
                await mapped.mapAsync(MAP_READ);
                try {
                    check(new Uint32Array(mapped.getMappedRange()), expected);
                } finally {
                    mapped.unmap();
                }
                return { sort: Math.max(once - copied, 0), copy: copied };
            };
            await measure();
            return {
                measure,
                end() {
                    sorter.dispose();
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
    const one = await wasm(1),
        team = await threads(),
        gpu = await webgpu();
    return [
        { id: 'wasm', name: 'WebAssembly', ...one },
        { id: 'threads', name: 'WebAssembly, threads', ...team },
        { id: 'webgpu', name: 'WebGPU', ...gpu },
    ];
}

async function wasm() {
    try {
        const sweep = await sweepsort();
        return { why: 'one thread', backend: wasmBackend('WebAssembly', 'one thread', async () => sweep, false) };
    } catch (error) {
        return { why: error.message };
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
        return { why, backend: wasmBackend('WebAssembly, threads', why, async () => sweep, true) };
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
        return { why, backend: gpuBackend('WebGPU', why, device) };
    } catch (error) {
        return { why: `not here: ${error.message}` };
    }
}

/*
 * Runs backends x digit widths. say(text) tells how far it is; stopped() is asked between two measurements;
 * result(row) gets {backend, n, digitBits, milliseconds, copy, copies} or {backend, n, digitBits, error}.
 */
export async function runAll({ backends, n, widths, seed, say, stopped, result }) {
    say('Making keys …');
    await breathe();
    const keys = randomKeys(n, seed),
        expected = keys.slice().sort();
    for (const { id, name, backend } of backends)
        for (const digitBits of widths) {
            if (stopped()) return;
            say(`${name}: digits of ${digitBits === 1 ? 'one bit' : `${digitBits} bits`} …`);
            await breathe();
            result({ backend: id, n, digitBits, ...(await runOne(backend, keys, expected, digitBits, stopped)) });
        }
}

async function runOne(backend, keys, expected, digitBits, stopped) {
    let ready;
    try {
        ready = await backend.prepare(keys, expected, digitBits);
        const sorts = [],
            copies = [];
        const start = performance.now();
        for (
            let round = 0;
            round < ROUNDS && (round === 0 || performance.now() - start < 2500) && !stopped();
            round++
        ) {
            const { sort, copy } = await ready.measure();
            sorts.push(sort);
            copies.push(copy);
            await breathe();
        }
        if (sorts.length === 0) return { error: 'stopped' };
        const milliseconds = median(sorts),
            copy = median(copies);
        return { milliseconds, copy, copies: milliseconds / copy };
    } catch (error) {
        return { error: error instanceof WrongOutput ? `WRONG OUTPUT, no time: ${error.message}` : error.message };
    } finally {
        ready?.end();
    }
}

/* Lets the page draw and hear. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));
