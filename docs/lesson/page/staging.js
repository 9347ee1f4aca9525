/*
 * Inside one tile: how ranks are found by ballots, and why keys are staged before they are written. Pure.
 */

export const LANES = 8; /* threads that vote together, and places of one line of memory */

/*
 * The vote of the lanes for the digit of one of them: for each bit of the digit, which lanes have that bit as this
 * lane does; all of them together, the lanes with the same digit; those before it. The rank is how many these are.
 */
export function ballot(digits, lane, bits) {
    const votes = Array.from({ length: bits }, (_, bit) =>
        digits.map((digit) => ((digit >> bit) & 1) === ((digits[lane] >> bit) & 1))
    );
    const same = digits.map((_, i) => votes.every((vote) => vote[i]));
    const before = same.map((is, i) => is && i < lane);
    return { votes, same, before, rank: before.filter(Boolean).length };
}

/*
 * The writes of a tile, LANES keys at a time: {lanes: the places they write to, lines: the lines of memory that these
 * lie in}. staged: keys are first put in order within the tile, so that neighbours write to neighbouring places.
 */
export function writesOf(destinations, digits, staged) {
    const order = destinations.map((_, i) => i);
    if (staged) order.sort((i, k) => digits[i] - digits[k] || i - k);
    const groups = [];
    for (let from = 0; from < order.length; from += LANES) {
        const lanes = order.slice(from, from + LANES).map((i) => destinations[i]);
        groups.push({ lanes, lines: [...new Set(lanes.map((to) => Math.floor(to / LANES)))] });
    }
    return groups;
}
