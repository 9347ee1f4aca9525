/*
 * The kernels of the engine `split` on a WebGPU device, as WGSL text: count, scan, offsets, scatter; what values that
 * move by index need; and what wgsl_onesweep.js shares.
 *
 * A sweep orders by one digit of at most 8 bits. Each workgroup of 256 has a tile of 2048 keys:
 *
 *     count     how often each digit occurs in the tile: counts[digit][tile]
 *     scan      one workgroup a digit: its row becomes the keys of that digit in earlier tiles; totals[digit]
 *     offsets   totals become bucket offsets
 *     scatter   output index = bucket offset + keys of that digit in earlier tiles + rank within the tile
 *
 * No workgroup ever waits for another one: WebGPU does not promise that it would get on. In a round of 256 keys each
 * invocation sets its bit in the mask of its digit; the bits below its own are its rank. With subgroups, ballots find
 * the equal digits first, and one invocation sets the bits for all; where the invocations of a subgroup are not
 * neighbours, each sets its own. Every form gives the same masks, so the same ranks.
 *
 * How many keys there are is the least of count[0] and of what the bindings have room for: a sort whose number of keys
 * is known when it is recorded binds that many, and a count without end.
 */

export const GROUP = 256,
    ROUNDS = 8,
    TILE = GROUP * ROUNDS,
    RADIX = 256;
const SCAN_GROUP = 64,
    SCAN_EACH = 4;

/* What a key counts as, for keys of one word and of two. FLOAT: its sign decides, and NaN and zero may have a rule. */
export const ORDERED = {
    1: (float) => `
alias Key = u32;
fn ordered(key: u32) -> u32 {
    ${
        float
            ? `let magnitude = key & 0x7fffffffu;
    if (p.rules != 0u && magnitude > 0x7f800000u) { return p.nan_as; }
    if (p.rules != 0u && magnitude == 0u) { return 0x80000000u ^ p.flip_low; }
    return key ^ (select(0u, 0xffffffffu, key >> 31u == 1u) | 0x80000000u) ^ p.flip_low;`
            : 'return key ^ p.flip_low;'
    }
}
fn digit_at(x: Key, place: u32, mask: u32) -> u32 { return (x >> place) & mask; }
fn digit_of(key: Key) -> u32 { return digit_at(ordered(key), p.place, p.mask); }`,
    2: (float) => `
alias Key = vec2<u32>;      // the low word first
fn ordered(key: vec2<u32>) -> vec2<u32> {
    let flip = vec2<u32>(p.flip_low, p.flip_high);
    ${
        float
            ? `let magnitude = key.y & 0x7fffffffu;
    if (p.rules != 0u && (magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && key.x != 0u))) {
        return vec2<u32>(p.nan_as, p.nan_as);
    }
    if (p.rules != 0u && (magnitude | key.x) == 0u) { return vec2<u32>(0u, 0x80000000u) ^ flip; }
    let negative = select(0u, 0xffffffffu, key.y >> 31u == 1u);
    return key ^ vec2<u32>(negative, negative | 0x80000000u) ^ flip;`
            : 'return key ^ flip;'
    }
}
fn digit_at(x: Key, place: u32, mask: u32) -> u32 {
    if (place >= 32u) { return (x.y >> (place - 32u)) & mask; }
    if (place == 0u) { return x.x & mask; }
    return ((x.x >> place) | (x.y << (32u - place))) & mask;
}
fn digit_of(key: Key) -> u32 { return digit_at(ordered(key), p.place, p.mask); }`,
};

/* Bindings in order of their mention: uniform, read (storage) and write (storage, read and written). */
export function bindings(list) {
    const spaces = { uniform: 'uniform', read: 'storage, read', write: 'storage, read_write' };
    return list
        .map(([name, space, type], i) => `@group(0) @binding(${i}) var<${spaces[space]}> ${name}: ${type};`)
        .join('\n');
}

export const PARAMETERS = `
struct Parameters {
    place: u32, mask: u32,              // the digit
    flip_low: u32, flip_high: u32,      // what a key's bits are XORed with
    rules: u32, nan_as: u32,            // 1: zeros tie, and NaNs count as nan_as
    sweep: u32, flags: u32,             // of the engine onesweep: which sweep, from 0, and what it does;
    looks: u32, withhold: u32,          // looks in vain; for tests: of so many tiles one never publishes
}`;

