/*
 * The contract in the plainest JavaScript: what a key counts as, and the stable order of keys. Shares no code with the
 * package. Also the tests' random numbers.
 */

const KINDS = {
    u8: [8],
    u16: [16],
    u32: [32],
    u64: [64],
    u128: [128],
    i8: [8],
    i16: [16],
    i32: [32],
    i64: [64],
    i128: [128],
    f16: [16, 0x7c00n],
    bf16: [16, 0x7f80n],
    f32: [32, 0x7f800000n],
    f64: [64, 0x7ff0000000000000n],
};

export const sizeOf = (type) => KINDS[type][0] / 8;

/* Key i of some bytes, as an unsigned number. */
export function bitsOf(bytes, i, size) {
    let bits = 0n;
    for (let b = size - 1; b >= 0; b--) bits = (bits << 8n) | BigInt(bytes[i * size + b]);
    return bits;
}

/* The transformed key, cut to the window. */
export function transformed(
    bits,
    type,
    { order = 'ascending', floatOrder = 'nan-last', beginBit = 0, endBit = 0 } = {}
) {
    const [width, infinity] = KINDS[type],
        w = BigInt(width);
    const all = (1n << w) - 1n,
        sign = 1n << (w - 1n),
        flip = order === 'descending' ? all : 0n;
    let x = bits;
    if (infinity !== undefined) {
        x = bits & sign ? bits ^ all : bits ^ sign;
        const magnitude = bits & ~sign & all;
        x ^= flip;
        if (floatOrder !== 'total-order' && magnitude > infinity) x = floatOrder === 'nan-last' ? all : 0n;
        else if (floatOrder !== 'total-order' && magnitude === 0n) x = sign ^ flip;
    } else {
        x = (type[0] === 'i' ? x ^ sign : x) ^ flip;
    }
    const end = BigInt(endBit || width),
        begin = BigInt(beginBit);
    return x & ((1n << end) - 1n) & ~((1n << begin) - 1n);
}

/* Where each key of the sorted sequence stands in the view: an array of numbers. */
export function stableOrder(view, type, options) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
        size = sizeOf(type);
    const keys = [];
    for (let i = 0; i < bytes.length / size; i++) keys.push(transformed(bitsOf(bytes, i, size), type, options));
    return keys.map((_, i) => i).sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
}

/* The bytes of a view's elements (of `size` bytes) in another order. */
export function inOrder(view, size, order) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
        out = new Uint8Array(bytes.length);
    order.forEach((from, to) => out.set(bytes.subarray(from * size, from * size + size), to * size));
    return out;
}

export const copyBytes = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();

export function sameBytes(a, b) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return true;
}

/* A stream of random 32-bit numbers (Marsaglia's xorshift, 2003). */
export function randomOf(seed) {
    let x = seed >>> 0 || 1;
    return () => {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        return x >>> 0;
    };
}

/* Fills a view with bytes of one of several patterns: random, few values, rows of equal bytes, specials of floats. */
export function fill(view, type, pattern, random) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
        size = sizeOf(type);
    const n = bytes.length / size,
        specials = KINDS[type][1];
    for (let i = 0; i < n; i++) {
        const row = pattern === 'few' ? random() % 3 : pattern === 'sorted' ? i : pattern === 'equal' ? 7 : random();
        for (let b = 0; b < size; b++)
            bytes[i * size + b] =
                pattern === 'random' ? random() : b < 4 ? row >>> (8 * b) : pattern === 'sorted' ? 0 : row;
        if (pattern === 'specials' && specials !== undefined && random() % 2 === 0) {
            const choice = [0n, specials, specials + 1n, specials + 5n, 1n][random() % 5];
            const bits = random() % 2 ? choice : choice | (1n << BigInt(size * 8 - 1));
            for (let b = 0; b < size; b++) bytes[i * size + b] = Number((bits >> BigInt(8 * b)) & 255n);
        }
    }
    return view;
}
