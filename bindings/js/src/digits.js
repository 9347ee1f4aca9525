/*
 * Digits as they are taught, on a WebGPU device: the histogram of floor(key / place) % radix, and its exclusive scan.
 */
import { constantBuffer, readRange, refuseOverlaps, whole } from './buffers.js';
import { refuseNoDevice } from './device.js';
import { refuse } from './errors.js';
import { dispatch, gridOf, makeKernel } from './kernel.js';
import { readDigit, readOwn } from './options.js';
import { histogramKernel, offsetsKernel, LESSON_TILE } from './wgsl_digits.js';

const COPY_DST = 8,
    UNIFORM = 0x40; /* GPUBufferUsage */

/* Compiles both kernels for one digit. */
export async function createDigits(device, settings) {
    refuseNoDevice(device);
    const { radix, place } = readDigit(settings, 'setting');
    const [histogram, offsets] = await Promise.all([
        makeKernel(device, histogramKernel(radix)),
        makeKernel(device, offsetsKernel()),
    ]);
    return new Digits(device, radix, place, histogram, offsets);
}

function refuseNoEncoder(encoder) {
    if (typeof encoder?.beginComputePass !== 'function') refuse('the first argument must be a GPUCommandEncoder');
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
    histogram(encoder, args) {
        refuseNoEncoder(encoder);
        const { keys, counts, n } = readOwn(args, ['keys', 'counts', 'n'], 'argument');
        const device = this.#device;
        if (!Number.isInteger(n) || n < 0) refuse('n must be an integer, 0 or more');
        const ranges = {
            keys: readRange(device, keys, n * 4, 'keys'),
            counts: readRange(device, counts, this.#radix * 4, 'counts'),
        };
        refuseOverlaps(Object.entries(ranges));
        if ((ranges.counts.buffer.usage & COPY_DST) === 0) refuse('the buffer of counts lacks the usage COPY_DST');
        encoder.clearBuffer(ranges.counts.buffer, ranges.counts.offset, ranges.counts.size);
        if (n === 0) return;
        const p = whole(constantBuffer(device, [this.#radix, this.#place, n, 0], UNIFORM));
        const pass = encoder.beginComputePass();
        dispatch(device, pass, this.#histogram, { p, ...ranges }, gridOf(device, Math.ceil(n / LESSON_TILE)));
        pass.end();
    }

    /* Records: offsets[d] becomes the sum of counts[0] to counts[d - 1]. */
    offsets(encoder, args) {
        refuseNoEncoder(encoder);
        const { counts, offsets } = readOwn(args, ['counts', 'offsets'], 'argument');
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
