/*
 * Digits as they are taught, on a WebGPU device: the histogram of floor(key / place) % radix, and its exclusive scan.
 */
import { constantBuffer, readBinding, refuseOverlaps, whole } from './buffers.js';
import { refuseLostDevice, refuseNoDevice, refuseSmallDevice } from './device.js';
import { refuse } from './errors.js';
import { dispatch, gridOf, makeKernels } from './kernel.js';
import { readDigit, readOwn } from './options.js';
import { histogramKernel, offsetsKernel, LESSON_TILE } from './wgsl_digits.js';

const COPY_DST = 8,
    UNIFORM = 0x40; /* GPUBufferUsage */

/* Compiles both kernels for one digit. */
export async function createDigits(device, settings) {
    refuseNoDevice(device);
    const { radix, place } = readDigit(settings, 'setting');
    refuseSmallDevice(device);
    const kernels = await makeKernels(device, { histogram: histogramKernel(radix), offsets: offsetsKernel() });
    return new Digits(device, radix, place, kernels);
}

function refuseNoEncoder(encoder) {
    if (typeof encoder?.beginComputePass !== 'function') refuse('the first argument must be a GPUCommandEncoder');
}

class Digits {
    #device; /* undefined once disposed of */
    #radix;
    #kernels;
    #parameters; /* a buffer: radix and place */

    constructor(device, radix, place, kernels) {
        this.#device = device;
        this.#radix = radix;
        this.#kernels = kernels;
        this.#parameters = constantBuffer(device, [radix, place], UNIFORM);
    }

    /* Records: counts[d] (radix words) becomes how many of the n keys, words, have the digit d. */
    histogram(encoder, args) {
        this.#refuseUnusable();
        refuseNoEncoder(encoder);
        const { keys, counts, n } = readOwn(args, ['keys', 'counts', 'n'], 'argument');
        const device = this.#device;
        if (!Number.isInteger(n) || n < 0) refuse('n must be an integer, 0 or more');
        const ranges = {
            keys: readBinding(device, keys, n * 4, 'keys'),
            counts: readBinding(device, counts, this.#radix * 4, 'counts'),
        };
        refuseOverlaps(Object.entries(ranges));
        if ((ranges.counts.buffer.usage & COPY_DST) === 0) refuse('the buffer of counts lacks the usage COPY_DST');
        encoder.clearBuffer(ranges.counts.buffer, ranges.counts.offset, ranges.counts.size);
        if (n === 0) return;
        const p = whole(this.#parameters),
            pass = encoder.beginComputePass();
        dispatch(device, pass, this.#kernels.histogram, { p, ...ranges }, gridOf(device, Math.ceil(n / LESSON_TILE)));
        pass.end();
    }

    /* Records: offsets[d] becomes the sum of counts[0] to counts[d - 1]. */
    offsets(encoder, args) {
        this.#refuseUnusable();
        refuseNoEncoder(encoder);
        const { counts, offsets } = readOwn(args, ['counts', 'offsets'], 'argument');
        const device = this.#device,
            bytes = this.#radix * 4;
        const ranges = {
            counts: readBinding(device, counts, bytes, 'counts'),
            offsets: readBinding(device, offsets, bytes, 'offsets'),
        };
        refuseOverlaps(Object.entries(ranges));
        const p = whole(this.#parameters),
            pass = encoder.beginComputePass();
        dispatch(device, pass, this.#kernels.offsets, { p, ...ranges }, [1, 1]);
        pass.end();
    }

    /* Destroys its own small buffer; what was recorded must have been submitted. */
    dispose() {
        this.#parameters.destroy();
        this.#device = undefined;
    }

    #refuseUnusable() {
        if (this.#device === undefined) refuse('these digits were disposed of');
        refuseLostDevice(this.#device);
    }
}

if (Symbol.dispose !== undefined) Digits.prototype[Symbol.dispose] = Digits.prototype.dispose;
