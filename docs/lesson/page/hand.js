/*
 * A sweep by hand: keys of two decimal digits, which the reader puts into order by the last digit and then by the
 * first. Pure.
 */
import { randomOf } from './keys.js';

const KEYS = 8;

/* What each of the two sweeps looks at. */
export const SWEEPS = [
    { name: 'last digit', digit: (value) => value % 10 },
    { name: 'first digit', digit: (value) => Math.floor(value / 10) },
];

/* Keys [{value, id}] with ties in both digits: last digits of three kinds, first digits of three kinds. */
export function handKeys(seed) {
    const random = randomOf(seed),
        three = () => {
            const list = [1, 2, 3, 4, 5, 6, 7, 8, 9];
            return Array.from({ length: 3 }, () => list.splice(Math.floor(random() * list.length), 1)[0]);
        };
    const [tens, ones] = [three(), three()],
        one = (list) => list[Math.floor(random() * 3)];
    return Array.from({ length: KEYS }, (_, id) => ({ value: 10 * one(tens) + one(ones), id }));
}

/*
 * What the reader's order of the keys is: {sorted: by this digit, stable: and keys of one digit as they stood before,
 * text}.
 */
export function judge(before, after, { name, digit }) {
    const place = new Map(before.map(({ id }, i) => [id, i]));
    const pair = (wrong) => after.findIndex((key, i) => i > 0 && wrong(after[i - 1], key));
    const fall = pair((a, b) => digit(a.value) > digit(b.value));
    if (fall > 0) {
        const [a, b] = [after[fall - 1].value, after[fall].value];
        return { sorted: false, stable: false, text: `Not yet: ${a} stands before ${b}, but its ${name} is larger.` };
    }
    const swap = pair((a, b) => digit(a.value) === digit(b.value) && place.get(a.id) > place.get(b.id));
    if (swap > 0) {
        const [a, b] = [after[swap].value, after[swap - 1].value];
        return {
            sorted: true,
            stable: false,
            text: `In order by the ${name}, but not stable: ${a} stood before ${b === a ? `the other ${b}` : b}, and this digit is no reason to change that.`,
        };
    }
    return { sorted: true, stable: true, text: `In order by the ${name}, and stable.` };
}

/* What the array is after both sweeps, in a sentence. */
export function outcome(keys) {
    const fall = keys.findIndex(({ value }, i) => i > 0 && keys[i - 1].value > value);
    if (fall < 0) return 'The keys are in order. You looked at digits alone, and never compared two keys.';
    return `${keys[fall - 1].value} stands before ${keys[fall].value}: a sweep that was not stable has lost what the one before it did.`;
}
