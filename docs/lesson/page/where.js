/*
 * Where a broken rule is at work: which steps, what is wrong at each, and the step that explains it best. Pure.
 */
import { textOf } from './keys.js';
import { NOBODY, ranks, stepsOf } from './model.js';

const negative = ({ id, bits }, { width }) => id !== NOBODY && Math.floor(bits / 2 ** (width - 1)) === 1;

/* For each fault: what is wrong at a step, in a sentence; undefined where nothing is. */
const NOTES = {
    unstable(sort, { phase, sweep: number, i }) {
        if (phase !== 'scatter') return undefined;
        const sweep = sort.sweeps[number],
            before = stableRanks(sweep)[i],
            took = takenRanks(sweep)[i];
        if (took === before) return undefined;
        const keys = (count) => (count === 0 ? 'no key' : count === 1 ? '1 key' : `${count} keys`);
        return (
            `of its digit, ${keys(before)} ${before > 1 ? 'stand' : 'stands'} before it, so it should have rank ${before}; ` +
            `but ${keys(took)} had arrived, and it was given rank ${took}.`
        );
    },
    inclusive(sort, { phase, sweep: number, i }) {
        if (phase !== 'scan') return undefined;
        const { bands, counts } = sort.sweeps[number];
        if (bands ? bands.flags[i] === 0 : counts[i] === 0) return undefined;
        return bands
            ? 'Its own flag is in the sum, so it goes one place too far.'
            : `Its own ${counts[i] === 1 ? 'key is' : `${counts[i]} keys are`} in the sum, so the bucket begins where it should end.`;
    },
    missing(sort, { phase }) {
        if (phase !== 'done') return undefined;
        return 'A sweep by the highest digit should follow here. Nothing has looked at that digit yet.';
    },
    highest(sort, { phase, sweep: number, i }) {
        if (phase !== 'scatter' || number === 0) return undefined;
        const { entries, digits, place } = sort.sweeps[number],
            high = (k) => Math.floor(entries[k].key / 2 ** place);
        const passed = entries.findIndex((_, k) => high(k) < high(i) && digits[k] > digits[i]);
        if (passed < 0) return undefined;
        const other = textOf(entries[passed].bits, sort.type);
        return (
            `${other} belongs before it, by a higher digit. But this lower digit is sorted by later, ` +
            `and in it ${other} is larger: it goes behind.`
        );
    },
    guarded(sort, { phase, sweep: number, i }) {
        const sweep = sort.sweeps[number];
        if (phase === 'start' || phase === 'done' || (phase === 'scan' && !sweep.bands)) return undefined;
        if (sweep.entries[i].id !== NOBODY) return undefined;
        return 'This is an empty place of the last tile. It is counted and placed as if it were a key.';
    },
    unsigned(sort, { phase, sweep: number, i }) {
        if (phase !== 'count' || !negative(sort.sweeps[number].entries[i], sort)) return undefined;
        return (
            'This key is negative. All its bits should have been flipped before a digit was cut; as they are, ' +
            'its sign counts as the highest bit of a large number.'
        );
    },
};

const stableRanks = ({ digits }) => ranks(digits);

/* The ranks that keys really took, in a split, too. */
const takenRanks = ({ bands, destinations, digits, ranks: given }) =>
    bands ? destinations.map((to, i) => (digits[i] === 0 ? to : to - bands.zeros)) : given;

/* The rule that is broken: its name in switches.js. */
export const faultOf = ({ faults }) => Object.keys(faults).find((fault) => faults[fault]);

/* What is wrong at a step, in a sentence; undefined where nothing is. */
export function faultNote(sort, step) {
    const fault = faultOf(sort);
    return fault && NOTES[fault](sort, step);
}

/*
 * The number of the step that explains the fault. The last sweep's first where it takes the last word (the rank that
 * undoes what earlier sweeps made, the sign bit); else the first of all.
 */
export function faultStep(sort) {
    const steps = stepsOf(sort),
        wrong = steps.flatMap((step, k) => (faultNote(sort, step) ? [k] : []));
    const late = ['unstable', 'unsigned', 'highest'].includes(faultOf(sort)),
        last = steps[wrong.at(-1)]?.sweep;
    return (late ? wrong.find((k) => steps[k].sweep === last) : wrong[0]) ?? steps.length - 1;
}
