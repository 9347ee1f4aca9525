/*
 * From the text of a module to the compiled module.
 */
import { SweepError } from './errors.js';

export async function compile(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++)
        bytes[i] = text.charCodeAt(i);
    try {
        return await WebAssembly.compile(bytes);
    } catch (cause) {
        throw new SweepError('SWEEP_ERR_UNSUPPORTED', 'this engine does not run WebAssembly with SIMD', { cause });
    }
}
