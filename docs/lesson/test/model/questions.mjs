/*
 * Questions with one answer.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { isAnswer, questionsOf } from '../../page/questions.js';

test('questions have one answer, and another one is not taken', () => {
    assert.match(questionsOf(1)[0].ask, /^Keys of 16 bits are sorted by digits of 4 bits/);
    for (let round = 1; round < 200; round++)
        for (const one of questionsOf(round)) {
            const text = [one.answer].flat().join(' ');
            if (one.kind === 'all') {
                assert.ok(isAnswer(one, one.answer));
                for (let bits = 0; bits < 2 ** one.answer.length; bits++) {
                    const given = one.answer.map((_, k) => Boolean((bits >> k) & 1));
                    assert.equal(
                        isAnswer(one, given),
                        given.every((is, k) => is === one.answer[k])
                    );
                }
                continue;
            }
            assert.ok(isAnswer(one, ` ${text.replaceAll(' ', ', ')} `));
            const turned = [one.answer]
                .flat()
                .map((x, k, list) => list[(k + 1) % list.length])
                .join(' ');
            if (turned !== text) assert.ok(!isAnswer(one, turned), turned);
            for (const wrong of [
                '',
                'x',
                `${text} 1`,
                one.kind === 'list' ? text.split(' ').reverse().join(' ') + ' 0' : String(one.answer + 1),
            ])
                assert.ok(!isAnswer(one, wrong), wrong);
        }
});
