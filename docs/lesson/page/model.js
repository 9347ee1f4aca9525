/*
 * The sort, as rows that a page can show and a test can compare: count, scan, scatter, sweep by sweep. Pure: nothing
 * here knows a page.
 *
 * An array is a list of entries {id, bits, key}: id is the key's place in the input (NOBODY where a fault made an
 * entry that is no key), bits are what moves, key is the transformed key, which digits are taken from. `faults` names
 * what is broken on purpose (switches.js says what each means): unstable, inclusive, missing, highest, guarded,
 * unsigned.
 */
import { ordered, randomOf, TYPES } from './keys.js';

export const NOBODY = -1;
export const TILE = 16; /* keys that are ranked together; a guarded tail is what the last tile lacks */

export const digitOf = (key, place, bits) => Math.floor(key / 2 ** place) % 2 ** bits;

/* How often each digit occurs. */
export function count(digits, radix) {
    const counts = new Array(radix).fill(0);
    for (const digit of digits) counts[digit]++;
    return counts;
}

/* The sum of all counts before each one: where its bucket begins. */
export function exclusiveScan(counts) {
    let sum = 0;
    return counts.map((own) => (sum += own) - own);
}

/* The fault: each count's own is in the sum, too. */
function inclusiveScan(counts) {
    let sum = 0;
    return counts.map((own) => (sum += own));
}

/* How many earlier keys have the same digit. */
export function ranks(digits) {
    const seen = new Map();
    return digits.map((digit) => {
        const rank = seen.get(digit) ?? 0;
        seen.set(digit, rank + 1);
        return rank;
    });
}

/* The numbers below n, each once, shuffled: the order in which keys arrive where nothing keeps them in theirs. */
export function shuffled(n, random) {
    const list = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
        const k = Math.floor(random() * (i + 1));
        [list[i], list[k]] = [list[k], list[i]];
    }
    return list;
}

/* A row that is worked out in the order in which keys arrive, given back in theirs; without arrivals as it is. */
function inArrival(arrival, row, work) {
    if (arrival === undefined) return work(row);
    const done = work(arrival.map((i) => row[i])),
        back = new Array(row.length);
    arrival.forEach((i, k) => (back[i] = done[k]));
    return back;
}

/*
 * One bit as it is split: a flag for each key whose bit is 0, the flags before it, and how many there are in all
 * (zeros). A key whose bit is 0 goes to its scan; one whose bit is 1 behind all zeros, to zeros + its place - its
 * scan. The fault `arrival`: what is before a key is what arrived before it.
 */
function splitBands(digits, { inclusive = false, arrival = undefined } = {}) {
    const flags = digits.map((digit) => 1 - digit),
        zeros = flags.reduce((sum, flag) => sum + flag, 0);
    const scan = inArrival(arrival, flags, inclusive ? inclusiveScan : exclusiveScan),
        places = inArrival(arrival, flags, (row) => row.map((_, i) => i));
    const destinations = digits.map((digit, i) => (digit === 0 ? scan[i] : zeros + places[i] - scan[i]));
    return { flags, scan, zeros, places, destinations };
}

/* One sweep over the entries; the rows of count, scan and scatter. A guarded tail fills the last tile with `phantom`,
   an entry that is no key; unstable ranks are given in an order of arrival that `random` shuffles. */
function sweepOf(input, place, bits, faults = {}, phantom = undefined, random = undefined) {
    const n = input.length,
        radix = 2 ** bits;
    const tail = faults.guarded ? (TILE - (n % TILE)) % TILE : 0;
    const entries = [...input, ...Array.from({ length: tail }, () => phantom)];
    const digits = entries.map(({ key }) => digitOf(key, place, bits)),
        counts = count(digits, radix);
    const arrival = faults.unstable ? shuffled(entries.length, random) : undefined;
    const offsets = (faults.inclusive ? inclusiveScan : exclusiveScan)(counts),
        rank = inArrival(arrival, digits, ranks);
    const bands = bits === 1 ? splitBands(digits, { inclusive: faults.inclusive, arrival }) : undefined;
    const destinations = bands ? bands.destinations : digits.map((digit, i) => offsets[digit] + rank[i]);
    return {
        n,
        place,
        bits,
        radix,
        entries,
        digits,
        counts,
        offsets,
        ranks: rank,
        destinations,
        bands,
    };
}

/* The output after the first `done` entries were moved: for each slot the index of the entry that it holds, or none. */
export function slotsAfter(sweep, done) {
    const slots = new Array(sweep.n).fill(undefined);
    for (let i = 0; i < done; i++) if (sweep.destinations[i] < sweep.n) slots[sweep.destinations[i]] = i;
    return slots;
}

/* The array that a sweep leaves. A slot that nothing was written to holds what scratch memory held: zeros here. */
function outputOf(sweep, stale) {
    return slotsAfter(sweep, sweep.entries.length).map((i) => (i === undefined ? stale : sweep.entries[i]));
}

/* The lowest bits of the digits, sweep by sweep, as a sort with these faults takes them. */
function placesOf(width, digitBits, { missing, highest }) {
    const places = [];
    for (let place = 0; place < width - (missing ? digitBits : 0); place += digitBits) places.push(place);
    return highest ? places.reverse() : places;
}