/* most: the expression for how many keys there can be, by the size of a binding; tile: the keys of a tile. */
export const common = (most, tile = TILE) => `
const GROUP = ${GROUP}u;
const TILE = ${tile}u;
fn key_count() -> u32 { return min(count[0], ${most}); }
fn tiles_of(n: u32) -> u32 { return (n + TILE - 1u) / TILE; }
fn tile_of(group: vec3<u32>, groups: vec3<u32>) -> u32 { return group.y * groups.x + group.x; }
/* how many rounds of GROUP keys a tile takes */
fn rounds_of(tile: u32, n: u32) -> u32 {
    let first = min(tile * TILE, n);
    return (min(TILE, n - first) + GROUP - 1u) / GROUP;
}`;

const GROUP_BUILTINS = `@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) me: u32`;
const LANE_BUILTINS = `,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) lanes: u32`;

/* The lanes of this subgroup that are valid and have my digit. */
const PEERS = `
fn peers_of(digit: u32, valid: bool) -> vec4<u32> {
    var peers = subgroupBallot(valid);
    for (var bit = 0u; bit < 8u; bit++) {
        let one = ((digit >> bit) & 1u) == 1u;
        let ones = subgroupBallot(one);
        peers &= select(~ones, ones, one);
    }
    return peers;
}
fn is_first(peers: vec4<u32>, lane: u32) -> bool {
    let word = lane / 32u;
    var before = peers[word] & ((1u << (lane % 32u)) - 1u);
    for (var w = 0u; w < word; w++) { before |= peers[w]; }
    return before == 0u;
}`;

const head = (shape) => `${shape.subgroups ? 'enable subgroups;\n' : ''}${PARAMETERS}`;

/* shape: {words, float, subgroups} and what single kernels say. Each returns {text, bindings}. */

export function countKernel(shape) {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['count', 'read', 'array<u32>'],
        ['keys', 'write', 'array<Key>'],
        ['counts', 'write', 'array<u32>'],
    ];
    const add = shape.subgroups
        ? `
        let peers = peers_of(digit, valid);
        if (valid && is_first(peers, lane)) {
            let bits = countOneBits(peers);
            atomicAdd(&histogram[digit], bits.x + bits.y + bits.z + bits.w);
        }`
        : `
        if (valid) { atomicAdd(&histogram[digit], 1u); }`;
    return {
        bindings: list,
        text: `${head(shape)}
${bindings(list)}
${common('arrayLength(&keys)')}
${ORDERED[shape.words](shape.float)}
${shape.subgroups ? PEERS : ''}
var<workgroup> histogram: array<atomic<u32>, ${RADIX}>;

@compute @workgroup_size(${GROUP})
fn main(${GROUP_BUILTINS}${shape.subgroups ? LANE_BUILTINS : ''}) {
    let n = key_count();
    let tiles = tiles_of(n);
    let tile = tile_of(group, groups);
    let rounds = rounds_of(tile, n);
    for (var round = 0u; round < rounds; round++) {
        let i = tile * TILE + round * GROUP + me;
        let valid = i < n;
        var digit = 0u;
        if (valid) { digit = digit_of(keys[i]); }${add}
    }
    workgroupBarrier();
    if (tile < tiles && me <= p.mask) {
        counts[me * tiles + tile] = atomicLoad(&histogram[me]);
    }
}`,
    };
}

/* inclusive_scan in groups of this size: the sum of `mine` of all invocations up to this one. Only the first `width` of
   them count, and only these get a sum. Behind a barrier sum_of_all is there; another one comes before the next scan. */
export const inclusiveScan = (group) => `
var<workgroup> sums: array<array<u32, ${group}>, 2>;
var<workgroup> sum_of_all: u32;
fn inclusive_scan(me: u32, mine: u32, width: u32) -> u32 {
    var sum = mine;
    var side = 0u;
    for (var distance = 1u; distance < width; distance *= 2u) {
        sums[side][me] = sum;
        workgroupBarrier();
        if (me >= distance) { sum += sums[side][me - distance]; }
        side = 1u - side;
    }
    if (me == width - 1u) { sum_of_all = sum; }
    return sum;
}`;

