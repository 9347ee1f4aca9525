/*
 * The kernels of the engine `onesweep` on a WebGPU device, as WGSL text: histogram, bases and, once for each digit, sweep.
 *
 *     histogram   counts the digits of all sweeps in one read of the keys, a row of counts for each workgroup; clears
 *                 the tickets and the states
 *     bases       their sums: where the keys of each digit begin
 *     sweep       counts, ranks and writes a tile of 3584 keys: output index = base + keys of that digit in earlier
 *                 tiles + rank within the tile
 *
 * The keys in earlier tiles are found by decoupled look-back (Merrill and Garland, 2016; Adinets and Merrill, Onesweep,
 * 2022): each tile and digit has a word, its state, that says in two bits what the other thirty count: nothing yet, the
 * tile's own keys, or those and all before them. A tile publishes its own counts, walks back over earlier tiles until it
 * meets a sum of all, and publishes its own such sum. Flag and count share a word and the keys were written by an
 * earlier dispatch, so relaxed atomics, the only ones of WGSL, do.
 *
 * WebGPU does not promise that one workgroup gets on while another waits for it, and here none depends on that: who has
 * looked in vain for a while counts the keys of the earlier tile itself, publishes that, and walks on. Tiles are handed
 * out by a ticket, so that this is rare where workgroups do get on.
 *
 * States are cleared once, not for every sweep: flags move on by two from a sweep to the next, so that what one sweep
 * leaves (a state of its own, of either kind) is nothing yet to the next one. Only the last tile's is never written.
 *
 * A tile is ranked by two stable counting sorts of four bits. An invocation has 14 neighbouring keys, so that its 16
 * counts are fours of bits in two words. In the scan over all invocations they are halves of eight words.
 */
import { GROUP, ORDERED, PARAMETERS, RADIX, bindings, common, inclusiveScan } from './wgsl.js';

const ITEMS = 14; /* keys of an invocation: more do not fit the 16384 bytes of workgroup memory that every device has */
export const SWEEP_TILE = GROUP * ITEMS,
    TICKETS = 64, /* one for each sweep that there can be */
    LOOKS = 2000; /* in vain, before a tile is counted again: some of the time that a tile takes */
/* flags of a sweep: the values are the keys' places; argsort's last sweep writes no keys */
export const MAKES_INDICES = 1,
    WRITES_KEYS = 2;
const PART = 32768,
    MOST_PARTS = 256;
export const MOST_KEYS = 2 ** 30 - 1; /* that a state counts */

/* The workgroups that count n keys. */
export const partsOf = (n) => Math.min(Math.ceil(n / PART), MOST_PARTS);

/* The words of a row of histograms: of all sweeps, in the least radix that has room for every digit. */
const radixOf = (digits) => 1 << Math.max(1, ...digits.map(({ bits }) => bits));
export const countsOf = (digits) => digits.length * radixOf(digits);

const PARAMETER = ['p', 'uniform', 'Parameters'],
    COUNT = ['count', 'read', 'array<u32>'];

/* The table: tickets, then the states of each tile. */
const TABLE = `
const RADIX = ${RADIX}u;
const STATES = ${TICKETS}u;`;

/* shape: {words, float, digits: [{place, bits}]} and what single kernels say. Each returns {text, bindings}. */

export function histogramKernel({ words, float, digits }) {
    const list = [
        PARAMETER,
        COUNT,
        ['keys', 'write', 'array<Key>'],
        ['histograms', 'write', 'array<u32>'],
        ['table', 'write', 'array<u32>'],
    ];
    const radix = radixOf(digits);
    const adds = digits.map(
        ({ place, bits }, sweep) => `
        atomicAdd(&counts[${sweep * radix}u + digit_at(x, ${place}u, ${(1 << bits) - 1}u)], 1u);`
    );
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${common('arrayLength(&keys)', SWEEP_TILE)}
${ORDERED[words](float)}
${TABLE}
const COUNTS = ${countsOf(digits)}u;
var<workgroup> counts: array<atomic<u32>, COUNTS>;

@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) me: u32) {
    let n = key_count();
    let begin = group.x * GROUP + me;
    let step = groups.x * GROUP;
    for (var i = begin; i < n; i += step) {
        let x = ordered(keys[i]);${adds.join('')}
    }
    for (var i = begin; i < STATES; i += step) { table[i] = 0u; }
    let end = STATES + max(tiles_of(n), 1u) * RADIX - RADIX;
    for (var i = STATES + begin; i < end; i += step) { table[i] = 0u; }
    workgroupBarrier();
    for (var i = me; i < COUNTS; i += GROUP) { histograms[group.x * COUNTS + i] = atomicLoad(&counts[i]); }
}`,
    };
}

/* One workgroup for each sweep. */
export function basesKernel({ digits }) {
    const list = [
        ['histograms', 'write', 'array<u32>'],
        ['bases', 'write', 'array<u32>'],
    ];
    const radix = radixOf(digits);
    return {
        bindings: list,
        text: `
