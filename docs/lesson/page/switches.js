/*
 * The switches that break the sort: each one's name, what it does in two sentences, what it wants of the settings so
 * that there is something to see, and why it can break nothing where it cannot. Pure.
 */
import { TYPES } from './keys.js';
import { sortOf, TILE, verdictOf } from './model.js';

const SEEDS = 64; /* shuffles that are tried until one breaks the sort; two keys change places in every second */

export const SWITCHES = [
    {
        fault: 'unstable',
        name: 'Unstable ranks',
        text:
            'Ranks are given in the order in which keys happen to arrive, here shuffled, so keys with equal digits ' +
            'change places. Each sweep by itself looks right, but the order that earlier sweeps made is gone, and ' +
            'ties no longer stand as they came.',
        whole: (sort) =>
            sort.sweeps.length > 1
                ? 'No two keys share their highest digit, so the last sweep alone decides every place.'
                : 'There is one sweep, and no two keys share its digit.',
    },
    {
        fault: 'inclusive',
        name: 'Inclusive scan',
        text:
            'Each bucket’s own count is in its sum, so it begins where it should end. The first slots are never ' +
            'written, buckets overwrite each other, and with digits wider than a bit the last one runs past the ' +
            'end of the array.',
        whole: () => 'Every bit of every key is 1 here, and ones stand where they should.',
    },
    {
        fault: 'missing',
        name: 'A missing sweep',
        text:
            'The sort ends one sweep early, and nothing has looked at the highest digit. All digits below are in ' +
            'order, so the result rises again and again, like the teeth of a saw.',
        whole: () => 'The other digits alone put these keys in order.',
    },
    {
        fault: 'highest',
        name: 'Highest digit first',
        text:
            'The same sweeps run in the other order, the lowest digit last, and the last sweep has the last word. ' +
            'A sort that begins with the highest digit must sort each bucket by itself after that, and never mix ' +
            'them again.',
        whole: (sort) =>
            sort.sweeps.length > 1
                ? 'These keys come into order whichever digit is first.'
                : 'There is one sweep: its digit is the highest and the lowest.',
    },
    {
        fault: 'guarded',
        name: 'A guarded tail',
        text:
            `Keys are ranked in tiles of ${TILE}; here the empty places of the last tile are not filled with the ` +
            'key that sorts last, only kept from being written. They read as 0 and are ranked like keys: they ' +
            'take real places, and keys fall off the end.',
        wants: (settings) => (settings.n % TILE === 0 ? { ...settings, n: settings.n - 3 } : settings),
        whole: () => 'In every digit no key comes after a 0 here, so the empty places are last anyway.',
    },
    {
        fault: 'unsigned',
        name: 'Floats as unsigned',
        text:
            'The digits are cut from the bits as they are, and a float’s sign is its highest bit. Negative keys ' +
            'come after all others, and from the smallest to the largest size, which for them is backwards.',
        wants: (settings) => (TYPES[settings.type].kind === 'float' ? settings : { ...settings, type: 'f16' }),
        whole: () => 'The bits of these keys, as floats, are in the right order as they are.',
    },
];

/* The settings as a switch wants them; no switch (undefined) wants nothing. */
export function wanted(settings, fault) {
    const { wants } = SWITCHES.find((one) => one.fault === fault) ?? {};
    return wants ? wants(settings) : settings;
}

/*
 * The sort with one rule broken. Unstable ranks are shuffled by the first seed by which the order falls, if there is
 * one, and otherwise by the first that changes ties.
 */
export function breakSort(settings, fault) {
    const broken = (rankSeed) => sortOf({ ...settings, faults: { [fault]: true }, rankSeed });
    if (fault !== 'unstable') return broken(1);
    let some;
    for (let seed = 1; seed <= SEEDS; seed++) {
        const sort = broken(seed),
            { disorder, right } = verdictOf(sort);
        if (disorder.length > 0) return sort;
        if (!right) some ??= sort;
    }
    return some ?? broken(1);
}

/* Why a switch breaks nothing with these settings, in a sentence; undefined where it does. */
export function whyWhole(settings, fault) {
    const sort = breakSort(settings, fault);
    return verdictOf(sort).right ? SWITCHES.find((one) => one.fault === fault).whole(sort) : undefined;
}

/* What the result shows, in a sentence. */
export function consequence(verdict, n) {
    const { disorder, unstable, lost, strangers } = verdict;
    const parts = [];
    if (lost.length) parts.push(`${keysOf(lost.length)} of ${n} ${lost.length === 1 ? 'is' : 'are'} lost`);
    if (strangers.length) parts.push(`${slotsOf(strangers.length)} what was never a key`);
    if (disorder.length)
        parts.push(`the order falls at ${disorder.length === 1 ? 'one place' : `${disorder.length} places`}`);
    if (unstable.length)
        parts.push(`ties have changed places ${unstable.length === 1 ? 'once' : `${unstable.length} times`}`);
    return `At the end ${parts.join('; ')}.`;
}

const keysOf = (count) => (count === 1 ? 'one key' : `${count} keys`);
const slotsOf = (count) => (count === 1 ? 'one slot holds' : `${count} slots hold`);