export function scanKernel() {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['count', 'read', 'array<u32>'],
        ['counts', 'write', 'array<u32>'],
        ['totals', 'write', 'array<u32>'],
    ];
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${common(`arrayLength(&counts) / ${RADIX}u * TILE`)}
const EACH = ${SCAN_EACH}u;                 // tiles of one invocation
const STEP = ${SCAN_GROUP * SCAN_EACH}u;    // of the group, in one step
${inclusiveScan(SCAN_GROUP)}

@compute @workgroup_size(${SCAN_GROUP})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    let tiles = tiles_of(key_count());
    let row = group.x * tiles;
    var before = 0u;
    for (var first = 0u; first < tiles; first += STEP) {
        let begin = min(first + me * EACH, tiles);
        let end = min(begin + EACH, tiles);
        var mine = 0u;
        for (var tile = begin; tile < end; tile++) { mine += counts[row + tile]; }
        let width = (min(STEP, tiles - first) + EACH - 1u) / EACH;
        var sum = before + inclusive_scan(me, mine, width) - mine;
        for (var tile = begin; tile < end; tile++) {
            let here = counts[row + tile];
            counts[row + tile] = sum;
            sum += here;
        }
        if (first + STEP >= tiles) {
            if (me == width - 1u) { totals[group.x] = sum; }
            break;
        }
        workgroupBarrier();
        before += sum_of_all;
        workgroupBarrier();
    }
    if (tiles == 0u && me == 0u) { totals[group.x] = 0u; }
}`,
    };
}

/* The totals of the digits become bucket offsets: one workgroup. */
export function offsetsKernel() {
    const list = [['totals', 'write', 'array<u32>']];
    return {
        bindings: list,
        text: `
${bindings(list)}
${inclusiveScan(RADIX)}

@compute @workgroup_size(${RADIX})
fn main(@builtin(local_invocation_index) me: u32) {
    let total = totals[me];
    totals[me] = inclusive_scan(me, total, ${RADIX}u) - total;
}`,
    };
}

/* shape.valueWords: words of a value that moves along, 0 for none; shape.makesIndices: the values are the keys' places;
   shape.writesKeys: false in argsort's last sweep. */
export function scatterKernel(shape) {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['count', 'read', 'array<u32>'],
        ['keys', 'write', 'array<Key>'],
        ['counts', 'write', 'array<u32>'],
        ['totals', 'write', 'array<u32>'],
    ];
    if (shape.writesKeys) list.push(['keys_out', 'write', 'array<Key>']);
    if (shape.valueWords > 0 && !shape.makesIndices) list.push(['values', 'write', 'array<u32>']);
    if (shape.valueWords > 0) list.push(['values_out', 'write', 'array<u32>']);
    const moveValues =
        shape.valueWords === 0
            ? ''
            : shape.makesIndices
              ? `
            values_out[to] = i;`
              : `
            for (var word = 0u; word < ${shape.valueWords}u; word++) {
                values_out[to * ${shape.valueWords}u + word] = values[i * ${shape.valueWords}u + word];
            }`;
    const setBits = shape.subgroups
        ? `
        let peers = peers_of(digit, valid);
        if (neighbours) {
            if (valid && is_first(peers, lane)) {
                let word = base / 32u;
                atomicOr(&masks[word * ${RADIX}u + digit], peers.x << (base % 32u));
                for (var w = 1u; w < (lanes + 31u) / 32u; w++) {
                    atomicOr(&masks[(word + w) * ${RADIX}u + digit], peers[w]);
                }
            }
        } else if (valid) {
            atomicOr(&masks[me / 32u * ${RADIX}u + digit], 1u << (me % 32u));
        }`
        : `
        if (valid) { atomicOr(&masks[me / 32u * ${RADIX}u + digit], 1u << (me % 32u)); }`;
    return {
        bindings: list,
        text: `${head(shape)}
${bindings(list)}
${common('arrayLength(&keys)')}
${ORDERED[shape.words](shape.float)}
${shape.subgroups ? PEERS : ''}
var<workgroup> masks: array<atomic<u32>, ${(RADIX * GROUP) / 32}>;
var<workgroup> next: array<u32, ${RADIX}>;       // where each digit's next key goes

