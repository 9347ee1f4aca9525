/*
 * The steps that are asked about, and what is said to an answer.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sortOf, stepsOf } from '../../page/model.js';
import { isAsked, question, reply } from '../../page/predict.js';
import { cases } from '../tools.mjs';

test('predictions: what is asked, and what is said to an answer', () => {
    for (const one of cases([12])) {
        const sort = sortOf(one),
            asked = stepsOf(sort).filter((step) => isAsked(sort, step));
        assert.ok(asked.length >= sort.sweeps.length && asked.length <= 2 * sort.sweeps.length);
        for (const step of asked.slice(0, 4)) {
            assert.match(question(sort, step), /^Predict: where will .+ go\?/);
            const to = sort.sweeps[step.sweep].destinations[step.i];
            for (let place = 0; place < 12; place++) {
                const { good, text } = reply(sort, step, place);
                assert.equal(good, place === to);
                assert.ok(text.endsWith(`: place ${to}.`), text);
            }
        }
    }
});
