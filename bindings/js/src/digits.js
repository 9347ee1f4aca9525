/*
 * Digits as they are taught, on a WebGPU device: the histogram of floor(key / place) % radix, and its exclusive scan.
 */
import { constantBuffer, readRange, refuseOverlaps, whole } from './buffers.js';
import { refuse } from './errors.js';
import { dispatch, gridOf, makeKernel } from './kernel.js';
import { histogramKernel, offsetsKernel, LESSON_TILE } from './wgsl_digits.js';

const UNIFORM = 0x40; /* GPUBufferUsage.UNIFORM */

/* Compiles both kernels for one digit. */
export async function createDigits(device, { radix, place = 1, ...rest } = {}) {
    for (const name of Object.keys(rest)) refuse(`there is no setting ${name}`);
    if (!Number.isInteger(radix) || radix < 2 || radix > 65536) refuse('radix must be an integer from 2 to 65536');
    if (!Number.isInteger(place) || place < 1 || place > 0xffffffff)
        refuse('place must be an integer from 1 to 4294967295');
    const [histogram, offsets] = await Promise.all([
        makeKernel(device, histogramKernel(radix)),
        makeKernel(device, offsetsKernel()),
    ]);
    return new Digits(device, radix, place, histogram, offsets);
}

class Digits {
    #device;
    #radix;
    #place;
    #histogram;
    #offsets;

    constructor(device, radix, place, histogram, offsets) {
        this.#device = device;
        this.#radix = radix;
        this.#place = place;
        this.#histogram = histogram;
        this.#offsets = offsets;
    }

    /* Records: counts[d] (radix words) becomes how many of the n keys, words, have the digit d. */
    histogram(encoder, { keys, counts, n }) {
        const device = this.#device;
        if (!Number.isInteger(n) || n < 0) refuse('n must be an integer, 0 or more');
        const ranges = {
            keys: readRange(device, keys, n * 4, 'keys'),
            counts: readRange(device, counts, this.#radix * 4, 'counts'),
        };
        refuseOverlaps(Object.entries(ranges));
        encoder.clearBuffer(ranges.counts.buffer, ranges.counts.offset, ranges.counts.size);
        if (n === 0) return;
        const p = whole(constantBuffer(device, [this.#radix, this.#place, n, 0], UNIFORM));
        const pass = encoder.beginComputePass();
        dispatch(device, pass, this.#histogram, { p, ...ranges }, gridOf(device, Math.ceil(n / LESSON_TILE)));
        pass.end();
    }

    /* Records: offsets[d] becomes the sum of counts[0] to counts[d - 1]. */
    offsets(encoder, { counts, offsets }) {
        const device = this.#device,
            bytes = this.#radix * 4;
        const ranges = {
            counts: readRange(device, counts, bytes, 'counts'),
            offsets: readRange(device, offsets, bytes, 'offsets'),
        };
        refuseOverlaps(Object.entries(ranges));
        const p = whole(constantBuffer(device, [this.#radix, this.#place, 0, 0], UNIFORM));
        const pass = encoder.beginComputePass();
        dispatch(device, pass, this.#offsets, { p, ...ranges }, [1, 1]);
        pass.end();
    }
}
