/*
 * From the text of the module (gzip, in base64) to the compiled module.
 *
 * There is one module for instances with threads and without. It imports its memory, and one byte of it says whether
 * that is a shared one: atomic instructions work on either.
 */
import { SweepError } from './errors.js';
import { gunzip } from './inflate.js';
import { MODULE } from './module.js';

const IMPORT = '\x03env\x06memory\x02'; /* "env", "memory", a memory; the next byte is the flags of its limits */
const SHARED = 3,
    UNSHARED = 1;

const compiled = {}; /* promises of the module for both kinds of memory: one for all instances */

export function compile(shared) {
    const kind = shared ? 'shared' : 'unshared';
    compiled[kind] ??= compileFor(shared).catch((error) => {
        compiled[kind] = undefined;
        throw error;
    });
    return compiled[kind];
}

async function compileFor(shared) {
    const unsupported = (detail, cause) => new SweepError('SWEEP_ERR_UNSUPPORTED', detail, { cause });
    if (typeof WebAssembly === 'undefined') throw unsupported('this engine has no WebAssembly');
    const bytes = gunzip(Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0)));
    const at = String.fromCharCode(...bytes.subarray(0, 4096)).indexOf(IMPORT) + IMPORT.length;
    bytes[at] = shared ? SHARED : UNSHARED;
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        /* a Content-Security-Policy stops compiling, but not validating */
        if (WebAssembly.validate(bytes))
            throw unsupported(
                "WebAssembly is forbidden here: a page with a Content-Security-Policy allows it by 'wasm-unsafe-eval' " +
                    `in script-src (${cause.message})`,
                cause
            );
        throw unsupported('this engine does not run WebAssembly with SIMD and atomic instructions', cause);
    }
}
