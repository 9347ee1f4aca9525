/*
 * The switches that break the sort: each one's name, what it does in two sentences, and what it wants of the settings
 * so that there is something to see. Pure.
 */
import { TYPES } from './keys.js';
import { TILE } from './model.js';

export const SWITCHES = [
    {
        fault: 'unstable',
        name: 'Unstable ranks',
        text:
            'Equal digits change places: ranks are given in the order in which keys happen to arrive, here from ' +
            'the last to the first. The sweep itself looks right, but the order that earlier sweeps made is gone, ' +
            'and the next digit shows it.',
        wants: (settings) => settings,
    },
    {
        fault: 'inclusive',
        name: 'Inclusive scan',
        text:
            'Each bucket’s own count is in its sum, so it begins where it should end. The first slots are never ' +
            'written, buckets overwrite each other, and with digits wider than a bit the last one runs past the ' +
            'end of the array.',
        wants: (settings) => settings,
    },
    {
        fault: 'missing',
        name: 'A missing sweep',
        text:
            'The sort ends one sweep early, and nothing has looked at the highest digit. All digits below are in ' +
            'order, so the result rises again and again, like the teeth of a saw.',
        wants: (settings) => settings,
    },
    {
        fault: 'guarded',
        name: 'A guarded tail',
        text:
            `Keys are ranked in tiles of ${TILE}; here the empty places of the last tile are not filled with the ` +
            'key that sorts last, only kept from being written. They read as 0 and are ranked like keys: they ' +
            'take real places, and keys fall off the end.',
        wants: (settings) =>
            settings.n % TILE === 0 ? { ...settings, n: settings.n - 3 } : settings,
    },
    {
        fault: 'unsigned',
        name: 'Floats as unsigned',
        text:
            'The digits are cut from the bits as they are, and a float’s sign is its highest bit. Negative keys ' +
            'come after all others, and from the smallest to the largest size, which for them is backwards.',
        wants: (settings) =>
            TYPES[settings.type].kind === 'float' ? settings : { ...settings, type: 'f16' },
    },
];

/* What the result shows, in a sentence. */
export function consequence(verdict, n) {
    const { disorder, unstable, lost, strangers, right } = verdict;
    const parts = [];
    if (lost.length) parts.push(`${keysOf(lost.length)} of ${n} ${lost.length === 1 ? 'is' : 'are'} lost`);
    if (strangers.length) parts.push(`${slotsOf(strangers.length)} what was never a key`);
    if (disorder.length)
        parts.push(`the order falls at ${disorder.length === 1 ? 'one place' : `${disorder.length} places`}`);
    if (unstable.length)
        parts.push(`ties have changed places ${unstable.length === 1 ? 'once' : `${unstable.length} times`}`);
    if (right)
        return 'Nothing is wrong at the end: with these keys this fault does not show. Faults that hide are the worst.';
    const text = parts.join('; ');
    return `At the end ${text}.`;
}

const keysOf = (count) => (count === 1 ? 'one key' : `${count} keys`);
const slotsOf = (count) => (count === 1 ? 'one slot holds' : `${count} slots hold`);
