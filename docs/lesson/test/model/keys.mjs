/*
 * Keys: their texts, their transformed form, and what is said of them.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { halfBits, halfValue, parseKeys, roundedText, textOf, TYPES } from '../../page/keys.js';
import { ruleOf } from '../../page/words.js';
import { below, libraryOrder, ORDERS, random, transformedOf } from '../tools.mjs';

test('the transformed key orders every key as the library does', () => {
    for (const [type, { width }] of Object.entries(TYPES))
        for (const order of ORDERS) {
            const keys = Array.from({ length: 2 ** width }, (_, bits) => bits);
            for (let i = keys.length - 1; i > 0; i--) {
                const k = below(i + 1);
                [keys[i], keys[k]] = [keys[k], keys[i]];
            }
            const transformed = transformedOf({ keys, type, order });
            const own = keys.map((_, i) => i).sort((a, b) => transformed[a] - transformed[b] || a - b);
            assert.deepEqual(own, libraryOrder({ keys, type, order }), `${type} ${order}`);
        }
});

test('keys are read as they are written', () => {
    for (const [type, { width, kind }] of Object.entries(TYPES))
        for (let bits = 0; bits < 2 ** width; bits++) {
            if (kind === 'float' && Number.isNaN(halfValue(bits))) continue;
            const { keys, error } = parseKeys(`${textOf(bits, type)} 0`, type);
            assert.equal(keys?.[0], bits, `${type} ${bits}: ${error}`);
        }
    assert.equal(textOf(parseKeys('nan, 0', 'f16').keys[0], 'f16'), 'NaN');
    const { keys } = parseKeys('Infinity -Infinity INF −∞ -NaN NaN', 'f16');
    assert.deepEqual(keys, [0x7c00, 0xfc00, 0x7c00, 0xfc00, 0xfe00, 0x7e00]);
    assert.equal(textOf(0x7bff, 'f16'), '65504');
    assert.equal(textOf(0xfe00, 'f16'), '−NaN');
});

test('what was rounded is said', () => {
    const said = (text, type = 'f16') => roundedText(parseKeys(text, type).rounded);
    assert.equal(said('3.14159 1.5 inf nan -0 65504'), '3.14159 is 3.140625 in f16, shown as 3.14.');
    assert.equal(said('-2049 1e9 1e-30'), '−2049 is −2048 in f16; 1e9 is ∞ in f16; 1e−30 is 0 in f16.');
    assert.match(said('0.1 0.2 0.3 0.4 0.6 0.7'), /; 2 more are rounded\.$/);
    assert.equal(said('1 2', 'u8'), '');
});

test('the words on floats are true of the fault, of NaN and of -0', () => {
    assert.match(ruleOf('f16', 'ascending', false), /−0 counts as \+0\. Every NaN counts as all ones, so/);
    assert.match(ruleOf('f16', 'descending', false), /flips every bit once more\. Every NaN counts as all ones still/);
    for (const order of ORDERS) assert.match(ruleOf('f16', order, true), /as their bits stand.*that is the fault/);
    assert.doesNotMatch(ruleOf('f16', 'ascending', true), /are ordered with the sign bit flipped/);
});

test('a float is the nearest one', () => {
    for (let round = 0; round < 20000; round++) {
        const value = (random() - 0.5) * 2 ** (below(44) - 26),
            bits = halfBits(value);
        const distance = (other) => Math.abs(halfValue(other) - value);
        for (const other of [bits - 1, bits + 1])
            if ((other & 0x7fff) <= 0x7bff && other >= 0 && (bits & 0x7fff) <= 0x7bff)
                assert.ok(
                    distance(bits) < distance(other) || (distance(bits) === distance(other) && bits % 2 === 0),
                    `${value}`
                );
    }
    assert.equal(halfBits(65519), 0x7bff);
    assert.equal(halfBits(65520), 0x7c00);
    assert.equal(halfBits(-0), 0x8000);
    assert.equal(halfBits(2 ** -25), 0);
    assert.equal(halfBits(1.5 * 2 ** -24), 2);
});

test('what cannot be a key is named', () => {
    for (const [text, type, what] of [
        ['1 2 x', 'u8', /“x” is not a whole number/],
        ['1 256', 'u8', /256 does not fit: unsigned, 8 bits is 0 to 255/],
        ['-1 1', 'u16', /−1 does not fit/],
        ['-129 1', 'i8', /−129 does not fit: signed, 8 bits is −128 to 127/],
        ['1.5 1', 'i16', /“1.5” is not a whole number/],
        ['1 one', 'f16', /“one” is not a number/],
        ['1 constructor', 'f16', /“constructor” is not a number/],
        ['1', 'u8', /two keys or more/],
        ['', 'f16', /two keys or more/],
        [new Array(65).fill(1).join(' '), 'u8', /65 keys/],
    ])
        assert.match(parseKeys(text, type).error, what);
    assert.deepEqual(parseKeys(' −1,2;3\n-128', 'i8').keys, [255, 2, 3, 128]);
});
