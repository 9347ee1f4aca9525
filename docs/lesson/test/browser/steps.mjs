/*
 * Whole sorts, stepped through forwards and back.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsAt, sortOf, stepsOf } from '../../page/model.js';
import { stepWords } from '../../page/words.js';
import { open, press, set } from './browser.mjs';
import { rowsOfPresses, wantedRows } from './rows.mjs';
import { LONG, until } from '../tools.mjs';

const SORTS = [
    { n: 9, digitBits: 4, type: 'u8', order: 'descending', source: 'ties' },
    { n: 4, digitBits: 1, type: 'i8', order: 'ascending', source: 'random' },
    { digitBits: 8, type: 'f16', order: 'ascending', source: 'typed', typed: '-0 NaN 0 −2.5 -2.5' },
];
const MORE = [
    { n: 12, digitBits: 4, type: 'u8', order: 'ascending', source: 'ties' },
    { n: 10, digitBits: 2, type: 'i8', order: 'descending', source: 'random' },
    { n: 7, digitBits: 1, type: 'u8', order: 'ascending', source: 'random' },
    { n: 18, digitBits: 8, type: 'f16', order: 'descending', source: 'random' },
    { digitBits: 4, type: 'f16', order: 'ascending', source: 'typed', typed: '-0 NaN 0 −2.5 inf 7 -2.5' },
];

test('every step of whole sorts is the library’s, forwards and back', async (t) => {
    const { page, end } = await open();
    for (const one of LONG ? [...SORTS, ...MORE] : SORTS)
        await t.test(JSON.stringify(one), async () => {
            await set(page, one);
            const keys = await page.evaluate('lesson.state.right.keys');
            const sort = sortOf({ ...one, keys }),
                steps = stepsOf(sort);
            assert.equal(keys.length, one.n ?? one.typed.split(' ').length);
            const there = await rowsOfPresses(page, 'next', steps.length - 1);
            for (const [k, step] of steps.entries()) {
                for (const [name, wanted] of Object.entries(wantedRows({ ...one, keys }, step)))
                    assert.deepEqual(there[k][name], wanted, `${name} at step ${k} ${JSON.stringify(step)}`);
                assert.equal(there[k].words, stepWords(sort, step, rowsAt(sort, step)));
                assert.ok(!there[k].wrong.includes(true), 'nothing is marked as wrong');
            }
            assert.equal(await page.locator('#sort-verdict .good').count(), 4, 'order, keys, ties, the library');
            if (!LONG && one !== SORTS[0]) return;
            assert.deepEqual((await rowsOfPresses(page, 'back', steps.length - 1)).reverse(), there, 'the way back');
        });
    await end();
});

test('to the end of each part, and play', async () => {
    const { page, end } = await open();
    await set(page, { n: 8, digitBits: 4 });
    const phases = [];
    for (let k = 0; k < 7; k++) {
        await press(page, 'sort', 'part');
        phases.push(
            await page.evaluate(
                '[lesson.sortView.step.phase, lesson.sortView.step.sweep, lesson.sortView.step.i].join()'
            )
        );
    }
    assert.deepEqual(phases, [
        'count,0,7',
        'scan,0,15',
        'scatter,0,7',
        'count,1,7',
        'scan,1,15',
        'scatter,1,7',
        'done,1,0',
    ]);
    await press(page, 'sort', 'first');
    await page.selectOption('#sort-stage .speed select', '30');
    await press(page, 'sort', 'play');
    assert.equal(await page.getAttribute('#sort-words', 'aria-live'), 'off', 'silent while playing');
    await until(page, "lesson.sortView.step.phase === 'done'");
    await until(page, "document.querySelector('#sort-words').getAttribute('aria-live') === 'polite'");
    await end();
});
