/*
 * sweepsort in WebAssembly: `await sweepsort()` makes an instance, whose functions sort typed arrays.
 *
 * The compiled module is text in module.js: nothing is fetched, so this works the same in Node, in a bundle and from a
 * script tag.
 */
import { SweepError, refuse } from './errors.js';
import { Sweepsort } from './instance.js';
import { readOwn } from './options.js';
import { engine } from './spawn.js';
import { start } from './start.js';

export { SweepError, Sweepsort };

const MOST_THREADS = 256;

export default async function sweepsort(settings) {
    const { threads: asked = 1, worker } = readOwn(settings, ['threads', 'worker'], 'setting');
    const threads = readThreads(asked);
    refuseNoAddress(worker);
    let begin = () => start(threads, worker),
        parts;
    try {
        parts = await begin();
    } catch (error) {
        /* 'all' is what there can be: one, where workers are forbidden */
        if (asked !== 'all' || threads === 1) throw error;
        begin = () => start(1);
        parts = await begin();
    }
    return new Sweepsort(parts, begin);
}

/* How many threads the setting means. */
function readThreads(asked) {
    const possible = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
    if (asked === 'all') return possible ? Math.min(engine.cores() || 1, MOST_THREADS) : 1;
    if (!Number.isInteger(asked) || asked < 1 || asked > MOST_THREADS)
        refuse(`threads must be 'all' or an integer from 1 to ${MOST_THREADS}`);
    if (asked > 1 && !possible)
        throw new SweepError('SWEEP_ERR_UNSUPPORTED', 'threads want a page that is cross-origin isolated');
    return asked;
}

/* Refuses a `worker` that is neither undefined, a string, a URL nor a TrustedScriptURL. */
function refuseNoAddress(worker) {
    const classes = [globalThis.URL, globalThis.TrustedScriptURL].filter((known) => known !== undefined);
    if (worker !== undefined && typeof worker !== 'string' && !classes.some((known) => worker instanceof known))
        refuse('worker must be the address of worker.js: a string, a URL or a TrustedScriptURL');
}
