/*
 * sweepsort in WebAssembly: `await sweepsort()` makes an instance, whose functions sort typed arrays.
 *
 * The compiled modules are text in module_*.js: nothing is fetched, so this works the same in Node, in a bundle and
 * from a script tag. The module with threads is read only when threads are asked for.
 */
import { compile } from './compile.js';
import { SweepError, refuse } from './errors.js';
import { Sweepsort } from './instance.js';
import { MODULE } from './module_single.js';
import { readOwn } from './options.js';
import { engine } from './spawn.js';

export { SweepError, Sweepsort };

const MOST_THREADS = 256;

let module; /* a promise of the compiled module: one for all instances */

export default async function sweepsort(settings) {
    const threads = readThreads(readOwn(settings, ['threads'], 'setting').threads);
    if (threads > 1) return (await import('./threads.js')).startThreaded(threads);
    module ??= compile(MODULE);
    const { exports } = await WebAssembly.instantiate(await module);
    return new Sweepsort(exports, exports.memory);
}

/* How many threads the setting means. */
function readThreads(asked = 1) {
    const possible = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
    if (asked === 'all') return possible ? Math.min(engine.cores() || 1, MOST_THREADS) : 1;
    if (!Number.isInteger(asked) || asked < 1 || asked > MOST_THREADS)
        refuse(`threads must be 'all' or an integer from 1 to ${MOST_THREADS}`);
    if (asked > 1 && !possible)
        throw new SweepError('SWEEP_ERR_UNSUPPORTED', 'threads want a page that is cross-origin isolated');
    return asked;
}
