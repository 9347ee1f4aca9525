/*
 * What a sort costs by arithmetic, from the digit width alone, and the figures of a course to compare with. Pure.
 */

export const KEY_BITS = 32;
export const DIGIT_BITS = [1, 2, 4, 8];

export const sweepsOf = (width, digitBits) => Math.ceil(width / digitBits);

/*
 * x copy by bytes alone: a copy reads and writes every key, 2. A sweep reads and writes, too; what counts the digits
 * reads once before all sweeps (recounts false), or once in each sweep (recounts true).
 */
export function predictedCopies(digitBits, recounts, width = KEY_BITS) {
    const sweeps = sweepsOf(width, digitBits);
    const copyBack = sweeps % 2; /* the result of an odd number lies in scratch */
    return (recounts ? 1.5 * sweeps : sweeps + 0.5) + copyBack;
}

/*
 * The same as a row of blocks, each one read or one write of all keys: {what: count (a read that counts), read or
 * write, sweep}. way: copy; once (one read counts every digit before the first sweep), anew (every sweep counts its
 * own), hybrid (one counted sweep by the highest digit, then each small piece is read, sorted in cache and written).
 */
export function blocksOf(way, digitBits, width = KEY_BITS) {
    const block = (what, sweep) => ({ what, sweep });
    const move = (sweep) => [block('read', sweep), block('write', sweep)];
    if (way === 'copy') return move(0);
    if (way === 'hybrid') return [block('count', 0), ...move(0), ...move(1)];
    const sweeps = sweepsOf(width, digitBits),
        each = Array.from({ length: sweeps }, (_, k) => (way === 'anew' ? [block('count', k), ...move(k)] : move(k)));
    const first = way === 'once' ? [block('count', 0)] : [],
        back = sweeps % 2 ? move(sweeps) : [];
    return [...first, ...each.flat(), ...back];
}

/* A copy is two blocks. */
export const copiesOf = (blocks) => blocks.length / 2;

export const HYBRID_COPIES = copiesOf(blocksOf('hybrid', 8));

/* Bytes that blocks move for n keys. */
export const bytesOf = (blocks, n, width = KEY_BITS) => (blocks.length * n * width) / 8;

/* A course on GPU programming: one-bit and four-bit splits of 4,194,915 keys of 32 bits on a T4. It gives a speed for
   four bits, 0.43 thousand million keys a second; for one bit it follows, since both are x the same copy. */
const FOUR_BITS = 1 / 0.43; /* nanoseconds a key */
export const COURSE = {
    keys: 4194915,
    name: 'course page, T4',
    copies: [
        { digitBits: 1, copies: 125 },
        { digitBits: 4, copies: 58 },
    ],
    nanoseconds: [
        { digitBits: 1, nanoseconds: (FOUR_BITS * 125) / 58 },
        { digitBits: 4, nanoseconds: FOUR_BITS },
    ],
};

export function median(list) {
    const sorted = [...list].sort((a, b) => a - b),
        middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/* Three figures that say something: 0.0123, 1.23, 12.3, 123, 1234. */
export function figure(x) {
    if (x >= 100) return String(Math.round(x));
    return x === 0 ? '0' : x >= 10 ? x.toFixed(1) : x >= 0.1 ? x.toFixed(2) : x.toPrecision(2);
}

export const thousands = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');