@compute @workgroup_size(${GROUP})
fn main(${GROUP_BUILTINS}${shape.subgroups ? LANE_BUILTINS : ''}) {
    let n = key_count();
    let tiles = tiles_of(n);
    let tile = tile_of(group, groups);
    let rounds = rounds_of(tile, n);
    ${
        shape.subgroups
            ? `let base = subgroupBroadcastFirst(me - lane);
    let neighbours = subgroupAll(me == base + lane && base % lanes == 0u && lanes <= ${GROUP / 2}u &&
                                 (lanes & (lanes - 1u)) == 0u);`
            : ''
    }
    if (tile < tiles && me <= p.mask) { next[me] = totals[me] + counts[me * tiles + tile]; }
    workgroupBarrier();

    for (var round = 0u; round < rounds; round++) {
        let i = tile * TILE + round * GROUP + me;
        let valid = i < n;
        var key: Key;
        var digit = 0u;
        if (valid) {
            key = keys[i];
            digit = digit_of(key);
        }${setBits}
        workgroupBarrier();
        var rank = 0u;
        var all = 0u;
        for (var word = 0u; word < ${GROUP / 32}u; word++) {
            let bits = atomicLoad(&masks[word * ${RADIX}u + digit]);
            let below = select(select(0u, 0xffffffffu, word < me / 32u), (1u << (me % 32u)) - 1u, word == me / 32u);
            rank += countOneBits(bits & below);
            all += countOneBits(bits);
        }
        let to = next[digit] + rank;
        workgroupBarrier();
        if (valid && rank == all - 1u) {
            next[digit] = to + 1u;
            for (var word = 0u; word < ${GROUP / 32}u; word++) { atomicStore(&masks[word * ${RADIX}u + digit], 0u); }
        }
        if (valid) {${
            shape.writesKeys
                ? `
            keys_out[to] = key;`
                : ''
        }${moveValues}
        }
        workgroupBarrier();
    }
}`,
    };
}

/* indices[i] = i. */
export function countingKernel(tile) {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['count', 'read', 'array<u32>'],
        ['indices', 'write', 'array<u32>'],
    ];
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${common('arrayLength(&indices)', tile)}
@compute @workgroup_size(${GROUP})
fn main(${GROUP_BUILTINS}) {
    let n = key_count();
    let first = tile_of(group, groups) * TILE;
    for (var i = first + me; i < min(first + TILE, n); i += GROUP) { indices[i] = i; }
}`,
    };
}

/* Values of valueWords words: to[i] = from[indices[i]], or without indices to[i] = from[i]. */
export function gatherKernel(valueWords, byIndex, tile) {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['count', 'read', 'array<u32>'],
        ['source', 'write', 'array<u32>'],
        ['destination', 'write', 'array<u32>'],
    ];
    if (byIndex) list.push(['indices', 'write', 'array<u32>']);
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${common(`arrayLength(&destination) / ${valueWords}u`, tile)}
@compute @workgroup_size(${GROUP})
fn main(${GROUP_BUILTINS}) {
    let n = key_count();
    let first = tile_of(group, groups) * TILE;
    let rows = min(TILE, max(n, first) - first);
    for (var i = me; i < rows * ${valueWords}u; i += GROUP) {
        let row = first + i / ${valueWords}u;
        let word = i % ${valueWords}u;
        destination[row * ${valueWords}u + word] = source[${byIndex ? 'indices[row]' : 'row'} * ${valueWords}u + word];
    }
}`,
    };
}

/* For a sort whose count is in a buffer: the workgroups that its tiles take, at most `widest` side by side. */
export function gridKernel(words, widest, tile) {
    const list = [
        ['count', 'read', 'array<u32>'],
        ['keys', 'write', 'array<u32>'],
        ['grid', 'write', 'array<u32>'],
    ];
    return {
        bindings: list,
        text: `
${bindings(list)}
@compute @workgroup_size(1)
fn main() {
    let n = min(count[0], arrayLength(&keys) / ${words}u);
    let tiles = (n + ${tile - 1}u) / ${tile}u;
    let wide = min(tiles, ${widest}u);
    grid[0] = wide;
    grid[1] = (tiles + wide - 1u) / max(wide, 1u);
    grid[2] = 1u;
}`,
    };
}
