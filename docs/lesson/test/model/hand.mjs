/*
 * Sweeps by hand, and their judge.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { handKeys, judge, outcome, SWEEPS } from '../../page/hand.js';
import { seed } from '../tools.mjs';

test('a sweep by hand is judged by its digit and by what it keeps', () => {
    let unstable = 0;
    for (let round = 0; round < 200; round++) {
        const keys = handKeys(seed + round),
            by = (list, { digit }) => [...list].sort((a, b) => digit(a.value) - digit(b.value));
        const once = by(keys, SWEEPS[0]),
            twice = by(once, SWEEPS[1]);
        assert.deepEqual(judge(keys, once, SWEEPS[0]).stable && judge(once, twice, SWEEPS[1]).stable, true);
        assert.match(outcome(twice), /in order/);
        const wrong = by([...once].reverse(), SWEEPS[1]),
            said = judge(once, wrong, SWEEPS[1]);
        const kept = wrong.every(({ id }, i) => id === twice[i].id);
        assert.deepEqual([said.sorted, said.stable], [true, kept]);
        unstable += /lost what the one before/.test(outcome(wrong));
    }
    assert.ok(unstable > 150, `${unstable}`);
    assert.equal(
        judge(
            [{ value: 31, id: 0 }],
            [
                { value: 12, id: 0 },
                { value: 31, id: 1 },
            ],
            SWEEPS[0]
        ).sorted,
        false
    );
});
