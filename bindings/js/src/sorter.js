/*
 * Sorting on a WebGPU device: keys and values are GPU buffers and stay there.
 *
 * createSorter() compiles the kernels (wgsl_onesweep.js, wgsl.js) for one kind of sort. record() then only records: into the caller's
 * encoder or compute pass, with the caller's scratch; nothing is allocated but bind groups, nothing is waited for.
 */
import { constantBuffer, layOut, readBinding, readRange, refuseOverlaps, whole } from './buffers.js';
import { refuseLostDevice, refuseNoDevice, refuseSmallDevice } from './device.js';
import { SweepError, refuse } from './errors.js';
import { dispatch, gridOf, makeKernels } from './kernel.js';
import { readOwn, refuseBits } from './options.js';
import {
    countKernel,
    countingKernel,
    gatherKernel,
    gridKernel,
    offsetsKernel,
    scanKernel,
    scatterKernel,
    RADIX,
    TILE,
} from './wgsl.js';
import {
    basesKernel,
    countsOf,
    histogramKernel,
    partsOf,
    sweepKernel,
    LOOKS,
    MAKES_INDICES,
    MOST_KEYS,
    SWEEP_TILE,
    TICKETS,
    WRITES_KEYS,
} from './wgsl_onesweep.js';

const TYPES = {
    u32: { words: 1 },
    i32: { words: 1, signed: true },
    f32: { words: 1, signed: true, float: true },
    u64: { words: 2 },
    i64: { words: 2, signed: true },
    f64: { words: 2, signed: true, float: true },
};
const ARGUMENTS = ['keys', 'values', 'indices', 'n', 'count', 'scratch'];
const ENGINES = ['auto', 'onesweep', 'split'];
const FLOAT_ORDERS = ['nan-last', 'total-order', 'nan-first'];
const MOVED_WORDS = 4; /* values of more words move once, by index */
const MOST_DIGIT_BITS = 8;
const NO_DIGITS = [{ place: 0, bits: 0 }]; /* for kernels that want some */

const STORAGE = 0x80,
    INDIRECT = 0x100,
    UNIFORM = 0x40; /* GPUBufferUsage */

/* createSorter's settings, checked, with their defaults. */
export function readSettings(device, settings) {
    refuseNoDevice(device);
    const defaults = {
        type: undefined,
        operation: 'sort',
        valueBytes: 0,
        order: 'ascending',
        floatOrder: 'nan-last',
        beginBit: 0,
        endBit: 0,
        digitBits: MOST_DIGIT_BITS,
        subgroups: device.features.has('subgroups'),
        engine: 'auto',
    };
    const s = { ...defaults, ...readOwn(settings, Object.keys(defaults), 'setting') };
    if (!Object.hasOwn(TYPES, s.type)) refuse(`type must be one of ${Object.keys(TYPES).join(', ')}`);
    if (s.operation !== 'sort' && s.operation !== 'argsort') refuse('operation must be sort or argsort');
    if (s.order !== 'ascending' && s.order !== 'descending') refuse('order must be ascending or descending');
    if (!FLOAT_ORDERS.includes(s.floatOrder)) refuse(`floatOrder must be one of ${FLOAT_ORDERS.join(', ')}`);
    if (!Number.isInteger(s.valueBytes) || s.valueBytes < 0 || s.valueBytes % 4 !== 0 || s.valueBytes > 65536)
        refuse('valueBytes must be a multiple of 4, at most 65536');
    if (s.operation === 'argsort' && s.valueBytes !== 0) refuse('argsort moves no values');
    if (!Number.isInteger(s.digitBits) || s.digitBits < 1 || s.digitBits > MOST_DIGIT_BITS)
        refuse(`digitBits must be an integer from 1 to ${MOST_DIGIT_BITS}`);
    if (!ENGINES.includes(s.engine)) refuse(`engine must be one of ${ENGINES.join(', ')}`);
    if (s.engine === 'auto') s.engine = 'onesweep'; /* which does less: fewer dispatches, bytes and barriers */
    if (typeof s.subgroups !== 'boolean') refuse('subgroups must be true or false');
    if (s.subgroups && !device.features.has('subgroups'))
        throw new SweepError('SWEEP_ERR_UNSUPPORTED', 'the device was made without the feature subgroups');
    const width = 32 * TYPES[s.type].words;
    refuseBits(s.beginBit, s.endBit, width);
    s.endBit ||= width;
    refuseSmallDevice(device);
    return s;
}

