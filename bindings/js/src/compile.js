/*
 * From the text of a module (gzip, in base64) to the compiled module.
 */
import { SweepError } from './errors.js';

export async function compile(text) {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    try {
        return await WebAssembly.compile(await new Response(bytes).arrayBuffer());
    } catch (cause) {
        throw new SweepError('SWEEP_ERR_UNSUPPORTED', 'this engine does not run WebAssembly with SIMD', { cause });
    }
}
