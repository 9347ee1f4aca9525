/*
 * The options of a call, checked by name and turned into the C library's numbers; and what typed arrays hold.
 */
import { SweepError, refuse } from './errors.js';

/* sweep_type's number and the bytes of a key. */
export const TYPES = {
    u8: [1, 1],
    u16: [2, 2],
    u32: [3, 4],
    u64: [4, 8],
    u128: [5, 16],
    i8: [6, 1],
    i16: [7, 2],
    i32: [8, 4],
    i64: [9, 8],
    i128: [10, 16],
    f16: [11, 2],
    bf16: [12, 2],
    f32: [13, 4],
    f64: [14, 8],
};

const ARRAY_TYPES = {
    Int8Array: 'i8',
    Uint8Array: 'u8',
    Uint8ClampedArray: 'u8',
    Int16Array: 'i16',
    Uint16Array: 'u16',
    Int32Array: 'i32',
    Uint32Array: 'u32',
    BigInt64Array: 'i64',
    BigUint64Array: 'u64',
    Float16Array: 'f16',
    Float32Array: 'f32',
    Float64Array: 'f64',
};

/* Types that the option `type` may give an array of another one. */
const OTHER_TYPES = { Uint16Array: ['f16', 'bf16'], BigUint64Array: ['u128', 'i128'] };

export const NAMES = {
    order: ['ascending', 'descending'],
    floatOrder: ['nan-last', 'total-order', 'nan-first'],
    engine: ['auto', 'lsd', 'onesweep', 'hybrid', 'split'],
};
const NUMBERS = {
    beginBit: 128,
    endBit: 128,
    threads: 4096,
    digitBits: 16,
    tileSize: 0xffffffff,
    memoryLimit: 0xffffffff,
};

const DEFAULTS = {
    order: 0,
    floatOrder: 0,
    beginBit: 0,
    endBit: 0,
    threads: 0,
    digitBits: 0,
    tileSize: 0,
    memoryLimit: 0,
    engine: 0,
};

/*
 * The properties of an object of options, each read once; undefined ones are left out. Every function reads its options
 * by it: the object is a plain one, or undefined, so that nothing inherited is half meant. what: "option", or its like.
 */
export function readOwn(options, names, what) {
    const read = {};
    if (options === undefined) return read;
    const prototype = options !== null && typeof options === 'object' ? Object.getPrototypeOf(options) : undefined;
    if (prototype === undefined || (prototype !== null && Object.getPrototypeOf(prototype) !== null))
        refuse(`${what}s must be a plain object`);
    for (const [name, value] of Object.entries(options)) {
        if (!names.includes(name)) refuse(`there is no ${what} ${name}`);
        if (value !== undefined) read[name] = value;
    }
    return read;
}

/* What functions of keys know; and those that give indices. */
export const OPTIONS = [...Object.keys(DEFAULTS), 'type'];
export const INDEX_OPTIONS = [...OPTIONS, 'indices'];

/* options as numbers, named as they are in DEFAULTS; `type` and `indices` as they are. names: those there may be. */
export function readOptions(options, names) {
    if (options === undefined) return DEFAULTS;
    const read = { ...DEFAULTS };
    for (const [name, value] of Object.entries(readOwn(options, names, 'option'))) {
        const words = NAMES[name],
            most = NUMBERS[name];
        if (words !== undefined && !words.includes(value)) refuse(`${name} must be one of ${words.join(', ')}`);
        if (most !== undefined && (!Number.isInteger(value) || value < 0 || value > most))
            refuse(`${name} must be an integer from 0 to ${most}`);
        read[name] = words === undefined ? value : words.indexOf(value);
    }
    return read;
}

/* A digit as it is taught: {radix, place}. */
export function readDigit(options, what) {
    const { radix, place = 1 } = readOwn(options, ['radix', 'place'], what);
    if (!Number.isInteger(radix) || radix < 2 || radix > 65536) refuse('radix must be an integer from 2 to 65536');
    if (!Number.isInteger(place) || place < 1 || place > 0xffffffff)
        refuse('place must be an integer from 1 to 4294967295');
    return { radix, place };
}

/* What an array's keys are: {type, size, n}. `other`: the option `type`; the bits to sort by must lie in such a key. */
export function readKeys(keys, { type: other, beginBit, endBit }) {
    const tag = ArrayBuffer.isView(keys) ? keys[Symbol.toStringTag] : undefined;
    let type = ARRAY_TYPES[tag];
    if (type === undefined) refuse('keys must be a typed array of numbers');
    if (other !== undefined && other !== type) {
        if (!OTHER_TYPES[tag]?.includes(other)) refuse(`a ${tag} cannot hold keys of type ${String(other)}`);
        type = other;
    }
    refuseGone(keys);
    const [number, size] = TYPES[type];
    if (keys.byteLength % size !== 0) refuse(`keys of type ${type} take ${size} bytes each`);
    refuseBits(beginBit, endBit, 8 * size);
    return { type: number, size, n: keys.byteLength / size };
}

/* Refuses bits that do not lie in a key of `width` bits. */
export function refuseBits(beginBit, endBit, width) {
    for (const [name, bit] of Object.entries({ beginBit, endBit }))
        if (!Number.isInteger(bit) || bit < 0 || bit > width)
            refuse(`${name} must be an integer from 0 to ${width}, the bits of a key`);
    if (endBit !== 0 && beginBit > endBit) refuse('beginBit is above endBit');
}

/* Refuses a view of bytes that are gone: its buffer was transferred, or shrank. Such a view says that it is empty. */
export function refuseGone(view) {
    try {
        if (view.byteLength === 0 && view[Symbol.toStringTag] !== 'DataView') Uint8Array.prototype.values.call(view);
    } catch {
        refuse('the buffer of an array is detached, or no longer has its bytes');
    }
}

/* A new typed array, by its class's name. */
export function makeArray(name, n) {
    try {
        return new globalThis[name](n);
    } catch (cause) {
        throw new SweepError('SWEEP_ERR_MEMORY', `there is no ${name} of ${n} elements`, { cause });
    }
}

/* Refuses two views that share bytes. */
export function refuseOverlap(a, b) {
    if (
        a.buffer === b.buffer &&
        a.byteOffset < b.byteOffset + b.byteLength &&
        b.byteOffset < a.byteOffset + a.byteLength
    )
        refuse('the arrays overlap');
}