/* The digits: an even number of sweeps, of nearly the same width each (at most `most` bits), so that the result ends where
   the keys were. */
function chooseDigits(begin, end, most) {
    const sweeps = 2 * Math.ceil((end - begin) / (2 * most)),
        digits = [];
    for (let left = sweeps; left > 0 && begin < end; left--) {
        const bits = Math.ceil((end - begin) / left);
        digits.push({ place: begin, bits });
        begin += bits;
    }
    if (digits.length % 2 !== 0)
        digits.push({ place: 0, bits: 0 }); /* one bit is left over: a sweep that keeps the order */
    return digits;
}

/* settings: those of webgpu.d.ts. */
export const createSorter = (device, settings) => makeSorter(device, settings, {});

/* As createSorter. tested, for tests: {looks, withhold}, as wgsl.js's Parameters have them. */
export async function makeSorter(device, settings, tested) {
    const s = readSettings(device, settings);
    const { words, float } = TYPES[s.type];
    const argsort = s.operation === 'argsort',
        oneSweep = s.engine === 'onesweep',
        valueWords = s.valueBytes / 4;
    const byIndex = !argsort && valueWords > MOVED_WORDS,
        moved = argsort || byIndex ? 1 : valueWords;
    const digits = chooseDigits(s.beginBit, s.endBit, s.digitBits),
        tile = oneSweep ? SWEEP_TILE : TILE;
    const shape = { words, float, subgroups: s.subgroups, valueWords: moved, writesKeys: true };
    shape.digits = digits.length > 0 ? digits : NO_DIGITS;
    const made = oneSweep
        ? { histogram: histogramKernel(shape), bases: basesKernel(shape), move: sweepKernel(shape) }
        : { count: countKernel(shape), scan: scanKernel(), offsets: offsetsKernel(), move: scatterKernel(shape) };
    made.grid = gridKernel(words, device.limits.maxComputeWorkgroupsPerDimension, tile);
    if (argsort || byIndex) made.counting = countingKernel(tile);
    if (!oneSweep && made.counting !== undefined) made.first = scatterKernel({ ...shape, makesIndices: true });
    if (!oneSweep && argsort) made.last = scatterKernel({ ...shape, writesKeys: false });
    if (byIndex) {
        made.gather = gatherKernel(valueWords, true, tile);
        made.copy = gatherKernel(valueWords, false, tile);
    }
    return new Sorter(device, s, await makeKernels(device, made), { moved, byIndex, digits, tile, ...tested });
}

class Sorter {
    #device; /* undefined once disposed of */
    #settings;
    #kernels;
    #moved; /* words that move along with a key in every sweep */
    #byIndex;
    #digits;
    #tile; /* keys of a tile */
    #uniforms; /* the parameters of each sweep; of one more kernel where there is no sweep */
    #noCount; /* a count that ends no sort */
    #grid; /* of a sort whose count is in a buffer */

