/*
 * Keys: the types of the lesson, how a key is read and written, and as which unsigned number it is ordered. Pure.
 *
 * A key is its bits, a number. What orders it is the transformed key: sign handled so that unsigned order is the type's
 * order, complemented for descending; then every NaN is all ones, and -0 counts as +0.
 */

export const MOST_KEYS = 64;

export const TYPES = {
    u8: { name: 'unsigned, 8 bits', kind: 'unsigned', width: 8 },
    u16: { name: 'unsigned, 16 bits', kind: 'unsigned', width: 16 },
    i8: { name: 'signed, 8 bits', kind: 'signed', width: 8 },
    i16: { name: 'signed, 16 bits', kind: 'signed', width: 16 },
    f16: { name: 'float, 16 bits', kind: 'float', width: 16 },
};

const SIGN = 0x8000,
    INFINITY = 0x7c00; /* of a float of 16 bits */

/* The unsigned number that stands where the key belongs. asUnsigned: the bits as they are, which is a fault for
   floats. */
export function ordered(bits, type, order, asUnsigned = false) {
    const { kind, width } = TYPES[type];
    const all = 2 ** width - 1,
        sign = 2 ** (width - 1),
        flip = order === 'descending' ? all : 0;
    if (asUnsigned || kind === 'unsigned') return bits ^ flip;
    if (kind === 'signed') return bits ^ sign ^ flip;
    const magnitude = bits & ~SIGN;
    if (magnitude > INFINITY) return all;
    if (magnitude === 0) return sign ^ flip;
    return (bits & sign ? bits ^ all : bits ^ sign) ^ flip;
}