${bindings(list)}
${inclusiveScan(radix)}

@compute @workgroup_size(${radix})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    var total = 0u;
    for (var i = group.x * ${radix}u + me; i < arrayLength(&histograms); i += ${countsOf(digits)}u) {
        total += histograms[i];
    }
    bases[group.x * ${RADIX}u + me] = inclusive_scan(me, total, ${radix}u) - total;
}`,
    };
}

/* The tile in `room`, a word a key (its digit above its place), stably sorted by four bits of the digit, from `bit` on.
   It is there behind a barrier, and is again. */
const SORT = `
const ITEMS = ${ITEMS}u;
const PLANES = 8u;                          // of the counts: two of the 16 values each
const PARTIALS = PLANES * GROUP / 8u * 9u;  // in the room, behind the planes
const ROWS = PARTIALS + GROUP;
fn spread(i: u32) -> u32 { return i + i / 8u; }     // over the banks of the memory
fn value_of(word: u32, bit: u32) -> u32 { return (word >> (16u + bit)) & 15u; }
fn sort_by(bit: u32, me: u32) {
    var words: array<u32, ITEMS>;
    var low = 0u;       // how often values 0 to 7 occur, four bits each
    var high = 0u;      // and 8 to 15
    for (var k = 0u; k < ITEMS; k++) {
        let word = room[me * ITEMS + k];
        let value = value_of(word, bit);
        let one = 1u << (4u * (value % 8u));
        words[k] = word;
        low += select(one, 0u, value >= 8u);
        high += select(0u, one, value >= 8u);
    }
    workgroupBarrier();

    /* an exclusive scan of all values' counts, of all invocations each: eights, rows of 32 eights, rows */
    for (var plane = 0u; plane < PLANES; plane++) {
        room[spread(plane * GROUP + me)] = ((low >> (4u * plane)) & 15u) | (((high >> (4u * plane)) & 15u) << 16u);
    }
    workgroupBarrier();
    var eight = 0u;
    for (var i = 0u; i < 8u; i++) { eight += room[spread(me * 8u + i)]; }
    room[PARTIALS + me] = eight;
    workgroupBarrier();
    let row = me / 32u;
    var sum = 0u;
    for (var i = row * 32u; i < me; i++) { sum += room[PARTIALS + i]; }
    if (me % 32u == 31u) { room[ROWS + row] = sum + eight; }
    workgroupBarrier();
    var all = 0u;
    for (var i = 0u; i < GROUP / 32u; i++) {
        if (i == row) { sum += all; }
        all += room[ROWS + i];
    }
    sum += all << 16u;      // the values from 8 on stand behind all below
    for (var i = 0u; i < 8u; i++) {
        let here = room[spread(me * 8u + i)];
        room[spread(me * 8u + i)] = sum;
        sum += here;
    }
    workgroupBarrier();

    var to: array<u32, ITEMS>;
    low = 0u;
    high = 0u;
    for (var k = 0u; k < ITEMS; k++) {
        let value = value_of(words[k], bit);
        let shift = 4u * (value % 8u);
        let upper = value >= 8u;
        let starts = room[spread((value % 8u) * GROUP + me)];
        to[k] = (select(starts, starts >> 16u, upper) & 0xffffu) + ((select(low, high, upper) >> shift) & 15u);
        low += select(1u << shift, 0u, upper);
        high += select(0u, 1u << shift, upper);
    }
    workgroupBarrier();
    for (var k = 0u; k < ITEMS; k++) { room[to[k]] = words[k]; }
    workgroupBarrier();
}`;

/* The states: LOCAL, the tile's own keys; INCLUSIVE, those and all before; other flags: nothing that this sweep wrote. */
const LOOK_BACK = `
const LOCAL = 1u;
const INCLUSIVE = 2u;
fn state(flag: u32, count: u32) -> u32 { return ((2u * p.sweep + flag) << 30u) | count; }
fn flag_of(state: u32) -> u32 { return ((state >> 30u) - 2u * p.sweep) & 3u; }
fn count_of(state: u32) -> u32 { return state & 0x3fffffffu; }
fn state_at(tile: u32, digit: u32) -> u32 { return STATES + tile * RADIX + digit; }
fn base_of(digit: u32) -> u32 { return bases[p.sweep * RADIX + digit]; }

