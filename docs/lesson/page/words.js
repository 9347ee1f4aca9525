/*
 * Every step in words: what the page shows below its pictures, and what a screen reader says. Pure.
 */
import { NOBODY } from './model.js';
import { binaryOf, textOf, TYPES } from './keys.js';

const ordinal = (n) => `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
const keys = (count) => (count === 1 ? '1 key' : `${count} keys`);

export const bitsText = ({ place, bits }) => (bits === 1 ? `bit ${place}` : `bits ${place} to ${place + bits - 1}`);

export const PHASES = {
    start: 'Start',
    count: 'Count',
    scan: 'Scan',
    scatter: 'Scatter',
    done: 'Done',
};

/* As which number a key is ordered, and what the fault `asUnsigned` makes of that. */
export function ruleOf(type, order, asUnsigned) {
    const { kind } = TYPES[type],
        descending = order === 'descending';
    if (kind === 'float' && asUnsigned)
        return (
            'Floats are ordered as their bits stand, NaN and −0 too, and that is the fault: what belongs there ' +
            `is the sign bit flipped, or all bits where it was set.${descending ? ' Descending order flips every bit.' : ''}`
        );
    if (kind === 'float')
        return (
            'Floats are ordered with the sign bit flipped, or with all bits flipped where it was set; −0 counts as ' +
            `+0.${descending ? ' Descending order flips every bit once more.' : ''} Every NaN counts as all ones` +
            `${descending ? ' still' : ''}, so that it comes last.`
        );
    const rule =
        kind === 'signed'
            ? 'Signed keys are ordered with their sign bit flipped'
            : 'Unsigned keys are ordered as they are';
    return `${rule}${descending ? '; descending order flips every bit once more' : ''}.`;
}

/* An entry as it is called: its value, and which of its ties it is. */
export function entryName({ id, bits }, sort) {
    if (id === NOBODY) return 'a 0 that is no key';
    const { number, of } = sort.ties[id];
    return of > 1 ? `${textOf(bits, sort.type)} (${ordinal(number)} of ${of} ties)` : textOf(bits, sort.type);
}

/* The same with its place and its digit, where these are known. */
export function keyName(sort, entry, digit, place) {
    const at = place === undefined ? '' : `place ${place}: `;
    return `${at}${entryName(entry, sort)}${digit === undefined ? '' : `, digit ${digit}`}`;
}

/* The step of a sort, with the rows that model.js's rowsAt gave. */
export function stepWords(sort, step, rows) {
    const total = sort.sweeps.length;
    if (rows === undefined) return 'There is no sweep at all: the only one is missing, so the keys stay as they came.';
    const { sweep } = rows;
    const number = `Sweep ${step.sweep + 1} of ${total}`;
    if (step.phase === 'start') {
        const broken = Object.values(sort.faults).some(Boolean);
        const all = broken ? Math.ceil(sort.width / sort.digitBits) : total;
        return `${keys(sort.keys.length)} wait. ${all === 1 ? 'One sweep' : `${all} sweeps`} of ${
            sort.digitBits === 1 ? 'one bit' : `${sort.digitBits} bits`
        } ${broken ? 'would' : 'will'} put them in order, the lowest digit first${
            broken ? ', if no rule were broken' : ''
        }. No two keys are ever compared.`;
    }
    if (step.phase === 'done') {
        if (Object.values(sort.faults).some(Boolean)) return 'Done, with a rule broken: what came of it stands below.';
        return `Done: every key was moved ${total === 1 ? 'once' : `${total} times`}, and never compared with another.`;
    }
    if (step.phase === 'scan') return scanWords(sort, rows, step, number);
    const entry = sweep.entries[step.i],
        digit = sweep.digits[step.i],
        name = entryName(entry, sort);
    if (step.phase === 'count') {
        const what = sweep.bands
            ? `its ${bitsText(sweep)} is ${digit}, so its flag is ${sweep.bands.flags[step.i]}`
            : `its digit is ${digit} (${binaryOf(digit, sweep.bits)}); ` +
              `bucket ${digit} now counts ${rows.counts[digit]}`;
        return `${number}, count: ${name}: ${what}.`;
    }
    const to = sweep.destinations[step.i];
    const where = to < sweep.n ? `place ${to}` : `place ${to}, outside the array`;
    if (sweep.bands) {
        const { zeros, places, scan } = sweep.bands;
        const why =
            digit === 0
                ? `its bit is 0, so it goes where its scan says`
                : `its bit is 1, so it goes behind the ${zeros} zeros: ${zeros} + ${places[step.i]} − ${scan[step.i]}`;
        return `${number}, scatter: ${name}: ${why}: ${where}.`;
    }
    const rank = sweep.ranks[step.i];
    const before = sort.faults.unstable
        ? `${keys(rank)} of it arrived before this one`
        : `${keys(rank)} of it ${rank === 1 ? 'is' : 'are'} before this one`;
    return `${number}, scatter: ${name}: bucket ${digit} begins at ${sweep.offsets[digit]}, and ${before}: ${where}.`;
}

function scanWords({ faults }, { sweep }, { i }, number) {
    if (sweep.bands) {
        const { scan, zeros } = sweep.bands;
        const last = i === scan.length - 1 ? ` There are ${zeros} in all, so the ones begin at place ${zeros}.` : '';
        const flags = scan[i] === 1 ? '1 flag stands' : `${scan[i]} flags stand`;
        const own = faults.inclusive ? ', its own included' : '';
        if (faults.unstable)
            return `${number}, scan: ${flags} before the key of place ${i}, as the keys arrived.${last}`;
        return `${number}, scan: ${flags} before place ${i}${own}.${last}`;
    }
    const [count, offset] = [sweep.counts[i], sweep.offsets[i]];
    const has = `${number}, scan: bucket ${i} has ${keys(count)}`;
    if (faults.inclusive) return `${has}; with these the sum is ${offset}, so it is said to begin at place ${offset}.`;
    const before = i === 0 ? 'nothing is' : offset === 1 ? '1 key is in a bucket' : `${offset} keys are in buckets`;
    return `${has}; ${before} before it, so it begins at place ${offset}.`;
}

/* Counts in words. */
function digitsText(counts) {
    const some = counts.flatMap((own, digit) => (own > 0 ? [`${own} of digit ${digit}`] : []));
    return some.length ? some.join(', ') : 'no key';
}

/* A step of a sweep in tiles. */
export function tiledWords({ tiles, parts, counts, row, scanned, radix, bits, place }, { phase, i }) {
    const digit = Math.floor(i / tiles),
        tile = i % tiles;
    switch (phase) {
        case 'start':
            return (
                `${tiles} tiles hold the keys, in their order. ` +
                `Each will count ${bitsText({ place, bits })} of its own keys.`
            );
        case 'count':
            return `Tile ${i} counts its ${keys(parts[i].length)}: ${digitsText(counts[i])}.`;
        case 'scan':
            return (
                `Bucket ${digit}, tile ${tile} has ${keys(row[i])}; ${scanned[i]} are before it: ` +
                `all smaller digits of every tile${tile ? `, and digit ${digit} of earlier tiles` : ''}. ` +
                `It begins at place ${scanned[i]}.`
            );
        case 'scatter':
            return (
                `Tile ${i} writes its keys: for each digit from its own start on, in their order. ` +
                'No tile needs another one now.'
            );
        default:
            return (
                `Done: the output is that of one block; ${radix} buckets times ${tiles} tiles ` +
                `took one scan of ${radix * tiles} numbers.`
            );
    }
}

const SAW = {
    nothing: () => 'nothing is published there. It waits.',
    partial: (sum) => `partial. It adds these counts and looks one further; so far ${digitsText(sum)}.`,
    inclusive: (sum) => `inclusive. That holds all tiles before, so looking ends: ${digitsText(sum)} before this tile.`,
};

export const workerName = (worker) => 'ABCDEFGH'[worker];

/* An event of the OneSweep simulation; undefined: none yet. */
export function eventWords(event) {
    if (event === undefined)
        return 'Every bucket’s start is known from one read of all keys. No tile has been taken yet.';
    const { kind, worker, tile, at, saw, sum } = event;
    const who = `Worker ${workerName(worker)}`;
    switch (kind) {
        case 'ticket':
            return `${who} takes ticket ${tile}: tile ${tile} is its own.`;
        case 'count':
            return `${who} counts the digits of tile ${tile}.`;
        case 'partial':
            return `${who} publishes the counts of tile ${tile}, marked partial: this tile alone.`;
        case 'look':
            return `${who} looks back from tile ${tile} to tile ${at}: ${SAW[saw](sum)}`;
        case 'inclusive':
            return `${who} publishes the counts of tile ${tile}, marked inclusive: this tile and all before it.`;
        case 'stuck':
            return (
                `Deadlock: ${event.workers} groups are resident and there are ${event.tiles} tiles. All ` +
                `${event.workers} wait for tiles that no one has taken; those would be taken by a group that comes ` +
                'next, and no place is free for one until a tile is done.'
            );
        default:
            return `${who} writes the keys of tile ${tile} to their places.`;
    }
}
