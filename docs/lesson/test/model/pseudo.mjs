/*
 * The pseudocode that follows the steps.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsAt, sortOf, stepsOf } from '../../page/model.js';
import { atStep, linesOf } from '../../page/pseudo.js';
import { breakSort, SWITCHES } from '../../page/switches.js';

test('the pseudocode follows every step, and says where it is broken', () => {
    for (const digitBits of [1, 4])
        for (const fault of [undefined, ...SWITCHES.map(({ fault }) => fault)]) {
            const set = { keys: [0x7b00, 5, 0xbc00, 5, 0xc100, 900], type: 'f16', order: 'ascending', digitBits };
            const sort = fault ? breakSort(set, fault) : sortOf(set),
                lines = linesOf(sort);
            assert.equal(
                lines.some(({ broken }) => broken),
                fault !== undefined,
                fault
            );
            for (const step of stepsOf(sort)) {
                const made = atStep(sort, step, rowsAt(sort, step));
                for (const name of Object.keys(made))
                    assert.ok(
                        lines.some((line) => line.name === name),
                        name
                    );
                assert.equal(Object.keys(made).length > 0, step.phase !== 'start');
                assert.doesNotMatch(Object.values(made).join(), /undefined|NaN/);
            }
        }
    const sort = sortOf({ keys: [2, 1, 2], type: 'u8', order: 'ascending', digitBits: 4 });
    const made = (k) => atStep(sort, stepsOf(sort)[k], rowsAt(sort, stepsOf(sort)[k]));
    assert.deepEqual(made(3), { count: 'count[2] = 2' });
    assert.deepEqual(made(3 + 3), { start: 'next[2] = 1', add: 'sum = 3' });
    assert.deepEqual(made(3 + 16 + 1), { move: 'out[1] = 2', bump: 'next[2] = 2' });
});
