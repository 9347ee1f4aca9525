/*
 * The parts of an instance: a memory, the module on it, and for threads the workers that run the same module on the
 * same memory (wasm/threads.c).
 */
import { compile } from './compile.js';
import { SweepError } from './errors.js';
import { engine } from './spawn.js';

const PAGES = 32; /* what the module begins with: build.sh says the same to its linker */
const MOST_PAGES = [65536, 16384]; /* 4 GiB of addresses, or 1 where an engine does not give so many */
const STACK = 256 << 10;

function makeMemory(shared) {
    let cause;
    for (const maximum of MOST_PAGES) {
        try {
            return new WebAssembly.Memory({ initial: PAGES, maximum, shared });
        } catch (error) {
            cause = error;
        }
    }
    throw new SweepError('SWEEP_ERR_MEMORY', 'the engine gives no memory to WebAssembly', { cause });
}

/* {wasm: the module's exports, memory, team: {count, end()} or undefined}. hosted: the setting `worker`. */
export async function start(threads, hosted) {
    const shared = threads > 1,
        module = await compile(shared),
        memory = makeMemory(shared);
    const { exports: wasm } = await WebAssembly.instantiate(module, { env: { memory } });
    if (!shared) return { wasm, memory };

    const workers = [];
    try {
        for (let i = 1; i < threads; i++) {
            const stack = wasm.take(STACK) >>> 0;
            if (stack === 0) throw new SweepError('SWEEP_ERR_MEMORY', 'no stack for a worker');
            const worker = engine.startWorker({ module, memory, stack: stack + STACK }, hosted);
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
    const end = () => {
        wasm.end();
        for (const worker of workers) worker.end();
    };
    return { wasm, memory, team: { count: workers.length, end } };
}
