/*
 * The exercise: the three functions that the reader writes, the hidden cases that they are run on, and which of them
 * broke. What the functions gave is compared here, outside the place where they ran. Pure.
 */
import { randomOf } from './keys.js';

export const STARTER = `// keys: a Uint32Array; place: the digit's lowest bit; bits: its width.
const digitOf = (key, place, bits) => (key >>> place) & ((1 << bits) - 1);

// How often each digit occurs: an array of 2 ** bits counts.
function histogram(keys, place, bits) {
    const counts = new Array(2 ** bits).fill(0);
    // ... count every key's digit
    return counts;
}

// Where each digit's bucket begins: the sum of all counts before it.
function offsets(counts) {
    const starts = new Array(counts.length).fill(0);
    // ... the running sum, a count's own not included
    return starts;
}

// A new Uint32Array: each key at the next free place of its bucket.
function scatter(keys, starts, place, bits) {
    const out = new Uint32Array(keys.length);
    // ... take the keys in their order
    return out;
}
`;

export const SOLUTION = `const digitOf = (key, place, bits) => (key >>> place) & ((1 << bits) - 1);

function histogram(keys, place, bits) {
    const counts = new Array(2 ** bits).fill(0);
    for (const key of keys) counts[digitOf(key, place, bits)]++;
    return counts;
}

function offsets(counts) {
    let sum = 0;
    return counts.map((own) => {
        const start = sum;
        sum += own;
        return start;
    });
}

function scatter(keys, starts, place, bits) {
    const out = new Uint32Array(keys.length),
        next = [...starts];
    for (const key of keys) out[next[digitOf(key, place, bits)]++] = key;
    return out;
}
`;

export const C_FORM = `#include <stddef.h>
#include <stdint.h>

static size_t digit_of(uint32_t key, unsigned place, unsigned bits)
{
    return (key >> place) & ((UINT32_C(1) << bits) - 1);
}

/* counts: 1 << bits of them */
void histogram(const uint32_t *keys, size_t n, unsigned place, unsigned bits, size_t *counts)
{
    for (size_t d = 0; d < (size_t)1 << bits; d++)
        counts[d] = 0;
    for (size_t i = 0; i < n; i++)
        counts[digit_of(keys[i], place, bits)]++;
}

/* counts become starts, in place */
void offsets(size_t *counts, unsigned bits)
{
    size_t sum = 0;
    for (size_t d = 0; d < (size_t)1 << bits; d++) {
        size_t own = counts[d];
        counts[d] = sum;
        sum += own;
    }
}

/* starts are moved on; out must not overlap keys */
void scatter(const uint32_t *keys, size_t n, size_t *starts, unsigned place, unsigned bits, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[starts[digit_of(keys[i], place, bits)]++] = keys[i];
}
`;

export const HINTS = [
    'A histogram has one loop over the keys, and adds one to the count of each key’s digit.',
    'Keep a running sum. Write it down before you add the bucket’s own count: that is what exclusive means.',
    'Each bucket has a place where its next key goes. It begins at the bucket’s start and moves on by one with each key. Do not write to starts itself if you need it again.',
    'If keys with equal digits come out turned round, look at the order in which you take them.',
];

/* {name, keys, place, bits}: what the functions are run on. */
export function hiddenCases(seed) {
    const random = randomOf(seed);
    const some = (n, most) => Array.from({ length: n }, () => Math.floor(random() * most));
    return [
        { name: 'no keys at all', keys: [], place: 0, bits: 4 },
        { name: 'one key', keys: some(1, 256), place: 0, bits: 4 },
        { name: 'twelve keys, their lowest digit', keys: some(12, 256), place: 0, bits: 4 },
        { name: 'a higher digit', keys: some(40, 65536), place: 8, bits: 4 },
        { name: 'all digits equal', keys: some(20, 16).map((key) => key * 16 + 5), place: 0, bits: 4 },
        { name: 'one-bit digits', keys: some(33, 2 ** 16), place: 3, bits: 1 },
        { name: 'the highest digit of large keys', keys: some(50, 2 ** 32), place: 24, bits: 8 },
        { name: 'a thousand keys', keys: some(1000, 2 ** 32), place: 0, bits: 8 },
    ];
}

const digitOf = (key, place, bits) => Math.floor(key / 2 ** place) % 2 ** bits;

/* What the functions should give. */
export function expectedOf({ keys, place, bits }) {
    const counts = new Array(2 ** bits).fill(0);
    for (const key of keys) counts[digitOf(key, place, bits)]++;
    const starts = counts.map((_, d) => counts.slice(0, d).reduce((sum, own) => sum + own, 0));
    const order = keys.map((key, i) => [digitOf(key, place, bits), i]).sort(([a, i], [b, k]) => a - b || i - k);
    return { counts, starts, out: order.map(([, i]) => keys[i]) };
}

/* The parts of a run, in order, and the function that each is of. */
const PARTS = [
    ['counts', 'histogram'],
    ['starts', 'offsets'],
    ['out', 'scatter'],
];

const isList = (list) => Array.isArray(list) && list.every((x) => typeof x === 'number');

/* What broke in a case, in a sentence; undefined where nothing did. got: {counts, starts, out, error}, from outside. */
export function judgeCase(one, got) {
    const wanted = expectedOf(one);
    for (const [part, name] of PARTS) {
        const list = got?.[part];
        if (!isList(list))
            return `${name} ${typeof got?.error === 'string' ? `threw: ${got.error.slice(0, 200)}` : 'gave no list of numbers'}.`;
        if (list.length !== wanted[part].length)
            return `${name} gave ${list.length} numbers, not ${wanted[part].length}.`;
        const at = list.findIndex((x, i) => x !== wanted[part][i]);
        if (at >= 0) {
            const sorted =
                part === 'out' &&
                list.every((x, i) => digitOf(x, one.place, one.bits) === digitOf(wanted.out[i], one.place, one.bits));
            return sorted
                ? `scatter is not stable: place ${at} holds ${list[at]}, and ${wanted.out[at]}, of the same digit, came before it.`
                : `${name} gave ${list[at]} at ${at}, where ${wanted[part][at]} belongs.`;
        }
    }
    return undefined;
}
