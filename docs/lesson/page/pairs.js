/*
 * Keys that carry payloads: sorted right, and in three wrong ways that a check has to tell apart. Pure.
 *
 * A pair is {key, payload}; payloads are letters, all different, in the order in which the pairs came.
 */
import { randomOf } from './keys.js';

const PAIRS = 8;

/* Pairs on which every wrong way shows. */
export function somePairs(seed) {
    const random = randomOf(seed);
    for (;;) {
        const pairs = tryPairs(random);
        const seen = ({ keys, payloads }) => keys !== undefined || payloads !== undefined;
        if (['left', 'inverse', 'keys'].every((way) => seen(checkPairs(pairs, sortPairs(pairs, way))))) return pairs;
    }
}

function tryPairs(random) {
    const values = [10, 20, 30, 40, 50].map((ten) => ten + Math.floor(random() * 10));
    return Array.from({ length: PAIRS }, (_, i) => ({
        key: values[Math.floor(random() * values.length)],
        payload: 'abcdefgh'[i],
    }));
}

/* Where each pair of the sorted sequence stands: what sortperm gives. */
export const permutationOf = (pairs) => pairs.map((_, i) => i).sort((i, k) => pairs[i].key - pairs[k].key || i - k);

export const WAYS = {
    right: { name: 'Right: the payload moves with its key' },
    left: { name: 'Keys sorted, payloads left where they were' },
    inverse: { name: 'Payloads moved by the permutation turned round' },
    keys: { name: 'A key lost: one written twice' },
};

/* The pairs as one of these ways leaves them. */
export function sortPairs(pairs, way) {
    const perm = permutationOf(pairs);
    const keys = perm.map((i) => pairs[i].key),
        payloads = perm.map((i) => pairs[i].payload);
    if (way === 'left') pairs.forEach(({ payload }, i) => (payloads[i] = payload));
    if (way === 'inverse') perm.forEach((from, to) => (payloads[from] = pairs[to].payload));
    if (way === 'keys') {
        const at = keys.findLastIndex((key, i) => i > 0 && key !== keys[i - 1]);
        if (at > 0) keys[at] = keys[at - 1];
    }
    return keys.map((key, i) => ({ key, payload: payloads[i] }));
}

/*
 * What is wrong, as a check finds it without a right sort beside it: {keys, payloads}: a sentence or undefined. Keys
 * alone: in order, and the same ones. Then each payload must stand with the key that it came with, ties in order.
 */
export function checkPairs(before, after) {
    const sorted = before.map(({ key }) => key).sort((a, b) => a - b);
    const at = after.findIndex(({ key }, i) => key !== sorted[i]);
    const keys = at < 0 ? undefined : `Wrong keys: place ${at} holds ${after[at].key}, where ${sorted[at]} belongs.`;
    const own = new Map(before.map(({ key, payload }) => [payload, key]));
    const apart = after.find(({ key, payload }) => own.get(payload) !== key);
    if (apart !== undefined)
        return {
            keys,
            payloads: `Wrong payloads: ${apart.payload} came with ${own.get(apart.payload)} and stands with ${apart.key}.`,
        };
    const turned = after.findIndex(
        ({ key, payload }, i) => i > 0 && after[i - 1].key === key && after[i - 1].payload > payload
    );
    return {
        keys,
        payloads:
            turned < 0 ? undefined : `Not stable: ${after[turned].payload} came before ${after[turned - 1].payload}.`,
    };
}
