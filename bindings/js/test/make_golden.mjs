/*
 * Writes golden.txt, which the tests of the C library (golden.c) and of this package both read:
 *
 *     TYPE ORDER FLOATORDER BEGIN END  KEYS  SORTED  INDICES        # NAME
 *
 * Keys and sorted keys are the arrays' bytes in hexadecimal, little-endian; indices are numbers with commas; "-" is an
 * empty array. By the reference, not by the library. Run: node make_golden.mjs >golden.txt
 */
import { fill, inOrder, randomOf, stableOrder } from './reference.js';

const FLOATS = { f32: Float32Array, f64: Float64Array };
const INTEGERS = { i8: Int8Array, u8: Uint8Array, i32: Int32Array, u32: Uint32Array };
const HALF = { f16: [0x7e00, 0x7c00, 0x3c00], bf16: [0x7fc0, 0x7f80, 0x3f80] };

const hex = (bytes) => (bytes.length ? Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('') : '-');

function row(name, type, view, options = {}) {
    const { order = 'ascending', floatOrder = 'nan-last', beginBit = 0, endBit = 0 } = options;
    const indices = stableOrder(view, type, options);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const sorted = inOrder(view, bytes.length / indices.length || 1, indices);
    console.log(
        [type, order, floatOrder, beginBit, endBit, hex(bytes), hex(sorted), indices.join(',') || '-', '#', name].join(
            ' '
        )
    );
}

const bits64 = (...values) => new BigUint64Array(values);
const rules = ['nan-last', 'total-order', 'nan-first'],
    orders = ['ascending', 'descending'];

for (const order of orders)
    for (const floatOrder of rules) {
        const o = { order, floatOrder };
        row('F1', 'f64', new Float64Array([0, -0]), o);
        row('F1', 'f64', new Float64Array([-0, 0]), o);
        row(
            'F2',
            'f64',
            bits64(
                0xfff8000000000001n,
                0x7ff8000000000002n,
                0xfff0000000000000n,
                0x7ff0000000000000n,
                0xbff0000000000000n,
                0x3ff0000000000000n
            ),
            o
        );
        row('F7', 'f32', new Uint32Array([0, 0xffc00000, 0x7fc00000]), o);
        for (const [type, [nan, infinity, one]] of Object.entries(HALF))
            row(
                'F8',
                type,
                new Uint16Array([nan, 0, infinity, one, 0x8000, one | 0x8000, nan | 0x8001, infinity | 0x8000]),
                o
            );
    }
for (const [type, Array] of Object.entries(FLOATS)) {
    row('F3', type, new Array([0.77, 0, NaN, 0.5, 0.85]));
    row('F4', type, new Array([3, NaN, 1, NaN, 2]));
    row('F6', type, new Array(17).fill(NaN));
    row('F11', type, new Array([5, 9, NaN, 5]));
    row('F10', type, new Array([3, -8, 1.5, -0.25, 7, -7, 0, 2, -2, 9, -1e30, 1e30, 1e-30, -1e-30, 4, -4]), {
        order: 'descending',
    });
}
row('I3', 'i64', new BigInt64Array([-(1n << 63n), 0n, 3n, 2n, 1n, 3n, 6n, 4n, 3n]));
row('I6', 'u32', new Uint32Array([3, 1, 2]), { beginBit: 8, endBit: 8 });
row('I8', 'i64', new BigInt64Array([0n, 1n, -1n]), { beginBit: 0, endBit: 2 });
row('I10', 'u32', new Uint32Array([104, 203, 308, 401, 0x01000001, 0x03000001, 0x02000001]));
row('I12', 'i64', new BigInt64Array([-1n, 65535n, -32768n, 0n]));
row(
    'I13',
    'i8',
    Int8Array.from({ length: 256 }, (_, i) => 127 - i)
);
row('I14', 'u8', new Uint8Array([255, 2, 1, 0, 2, 1]));
row('T1', 'u8', new Uint8Array([0, 1, 0]), { order: 'descending' });
for (const [type, Array] of Object.entries(INTEGERS)) row('T2', type, new Array([1, 2, 3, 3, 2, 1]));
row(
    'T7',
    'u32',
    Uint32Array.from({ length: 40 }, (_, i) => i),
    { order: 'descending' }
);
row('G1', 'f32', new Float32Array([1, NaN, 2, NaN, 3]));
row('G1', 'i32', new Int32Array([1, 0x7fffffff, 2]));
for (const [type, Array] of Object.entries(INTEGERS)) {
    row('S1', type, new Array(0));
    row('S1', type, new Array([1]));
}

const random = randomOf(20240607);
for (const type of ['u8', 'u16', 'u32', 'u64', 'u128', 'i8', 'i16', 'i32', 'i64', 'i128', 'f16', 'bf16', 'f32', 'f64'])
    for (const [pattern, n] of [
        ['random', 40],
        ['specials', 40],
        ['few', 30],
        ['random', 130],
    ]) {
        const width = { 8: 8, 16: 16, 32: 32, 64: 64, 128: 128 }[/\d+$/.exec(type)[0]];
        const view = fill(new Uint8Array((n * width) / 8), type, pattern, random);
        row(pattern, type, view, { order: orders[random() % 2], floatOrder: rules[random() % 3] });
        row(pattern, type, view, {
            order: orders[random() % 2],
            beginBit: random() % 5,
            endBit: width - (random() % 4),
        });
    }
