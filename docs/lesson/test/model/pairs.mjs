/*
 * Pairs: keys, payloads and the permutation.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkPairs, permutationOf, somePairs, sortPairs, WAYS } from '../../page/pairs.js';
import { library, seed } from '../tools.mjs';

test('pairs: wrong keys are told from wrong payloads', () => {
    const found = { right: 0, left: 0, inverse: 0, keys: 0 };
    for (let round = 0; round < 200; round++) {
        const pairs = somePairs(seed + round),
            keys = Uint32Array.from(pairs, ({ key }) => key);
        assert.deepEqual(permutationOf(pairs), [...library.argsort(keys)]);
        for (const way of Object.keys(WAYS)) {
            const after = sortPairs(pairs, way),
                { keys: badKeys, payloads } = checkPairs(pairs, after);
            const values = new Uint32Array(pairs.map((_, i) => i)),
                sorted = keys.slice();
            library.sortPairs(sorted, values);
            const right = after.every(
                ({ key, payload }, i) => key === sorted[i] && payload === pairs[values[i]].payload
            );
            assert.equal(badKeys === undefined && payloads === undefined, right, way);
            if (way === 'right') assert.ok(right);
            if (way === 'left' || way === 'inverse') assert.equal(badKeys, undefined);
            found[way] += !right;
        }
    }
    assert.deepEqual(found, { right: 0, left: 200, inverse: 200, keys: 200 });
});