/* A whole sort. keys: their bits; rankSeed: what shuffles unstable ranks. */
export function sortOf({ keys, type, order, digitBits, faults = {}, rankSeed = 1 }) {
    const { width, kind } = TYPES[type],
        asUnsigned = Boolean(faults.unsigned && kind === 'float');
    const entry = (bits, id) => ({ id, bits, key: ordered(bits, type, order, asUnsigned) });
    const input = keys.map(entry),
        nothing = entry(0, NOBODY);
    const sweeps = [],
        random = randomOf(rankSeed);
    let array = input;
    for (const place of placesOf(width, digitBits, faults)) {
        const sweep = sweepOf(array, place, digitBits, faults, nothing, random);
        array = sweep.output = outputOf(sweep, nothing);
        sweeps.push(sweep);
    }
    return {
        keys,
        type,
        order,
        digitBits,
        width,
        faults,
        input,
        sweeps,
        result: array,
        ties: tiesOf(input, type, order),
    };
}

/* For each key {number, of}: the which-th of how many keys that tie with it. */
function tiesOf(input, type, order) {
    const groups = new Map();
    const name = ({ bits }) => ordered(bits, type, order);
    const numbers = input.map((entry) => {
        groups.set(name(entry), (groups.get(name(entry)) ?? 0) + 1);
        return groups.get(name(entry));
    });
    return input.map((entry, i) => ({ number: numbers[i], of: groups.get(name(entry)) }));
}

/* What is right and what is wrong with the result, found without the sort: by comparing neighbours and counting. */
export function verdictOf({ keys, type, order, result }) {
    const rank = ({ bits }) => ordered(bits, type, order);
    const disorder = [],
        unstable = [],
        times = new Array(keys.length).fill(0);
    for (const { id } of result) if (id !== NOBODY) times[id]++;
    for (let i = 1; i < result.length; i++) {
        const [a, b] = [result[i - 1], result[i]];
        if (rank(a) > rank(b)) disorder.push(i);
        else if (rank(a) === rank(b) && a.id !== NOBODY && b.id !== NOBODY && a.id > b.id) unstable.push(i);
    }
    const lost = times.flatMap((seen, id) => (seen === 0 ? [id] : [])),
        strangers = result.flatMap(({ id }, i) => (id === NOBODY ? [i] : []));
    const right = disorder.length + unstable.length + lost.length + strangers.length === 0;
    return { disorder, unstable, lost, strangers, right };
}

/*
 * Every step of a sort, in order: {phase, sweep, i}. phase: start; count, scan and scatter with the entry (or, in a
 * scan of buckets, the bucket) i; done. A scan of 256 buckets has a step for each bucket that is not empty.
 */
export function stepsOf(sort) {
    const steps = [{ phase: 'start', sweep: 0, i: 0 }];
    sort.sweeps.forEach((sweep, number) => {
        const each = (phase, list) => list.forEach((i) => steps.push({ phase, sweep: number, i }));
        const entries = sweep.entries.map((_, i) => i);
        each('count', entries);
        each('scan', sweep.bands ? entries : shownBuckets(sweep));
        each('scatter', entries);
    });
    steps.push({ phase: 'done', sweep: Math.max(sort.sweeps.length - 1, 0), i: 0 });
    return steps;
}

/* The buckets that are worth a place on the page. */
export function shownBuckets({ radix, counts }) {
    return counts.flatMap((own, digit) => (radix <= 16 || own > 0 ? [digit] : []));
}

/*
 * The rows as they stand when the step is done: counts; offsets, where known (undefined elsewhere); for one bit flags
 * and scan, as far as known; slots of the output (indices of entries); next: where each bucket's next key goes.
 */
export function rowsAt(sort, { phase, sweep: number, i }) {
    const sweep = sort.sweeps[number];
    if (sweep === undefined) return undefined; /* its only sweep is missing */
    const m = sweep.entries.length,
        order = ['start', 'count', 'scan', 'scatter', 'done'].indexOf(phase);
    const done = (own, all) => (order > own ? all : order === own ? i + 1 : 0);
    const counted = done(1, m),
        scanned = done(2, sweep.bands ? m : sweep.radix),
        moved = done(3, m);
    const upTo = (row, limit) => row.map((x, k) => (k < limit ? x : undefined));
    const bucketsKnown = sweep.bands ? (scanned === m ? sweep.radix : 0) : scanned;
    const offsets = upTo(sweep.offsets, bucketsKnown);
    const movedOf = count(sweep.digits.slice(0, moved), sweep.radix);
    return {
        sweep,
        counted,
        moved,
        counts: count(sweep.digits.slice(0, counted), sweep.radix),
        offsets,
        next: offsets.map((offset, digit) => (offset === undefined ? undefined : offset + movedOf[digit])),
        flags: sweep.bands && upTo(sweep.bands.flags, counted),
        scan: sweep.bands && upTo(sweep.bands.scan, scanned),
        slots: slotsAfter(sweep, moved),
        outside: sweep.destinations.flatMap((to, k) => (k < moved && to >= sweep.n ? [k] : [])),
    };
}