/* The value of a float of 16 bits, and the bits of the nearest one (ties to even). */
export function halfValue(bits) {
    const sign = bits & SIGN ? -1 : 1,
        exponent = (bits >> 10) & 31,
        fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

export function halfBits(value) {
    if (Number.isNaN(value)) return INFINITY | 512;
    const sign = value < 0 || Object.is(value, -0) ? SIGN : 0,
        size = Math.abs(value);
    if (size >= 65520) return sign | INFINITY;
    const exponent = Math.max(Math.floor(Math.log2(size)), -14),
        step = 2 ** (Math.max(size >= 2 ** (exponent + 1) ? exponent + 1 : exponent, -14) - 10);
    const steps = size === 0 ? 0 : roundToEven(size / step),
        rounded = steps * step;
    if (rounded < 2 ** -14) return sign | (rounded * 2 ** 24);
    const power = Math.floor(Math.log2(rounded));
    return sign | ((power + 15) << 10) | (rounded / 2 ** (power - 10) - 1024);
}

function roundToEven(x) {
    const below = Math.floor(x),
        rest = x - below;
    return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
}

/* A key as text: whole numbers in whole, others as short as reads back the same. The minus sign is the long one. */
export function textOf(bits, type) {
    const { kind, width } = TYPES[type];
    if (kind === 'unsigned') return String(bits);
    if (kind === 'signed') return withMinus(String(bits >= 2 ** (width - 1) ? bits - 2 ** width : bits));
    const value = halfValue(bits);
    if (Number.isNaN(value)) return bits & SIGN ? '−NaN' : 'NaN';
    if (Math.abs(value) === Infinity) return value < 0 ? '−∞' : '∞';
    if (value === 0) return bits ? '−0' : '0';
    if (Number.isInteger(value)) return withMinus(String(value));
    let digits = 1;
    while (halfBits(Number(value.toPrecision(digits))) !== bits) digits++;
    return withMinus(String(Number(value.toPrecision(digits))));
}

const withMinus = (text) => text.replaceAll('-', '−');

/* The bits as text, the highest first. */
export const binaryOf = (number, width) => number.toString(2).padStart(width, '0');

/* The keys in a text, separated by blanks or commas: {keys, rounded: [{word, bits}] of floats that are not the number
   in the text}, or {error: a sentence}. */
export function parseKeys(text, type) {
    const words = text
        .replaceAll('−', '-')
        .split(/[\s,;]+/)
        .filter((word) => word !== '');
    if (words.length < 2) return { error: 'Type two keys or more, with blanks or commas between them.' };
    if (words.length > MOST_KEYS)
        return { error: `These are ${words.length} keys; the page shows up to ${MOST_KEYS}.` };
    const keys = [],
        rounded = [];
    for (const word of words) {
        const bits = parseKey(word, type);
        if (typeof bits === 'string') return { error: bits };
        keys.push(bits);
        if (TYPES[type].kind === 'float' && !SPECIAL.has(word.toLowerCase()) && halfValue(bits) !== Number(word))
            rounded.push({ word, bits });
    }
    return { keys, rounded };
}

/* A sentence on the floats that were rounded; nothing where none was. */
export function roundedText(rounded) {
    const texts = rounded.slice(0, 4).map(({ word, bits }) => {
        const shown = textOf(bits, 'f16'),
            value = halfValue(bits);
        const exact = value === 0 || Math.abs(value) === Infinity ? shown : withMinus(String(value));
        return `${withMinus(word)} is ${exact} in f16${exact === shown ? '' : `, shown as ${shown}`}`;
    });
    if (rounded.length > texts.length) texts.push(`${rounded.length - texts.length} more are rounded`);
    return texts.length ? `${texts.join('; ')}.` : '';
}

/* Words for floats that no digits say. */
const SPECIAL = new Map(
    [
        ['nan', NaN],
        ['inf', Infinity],
        ['infinity', Infinity],
        ['∞', Infinity],
    ].flatMap(([word, value]) => [
        [word, value],
        [`+${word}`, value],
        [`-${word}`, -value],
    ])
);

function parseKey(word, type) {
    const { kind, width, name } = TYPES[type];
    if (kind === 'float') {
        const digits = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word);
        const value = digits ? Number(word) : SPECIAL.get(word.toLowerCase());
        if (value === undefined) return `“${word}” is not a number.`;
        return halfBits(value) | (Number.isNaN(value) && word[0] === '-' ? SIGN : 0);
    }
    if (!/^[-+]?\d+$/.test(word)) return `“${word}” is not a whole number.`;
    const low = kind === 'signed' ? -(2 ** (width - 1)) : 0,
        high = low + 2 ** width - 1,
        value = Number(word);
    if (value < low || value > high)
        return `${withMinus(word)} does not fit: ${name} is ${withMinus(String(low))} to ${high}.`;
    return value < 0 ? value + 2 ** width : value;
}

/* A stream of numbers from 0 to below 1, the same for the same seed (Steele and others' SplitMix, in 32 bits). */
export function randomOf(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x9e3779b9) >>> 0;
        let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
        return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
    };
}

const TIES = 4; /* how many values there are in keys with many ties */

/* n keys. source: random, or ties. Floats are halves, and signed keys of 16 bits have four digits, to be readable. */
export function makeKeys(n, type, source, seed) {
    const random = randomOf(seed),
        { kind, width } = TYPES[type];
    const one = () => {
        if (kind === 'float') return halfBits(Math.floor(random() * 161 - 80) / 2);
        if (kind === 'unsigned') return Math.floor(random() * 2 ** width);
        const reach = Math.min(9999, 2 ** (width - 1) - 1),
            value = Math.floor(random() * (2 * reach + 1)) - reach;
        return value < 0 ? value + 2 ** width : value;
    };
    if (source !== 'ties') return Array.from({ length: n }, one);
    const values = Array.from({ length: TIES }, one);
    return Array.from({ length: n }, () => values[Math.floor(random() * TIES)]);
}

/* The keys as the typed array that the library sorts, and the library's name of their type where the array has none. */
export function typedKeys(keys, type) {
    const arrays = { u8: Uint8Array, u16: Uint16Array, i8: Int8Array, i16: Int16Array, f16: Uint16Array };
    return { array: arrays[type].from(keys), options: type === 'f16' ? { type: 'f16' } : {} };
}
