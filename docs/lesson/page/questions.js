/*
 * Questions that cannot be guessed: numbers to work out, keys to put into order, and statements of which all that are
 * true must be chosen and no other. Pure.
 */
import { exclusiveScan, shuffled } from './model.js';
import { randomOf } from './keys.js';

const STABLE = [
    ['Keys whose digits are equal may change places.', true],
    ['What earlier, lower digits had put in order may be lost.', true],
    ['Keys that are equal may come out in another order than they came in.', true],
    ['Some keys may be lost.', false],
    ['The counts of the buckets may be wrong.', false],
    ['A single sweep over keys whose digits all differ may go wrong.', false],
];
const WAITS = [
    ['Tile 4 has the smaller ticket, so a group that is running already has taken it.', true],
    ['Tile 4 publishes its own counts before it waits for anybody.', true],
    ['Everybody waits for smaller tickets alone, so the smallest one that is not done waits for nobody.', true],
    ['The GPU starts all groups at the same time.', false],
    ['Tile 4 has to have written its keys before tile 5 may go on.', false],
    ['A group that waits is taken off, and another one gets its place.', false],
];

/* [{ask, part (where the page tells), kind: number, list or all, answer, choices, why}] */
export function questionsOf(seed) {
    const random = randomOf(seed),
        pick = (list) => list[Math.floor(random() * list.length)];
    const [width, bits] =
        seed === 1
            ? [16, 4]
            : pick([
                  [16, 8],
                  [32, 4],
                  [32, 8],
                  [64, 8],
                  [16, 2],
                  [32, 16],
              ]);
    const counts = Array.from({ length: 4 }, () => Math.floor(random() * 7));
    const digits = [1, 2, 3].map((x) => x + Math.floor(random() * 7)),
        keys = Array.from({ length: 6 }, () => 10 * (1 + Math.floor(random() * 9)) + pick(digits));
    const sorted = keys.map((key, i) => [key, i]).sort(([a, i], [b, k]) => (a % 10) - (b % 10) || i - k);
    const [stable, waits] = [STABLE, WAITS].map((list) => shuffled(list.length, random).map((k) => list[k]));
    return [
        {
            ask: `Keys of ${width} bits are sorted by digits of ${bits} bits. How many sweeps is that?`,
            part: '#cost',
            kind: 'number',
            answer: width / bits,
            why: `Each sweep sorts by one digit, and ${width} / ${bits} = ${width / bits} digits cover every bit.`,
        },
        {
            ask: `Four buckets count ${counts.join(', ')} keys. At which place does the last one begin?`,
            part: '#sort',
            kind: 'number',
            answer: exclusiveScan(counts)[3],
            why: `The sum of the counts before it, its own not included: ${counts.slice(0, 3).join(' + ')}.`,
        },
        {
            ask: `One sweep by the last decimal digit alone: write ${keys.join(' ')} as it leaves them.`,
            part: '#sort',
            kind: 'list',
            answer: sorted.map(([key]) => key),
            why: 'By the last digit, and keys whose last digits are equal stay as they stood.',
        },
        {
            ask: 'The ranks of a sweep are not stable. Choose everything that may go wrong, and nothing else.',
            part: '#break',
            kind: 'all',
            choices: stable.map(([text]) => text),
            answer: stable.map(([, is]) => is),
            why: 'Every key still gets a place of its own bucket, so nothing is lost and each sweep looks right by itself. What it found in order it does not keep.',
        },
        {
            ask: 'Tile 5 waits for the counts of tile 4. Why may it? Choose every reason that is one.',
            part: '#onesweep',
            kind: 'all',
            choices: waits.map(([text]) => text),
            answer: waits.map(([, is]) => is),
            why: 'Tickets are given out in order to groups that run. So there is always a tile that needs nobody, and when it has published, the next one needs nobody.',
        },
    ];
}

/* Whether what was typed or chosen is the answer. A list may have blanks or commas. */
export function isAnswer({ kind, answer }, given) {
    if (kind === 'all') return answer.every((is, k) => is === Boolean(given[k]));
    const numbers = given
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number);
    const wanted = kind === 'list' ? answer : [answer];
    return numbers.length === wanted.length && numbers.every((x, k) => x === wanted[k]);
}
