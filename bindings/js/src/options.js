/*
 * The options of a call, checked by name and turned into the C library's numbers; and the key types of typed arrays.
 */
import { refuse } from './errors.js';

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

const NAMES = {
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

/* options as numbers, named as they are in DEFAULTS. `others`: options that the calling function reads itself. */
export function readOptions(options, others) {
    if (options === undefined) return DEFAULTS;
    if (options === null || typeof options !== 'object') refuse('options must be an object');
    const read = { ...DEFAULTS };
    for (const [name, value] of Object.entries(options)) {
        if (value === undefined || others.includes(name)) continue;
        if (NAMES[name] !== undefined) {
            read[name] = NAMES[name].indexOf(value);
            if (read[name] < 0) refuse(`${name} must be one of ${NAMES[name].join(', ')}`);
        } else if (NUMBERS[name] !== undefined) {
            if (!Number.isInteger(value) || value < 0 || value > NUMBERS[name])
                refuse(`${name} must be an integer from 0 to ${NUMBERS[name]}`);
            read[name] = value;
        } else {
            refuse(`there is no option ${String(name)}`);
        }
    }
    return read;
}

/* What an array's keys are: {type, size, n}. */
export function readKeys(keys, options) {
    const tag = ArrayBuffer.isView(keys) ? keys[Symbol.toStringTag] : undefined;
    let type = ARRAY_TYPES[tag];
    if (type === undefined) refuse('keys must be a typed array of numbers');
    const other = options?.type;
    if (other !== undefined && other !== type) {
        if (!OTHER_TYPES[tag]?.includes(other)) refuse(`a ${tag} cannot hold keys of type ${String(other)}`);
        type = other;
    }
    refuseDetached(keys);
    const [number, size] = TYPES[type];
    if (keys.byteLength % size !== 0) refuse(`keys of type ${type} take ${size} bytes each`);
    return { type: number, size, n: keys.byteLength / size };
}

/* Refuses a view whose buffer is gone: it was transferred. */
export function refuseDetached(view) {
    try {
        if (view.byteLength === 0) new Uint8Array(view.buffer);
    } catch {
        refuse('the buffer of an array is detached');
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
