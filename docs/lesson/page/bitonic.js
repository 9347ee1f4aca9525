/*
 * What sorts by comparing do for n keys, beside the sweeps of a radix sort. Pure.
 */
import { sweepsOf } from './cost.js';

/*
 * Rounds of a bitonic sort, each of which reads and writes every key: n is filled up to the next power of two, 2 to
 * the k; k merges of 1 to k rounds are k (k + 1) / 2.
 */
export function bitonicRounds(n) {
    const k = Math.ceil(Math.log2(n));
    return { k, padded: 2 ** k, rounds: (k * (k + 1)) / 2 };
}

/* Times that every key is moved: rounds of bitonic, levels of merging, sweeps. */
export const movesOf = (n, width, digitBits) => ({
    bitonic: bitonicRounds(n).rounds,
    merge: Math.ceil(Math.log2(n)),
    radix: sweepsOf(width, digitBits),
});
