/*
 * What the tests of the lesson share: the library's own rows for a sort, and the sorts that are tried.
 */
import sweepsort from 'sweepsort';
import { makeKeys, ordered, randomOf, TYPES, typedKeys } from '../page/keys.js';

export const library = await sweepsort();

/* Milliseconds for anything to happen: the machine may be busy. A fault that was planted need not wait as long. */
export const PATIENCE = Number(process.env.PATIENCE ?? 120000);

/* The full matrix, and not a sample of it. */
export const LONG = Boolean(process.env.LESSON_LONG);

export const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);

export const random = randomOf(seed);
/* A number below n, the seed's next. */
export const below = (n) => Math.floor(random() * n);

export const ids = (entries) => entries.map(({ id }) => id);

export const WIDTHS = [1, 2, 4, 8],
    ORDERS = ['ascending', 'descending'];

/* Every type, order, digit width and kind of keys, at some lengths. */
export function* cases(lengths) {
    let k = 0;
    for (const type of Object.keys(TYPES))
        for (const order of ORDERS)
            for (const digitBits of WIDTHS)
                for (const source of ['random', 'ties'])
                    for (const n of lengths)
                        yield { type, order, digitBits, keys: makeKeys(n, type, source, seed + k++) };
}

/* The library's order of these keys by the bits [begin, end): indices. */
export function libraryOrder({ keys, type, order }, begin = 0, end = TYPES[type].width) {
    const { array, options } = typedKeys(keys, type);
    return [...library.argsort(array, { ...options, order, beginBit: begin, endBit: end })];
}

/* The library's counts and offsets of one digit of transformed keys. */
export function libraryDigit(transformed, place, bits) {
    const counts = library.histogram(Uint32Array.from(transformed), { radix: 2 ** bits, place: 2 ** place });
    return { counts: [...counts], offsets: [...library.offsets(counts)] };
}

export const transformedOf = ({ keys, type, order }) => keys.map((bits) => ordered(bits, type, order));

/* Waits until an expression is true in the page. It asks from outside, again and again: the page's own policy forbids
   it to evaluate text. */
export async function until(page, expression, patience = PATIENCE) {
    for (const end = Date.now() + patience; Date.now() < end; await new Promise((go) => setTimeout(go, 40)))
        if (await page.evaluate(expression)) return;
    throw new Error(`this did not come true: ${expression}`);
}