    constructor(device, settings, kernels, { moved, byIndex, digits, tile, looks = LOOKS, withhold = 0 }) {
        this.#device = device;
        this.#settings = settings;
        this.#kernels = kernels;
        this.#moved = moved;
        this.#byIndex = byIndex;
        this.#digits = digits;
        this.#tile = tile;
        const constants = transformOf(settings),
            argsort = settings.operation === 'argsort';
        const flagsOf = (sweep) =>
            (sweep === 0 && (argsort || byIndex) ? MAKES_INDICES : 0) |
            (argsort && sweep === digits.length - 1 ? 0 : WRITES_KEYS);
        this.#uniforms = (digits.length > 0 ? digits : NO_DIGITS).map(({ place, bits }, sweep) =>
            constantBuffer(device, [place, (1 << bits) - 1, ...constants, sweep, flagsOf(sweep), looks, withhold], UNIFORM)
        );
        this.#noCount = constantBuffer(device, [0xffffffff], STORAGE);
        this.#grid = device.createBuffer({ size: 12, usage: STORAGE | INDIRECT });
    }

    get engine() {
        return this.#settings.engine;
    }

    get subgroups() {
        return this.#settings.subgroups && this.engine === 'split';
    }

    scratchSizes(n) {
        this.#checkUsable();
        this.#checkCount(n);
        const sizes = this.#scratchOf(n),
            most = this.#device.limits.maxBufferSize;
        return layOut(this.#device, sizes, new Array(Object.keys(sizes).length).fill(most)).bytes;
    }

    scratchBytes(n) {
        const sizes = this.scratchSizes(n);
        if (sizes.length > 1)
            throw new SweepError(
                'SWEEP_ERR_UNSUPPORTED',
                `${n} keys need more scratch than a buffer of this device can have (maxBufferSize ` +
                    `${this.#device.limits.maxBufferSize}): it has to be ${sizes.length} buffers, as scratchSizes says`
            );
        return sizes[0];
    }

    record(into, args) {
        this.#checkUsable();
        const { keys, values, indices, n, count, scratch } = readOwn(args, ARGUMENTS, 'argument');
        if (typeof into?.dispatchWorkgroups !== 'function' && typeof into?.beginComputePass !== 'function')
            refuse('the first argument must be a GPUCommandEncoder or a GPUComputePassEncoder');
        this.#checkCount(n);
        const { operation, valueBytes, type } = this.#settings,
            device = this.#device;
        if ((values !== undefined) !== valueBytes > 0)
            refuse(valueBytes > 0 ? 'values are missing' : 'this sorter was made without valueBytes');
        if ((indices !== undefined) !== (operation === 'argsort'))
            refuse(operation === 'argsort' ? 'indices are missing' : 'only argsort writes indices');

        const named = { keys: readBinding(device, keys, n * TYPES[type].words * 4, 'keys') };
        if (values !== undefined) named.values = readBinding(device, values, n * valueBytes, 'values');
        if (indices !== undefined) named.indices = readBinding(device, indices, n * 4, 'indices');
        const { buffers, pieces } = this.#readScratch(scratch, n);
        for (const [i, range] of buffers.entries()) named[i === 0 ? 'scratch' : `scratch[${i}]`] = range;
        refuseOverlaps(Object.entries(named));
        if (count !== undefined) {
            const range = readBinding(device, count, 4, 'count');
            for (const [name, other] of Object.entries(named))
                if (other.buffer === range.buffer) refuse(`count must be in another buffer than ${name}`);
            named.count = range;
        }
        if (n === 0 || (n === 1 && operation !== 'argsort')) return;

        const pass = typeof into.beginComputePass === 'function' ? into.beginComputePass() : into;
        this.#recordAll(pass, named, n, pieces);
        if (pass !== into) pass.end();
    }

    dispose() {
        for (const buffer of [...this.#uniforms, this.#noCount, this.#grid]) buffer.destroy();
        this.#device = undefined;
    }

    #checkUsable() {
        if (this.#device === undefined) refuse('this sorter was disposed of');
        refuseLostDevice(this.#device);
    }

    #checkCount(n) {
        if (!Number.isInteger(n) || n < 0) refuse('n must be an integer, 0 or more');
        const bytes = n * Math.max(TYPES[this.#settings.type].words * 4, this.#settings.valueBytes, 4);
        const { maxStorageBufferBindingSize, maxBufferSize } = this.#device.limits;
        const most = Math.min(maxStorageBufferBindingSize, maxBufferSize);
        if (bytes > most)
            throw new SweepError(
                'SWEEP_ERR_UNSUPPORTED',
                `${n} keys need a binding of ${bytes} bytes; the device has at most ${most} ` +
                    '(maxStorageBufferBindingSize, maxBufferSize)'
            );
        if (this.engine === 'onesweep' && n > MOST_KEYS)
            throw new SweepError('SWEEP_ERR_UNSUPPORTED', `the engine onesweep sorts at most ${MOST_KEYS} keys, not ${n}`);
    }

    /* The bytes of each piece of scratch, by its name. */
    #scratchOf(n) {
        const { type, operation, valueBytes } = this.#settings,
            keyBytes = n * TYPES[type].words * 4;
        const tiles = Math.ceil(n / this.#tile),
            sizes = { keys: keyBytes };
        if (this.engine === 'split') Object.assign(sizes, { counts: tiles * RADIX * 4, totals: RADIX * 4 });
        else {
            sizes.table = (TICKETS + Math.max(tiles - 1, 0) * RADIX) * 4;
            sizes.bases = this.#digits.length * RADIX * 4;
            sizes.histograms = partsOf(n) * countsOf(this.#digits) * 4;
        }
        if (operation === 'argsort') sizes.moreKeys = keyBytes;
        if (this.#moved > 0) sizes.values = n * this.#moved * 4;
        if (this.#byIndex) {
            sizes.indices = n * 4;
            sizes.gathered = n * valueBytes;
        }
        return sizes;
    }

    /* From the argument `scratch`, a range or several: {buffers: ranges, pieces: a range by each piece's name}. */
    #readScratch(scratch, n) {
        const device = this.#device,
            several = Array.isArray(scratch);
        const ranges = several
            ? scratch.map((range, i) => readRange(device, range, `scratch[${i}]`))
            : [readRange(device, scratch, 'scratch')];
        const layout = layOut(
            device,
            this.#scratchOf(n),
            ranges.map(({ size }) => size)
        );
        if (layout === undefined) {
            const needed = several ? this.scratchSizes(n).join(' and ') : this.scratchBytes(n);
            refuse(`scratch has ${ranges.map(({ size }) => size).join(' and ')} bytes and needs ${needed}`);
        }
        const pieces = {};
        for (const [name, { index, at, size }] of Object.entries(layout.pieces)) {
            const { buffer, offset } = ranges[index];
            pieces[name] = { buffer, offset: offset + at, size };
        }
        return { buffers: layout.bytes.map((size, i) => ({ ...ranges[i], size })), pieces };
    }

    #recordAll(pass, given, n, pieces) {
        const device = this.#device,
            kernels = this.#kernels,
            argsort = given.indices !== undefined;
        let grid = gridOf(device, Math.ceil(n / this.#tile)),
            count = whole(this.#noCount);
        if (given.count !== undefined) {
            count = given.count;
            dispatch(device, pass, kernels.grid, { count, keys: given.keys, grid: whole(this.#grid) }, [1, 1]);
            grid = this.#grid;
        }
        const put = (kernel, ranges, on = grid, sweep = 0) =>
            dispatch(device, pass, kernel, { p: whole(this.#uniforms[sweep]), count, ...ranges }, on);

        const { counts, totals, table, bases, histograms } = pieces;
        const home = argsort ? given.indices : this.#byIndex ? pieces.indices : given.values;
        if (this.#digits.length === 0 && kernels.counting !== undefined) put(kernels.counting, { indices: home });
        if (this.#digits.length > 0 && kernels.histogram !== undefined) {
            put(kernels.histogram, { keys: given.keys, histograms, table }, [partsOf(n), 1]);
            dispatch(device, pass, kernels.bases, { histograms, bases }, [this.#digits.length, 1]);
        }

        /* from `keys` to `other`, back, and so on; argsort leaves the caller's keys alone */
        let keys = given.keys,
            other = pieces.keys,
            values = home,
            otherValues = pieces.values;
        for (const [sweep, { bits }] of this.#digits.entries()) {
            const first = sweep === 0,
                last = sweep === this.#digits.length - 1;
            if (kernels.count !== undefined) {
                put(kernels.count, { keys, counts }, grid, sweep);
                put(kernels.scan, { counts, totals }, [1 << bits, 1], sweep);
                dispatch(device, pass, kernels.offsets, { totals }, [1, 1]);
            }
            const move = (first && kernels.first) || (last && kernels.last) || kernels.move;
            put(
                move,
                { keys, counts, totals, table, bases, keys_out: other, values, values_out: otherValues },
                grid,
                sweep
            );
            [keys, other] = [other, argsort && first ? pieces.moreKeys : keys];
            [values, otherValues] = [otherValues, values];
        }
        if (this.#byIndex) {
            const gathered = pieces.gathered;
            put(kernels.gather, { source: given.values, destination: gathered, indices: home });
            put(kernels.copy, { source: gathered, destination: given.values });
        }
    }
}

if (Symbol.dispose !== undefined) Sorter.prototype[Symbol.dispose] = Sorter.prototype.dispose;

/* What wgsl.js's Parameters say of the key's transform: flip_low, flip_high, rules, nan_as. */
function transformOf({ type, order, floatOrder }) {
    const { words, signed, float } = TYPES[type],
        all = order === 'descending' ? 0xffffffff : 0;
    const high = signed && !float ? all ^ 0x80000000 : all;
    return [
        words === 1 ? high : all,
        high,
        float && floatOrder !== 'total-order' ? 1 : 0,
        floatOrder === 'nan-last' ? 0xffffffff : 0,
    ];
}
