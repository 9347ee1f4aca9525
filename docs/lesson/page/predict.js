/*
 * Predict before you see: at which steps the page asks where a key will go, and what it says to an answer. Pure.
 */
import { entryName } from './words.js';

/*
 * Whether a step is asked about: in each sweep the first key that has others of its digit before it (its rank counts),
 * and the first one of the largest digit (its bucket's start counts).
 */
export function isAsked(sort, { phase, sweep: number, i }) {
    if (phase !== 'scatter') return false;
    const { digits, ranks } = sort.sweeps[number];
    return i === ranks.findIndex((rank) => rank > 0) || i === digits.indexOf(Math.max(...digits));
}

export function question(sort, { sweep: number, i }) {
    const { entries, digits } = sort.sweeps[number];
    return `Predict: where will ${entryName(entries[i], sort)} go? Its digit is ${digits[i]}. Choose a place of the output.`;
}

/* {good, text}. */
export function reply(sort, { sweep: number, i }, place) {
    const { destinations, digits, offsets, counts, ranks, bands } = sort.sweeps[number],
        to = destinations[i],
        digit = digits[i];
    const begins = bands ? (digit === 0 ? 0 : bands.zeros) : offsets[digit];
    const why = `bucket ${digit} begins at ${begins}, and ${ranks[i]} of it ${ranks[i] === 1 ? 'was' : 'were'} before: place ${to}.`;
    if (place === to) return { good: true, text: `Yes: ${why}` };
    const inside = place >= begins && place < begins + counts[digit];
    return {
        good: false,
        text: `${inside ? `Place ${place} is in its bucket, but not next in it:` : `Place ${place} is in another bucket:`} ${why}`,
    };
}
