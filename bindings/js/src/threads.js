/*
 * An instance with threads: one shared memory, and workers that run the same module on it (wasm/threads.c).
 */
import { compile } from './compile.js';
import { SweepError } from './errors.js';
import { Sweepsort } from './instance.js';
import { MODULE } from './module_threads.js';
import { engine } from './spawn.js';

const PAGES = 32; /* what the module begins with: build.sh says the same to its linker */
const MOST_PAGES = [65536, 16384]; /* 4 GiB of addresses, or 1 where an engine does not give so many */
const STACK = 256 << 10;

let module;

function makeMemory() {
    let cause;
    for (const maximum of MOST_PAGES) {
        try {
            return new WebAssembly.Memory({ initial: PAGES, maximum, shared: true });
        } catch (error) {
            cause = error;
        }
    }
    throw new SweepError('SWEEP_ERR_MEMORY', 'no shared memory', { cause });
}

export async function startThreaded(threads) {
    module ??= compile(MODULE);
    const compiled = await module,
        memory = makeMemory();
    const { exports } = await WebAssembly.instantiate(compiled, { env: { memory } });
    const workers = [];
    try {
        for (let i = 1; i < threads; i++) {
            const stack = exports.take(STACK) >>> 0;
            if (stack === 0) throw new SweepError('SWEEP_ERR_MEMORY', 'no stack for a worker');
            const worker = engine.startWorker({ module: compiled, memory, stack: stack + STACK });
            worker.ready.catch(() => {}); /* heard below, unless another worker failed first */
            workers.push(worker);
        }
        await Promise.all(workers.map((worker) => worker.ready));
    } catch (cause) {
        for (const worker of workers) worker.end();
        throw cause instanceof SweepError
            ? cause
            : new SweepError('SWEEP_ERR_UNSUPPORTED', `a worker did not start: ${cause.message}`, { cause });
    }
    return new Sweepsort(exports, memory, {
        count: workers.length,
        end() {
            exports.end();
            for (const worker of workers) worker.end();
        },
    });
}
