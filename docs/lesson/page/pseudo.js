/*
 * The sort as pseudocode, with its broken rule if it has one; and, for a step, the lines that it is at and what they
 * have made. Pure.
 */
import { entryName } from './words.js';

/* The lines: {text, depth, broken (the line is where the rule is broken)}, by name. */
export function linesOf({ digitBits, width, faults }) {
    const { missing, highest, inclusive, unstable, guarded, unsigned } = faults;
    const places = Array.from({ length: width / digitBits - (missing ? 1 : 0) }, (_, k) => k * digitBits);
    if (highest) places.reverse();
    const list =
        places.length === 0
            ? 'nothing'
            : places.length > 4
              ? `${places[0]}, ${places[1]}, …, ${places.at(-1)}`
              : places.join(', ');
    const each = unstable ? 'for each key, as it happens to arrive' : 'for each key, in order';
    const counted = guarded ? 'for each key and each empty place' : 'for each key';
    const line = (name, depth, text, broken = false) => ({ name, depth, text, broken: Boolean(broken) });
    const cut = unsigned ? 'bits as they are' : digitBits === 1 ? 'key' : 'key';
    const head = line('sweep', 0, `for place = ${list}`, missing || highest);
    if (digitBits === 1)
        return [
            head,
            line('countEach', 1, counted, guarded),
            line('count', 2, `flag = 1 − bit ‘place’ of ${cut}`, unsigned),
            line('sum', 1, 'sum = 0'),
            line('scanEach', 1, each, unstable),
            ...(inclusive
                ? [line('add', 2, 'sum = sum + flag', true), line('start', 2, 'scan = sum', true)]
                : [line('start', 2, 'scan = sum'), line('add', 2, 'sum = sum + flag')]),
            line('zeros', 1, 'zeros = sum'),
            line('scatterEach', 1, 'for each key, with its place i'),
            line('move', 2, 'out[flag ? scan : zeros + i − scan] = key'),
            line('swap', 1, 'keys = out'),
        ];
    return [
        head,
        line('countEach', 1, counted, guarded),
        line('count', 2, `count[digit of ${cut}] += 1`, unsigned),
        line('sum', 1, 'sum = 0'),
        line('scanEach', 1, 'for each digit d, from 0 on'),
        ...(inclusive
            ? [line('add', 2, 'sum = sum + count[d]', true), line('start', 2, 'next[d] = sum', true)]
            : [line('start', 2, 'next[d] = sum'), line('add', 2, 'sum = sum + count[d]')]),
        line('scatterEach', 1, each, unstable),
        line('move', 2, `out[next[digit of ${cut}]] = key`, unsigned),
        line('bump', 2, `next[digit of ${cut}] += 1`),
        line('swap', 1, 'keys = out'),
    ];
}

/* The names of the lines that a step is at, and what they made: {name: text}. */
export function atStep(sort, step, rows) {
    const { phase, i } = step;
    if (rows === undefined || phase === 'start') return {};
    if (phase === 'done') return { swap: 'in order?' };
    const { sweep } = rows,
        digit = sweep.digits[i],
        name = sweep.entries[i] && entryName(sweep.entries[i], sort).replace(/ \(.*/, '');
    if (phase === 'count')
        return sweep.bands
            ? { count: `flag = ${sweep.bands.flags[i]}` }
            : { count: `count[${digit}] = ${rows.counts[digit]}` };
    if (phase === 'scan') {
        if (sweep.bands) {
            const { scan, flags } = sweep.bands;
            return { start: `scan = ${scan[i]}`, add: `sum = ${scan[i] + (sort.faults.inclusive ? 0 : flags[i])}` };
        }
        const sum = sweep.offsets[i] + (sort.faults.inclusive ? 0 : sweep.counts[i]);
        return { start: `next[${i}] = ${sweep.offsets[i]}`, add: `sum = ${sum}` };
    }
    const to = sweep.destinations[i];
    if (sweep.bands || sort.faults.unstable) return { move: `out[${to}] = ${name}` };
    return { move: `out[${to}] = ${name}`, bump: `next[${digit}] = ${rows.next[digit]}` };
}