/* Walks back by one digit. cursor: one above the next tile to look at; ends as 0, or at a tile whose state is not there
   after so many looks. Returns the sum of what was met. */
fn walk(digit: u32, cursor: ptr<function, u32>) -> u32 {
    var sum = 0u;
    var at = *cursor;
    var looks = p.looks;
    while (at != 0u) {
        let met = atomicLoad(&table[state_at(at - 1u, digit)]);
        let flag = flag_of(met);
        if (flag == INCLUSIVE) {
            sum += count_of(met);
            at = 0u;
        } else if (flag == LOCAL) {
            sum += count_of(met);
            at--;
            if (at == 0u) { sum += base_of(digit); }
        } else if (looks == 0u) {
            break;
        } else {
            looks--;
        }
    }
    *cursor = at;
    return sum;
}

/* Publishes a tile's own keys in place of its workgroup, where that has not. */
fn publish_for(tile: u32, digit: u32, count: u32) {
    let at = state_at(tile, digit);
    var old = atomicLoad(&table[at]);
    while (flag_of(old) != LOCAL && flag_of(old) != INCLUSIVE) {
        let result = atomicCompareExchangeWeak(&table[at], old, state(LOCAL, count));
        if (result.exchanged) { break; }
        old = result.old_value;
    }
}`;

/* shape.valueWords: words of a value that moves along, 0 for none. */
export function sweepKernel({ words, float, valueWords }) {
    const list = [
        PARAMETER,
        COUNT,
        ['keys', 'write', 'array<Key>'],
        ['table', 'write', 'array<atomic<u32>>'],
        ['bases', 'write', 'array<u32>'],
        ['keys_out', 'write', 'array<Key>'],
    ];
    if (valueWords > 0) list.push(['values', 'write', 'array<u32>'], ['values_out', 'write', 'array<u32>']);

    /* A word of each key goes by way of the room: in the old order into it, in the new one out of it. There `old` is a
       place in the tile as it was, `to` an output index. */
    const exchange = (word, out) => `
        for (var k = 0u; k < ITEMS; k++) {
            let place = k * GROUP + me;
            if (place < valid) { room[place] = ${word}; }
        }
        workgroupBarrier();
        for (var k = 0u; k < ITEMS; k++) {
            let place = k * GROUP + me;
            if (place < valid) {
                let old = words[k] & 0xffffu;
                let to = atomicLoad(&counts[words[k] >> 16u]) + place;
                ${out}
            }
        }`;
    const makeIndices = valueWords > 0 ? 'if ((p.flags & MAKES_INDICES) != 0u) { values_out[to] = first + old; }' : '';
    const moveKeys =
        words === 1
            ? exchange('mine[k]', `keys_out[to] = room[old]; ${makeIndices}`)
            : `${exchange('mine[k].x', 'mine[k].x = room[old];')}
        workgroupBarrier();${exchange('mine[k].y', `keys_out[to] = vec2<u32>(mine[k].x, room[old]); ${makeIndices}`)}`;
    const moveValues = `
    for (var word = 0u; word < ${valueWords}u && (p.flags & MAKES_INDICES) == 0u; word++) {
        if (word > 0u || (p.flags & WRITES_KEYS) != 0u) { workgroupBarrier(); }${exchange(
            `values[(first + place) * ${valueWords}u + word]`,
            `values_out[to * ${valueWords}u + word] = room[old];`
        )}
    }`;
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${common('arrayLength(&keys)', SWEEP_TILE)}
${ORDERED[words](float)}
${TABLE}
const MAKES_INDICES = ${MAKES_INDICES}u;
const WRITES_KEYS = ${WRITES_KEYS}u;
var<workgroup> room: array<u32, TILE>;
var<workgroup> counts: array<atomic<u32>, ${GROUP}>;    // a tile's keys of each digit; then what to add to their places
var<workgroup> ticket: u32;
var<workgroup> stuck: atomic<u32>;                      // one above the last tile whose state is missing to some digit
var<workgroup> missing: u32;
${SORT}
${LOOK_BACK}

@compute @workgroup_size(${GROUP})
fn main(@builtin(local_invocation_index) me: u32) {
    let n = key_count();
    let tiles = tiles_of(n);
    if (me == 0u) { ticket = atomicAdd(&table[p.sweep], 1u); }
    workgroupBarrier();
    let tile = ticket;
    let first = tile * TILE;
    let valid = min(TILE, max(n, first) - first);

    /* load and count; behind the last key the tile is full of the largest digit, which stays behind */
    var mine: array<Key, ITEMS>;
    for (var k = 0u; k < ITEMS; k++) {
        let place = k * GROUP + me;
        var digit = p.mask;
        if (place < valid) {
            mine[k] = keys[first + place];
            digit = digit_of(mine[k]);
            atomicAdd(&counts[digit], 1u);
        }
        room[place] = (digit << 16u) | place;
    }
    workgroupBarrier();

    /* publish: each invocation for the digit that it is the number of; nobody looks at the last tile */
    let has_digit = me <= p.mask && tile < tiles;
    let publishes = has_digit && tile + 1u < tiles && (p.withhold == 0u || tile % max(p.withhold, 1u) != 0u);
    let count = atomicLoad(&counts[me]);
    var ahead = 0u;
    if (has_digit && tile == 0u) { ahead = base_of(me); }
    if (publishes) {
        atomicStore(&table[state_at(tile, me)], state(select(LOCAL, INCLUSIVE, tile == 0u), ahead + count));
    }

    for (var bit = 0u; bit == 0u || p.mask >> bit != 0u; bit += 4u) { sort_by(bit, me); }

    /* look back; all together where one is stuck */
    var cursor = select(0u, tile, has_digit);
    loop {
        ahead += walk(me, &cursor);
        if (cursor != 0u) { atomicMax(&stuck, cursor); }
        workgroupBarrier();
        if (me == 0u) { missing = atomicExchange(&stuck, 0u); }
        let at = workgroupUniformLoad(&missing);
        if (at == 0u) { break; }
        atomicStore(&counts[me], 0u);
        workgroupBarrier();
        for (var i = (at - 1u) * TILE + me; i < at * TILE; i += GROUP) { atomicAdd(&counts[digit_of(keys[i])], 1u); }
        workgroupBarrier();
        if (me <= p.mask) {
            let recount = atomicLoad(&counts[me]);
            publish_for(at - 1u, me, recount);
            if (cursor == at) {
                ahead += recount;
                cursor--;
                if (cursor == 0u) { ahead += base_of(me); }
            }
        }
    }
    if (publishes && tile > 0u) { atomicStore(&table[state_at(tile, me)], state(INCLUSIVE, ahead + count)); }

    /* where each digit starts in the tile, and what to add to a place there */
    var words: array<u32, ITEMS>;
    for (var k = 0u; k < ITEMS; k++) {
        let place = k * GROUP + me;
        words[k] = room[place];
        let digit = words[k] >> 16u;
        if (place < valid && (place == 0u || room[max(place, 1u) - 1u] >> 16u != digit)) { atomicStore(&counts[digit], place); }
    }
    workgroupBarrier();
    if (has_digit) { atomicStore(&counts[me], ahead - atomicLoad(&counts[me])); }
    if ((p.flags & WRITES_KEYS) != 0u) {${moveKeys}
    }${valueWords > 0 ? moveValues : ''}
}`,
    };
}
