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

/* Bytes moved for n keys by that arithmetic. */
export const bytesMoved = (n, digitBits, recounts, width = KEY_BITS) =>
    predictedCopies(digitBits, recounts, width) * 2 * n * (width / 8);

/* A course on GPU programming: one-bit and four-bit splits of 4,194,915 keys of 32 bits on a T4. */
export const COURSE = {
    keys: 4194915,
    name: 'course page, T4',
    copies: [
        { digitBits: 1, copies: 125 },
        { digitBits: 4, copies: 58 },
    ],
    speed: { digitBits: 4, nanoseconds: 1 / 0.43 } /* a key: 0.43 thousand million keys a second */,
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
