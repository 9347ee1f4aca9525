/*
 * The questions at chosen steps.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sortOf, stepsOf } from '../../page/model.js';
import { isAsked, question } from '../../page/predict.js';
import { open, press, set } from './browser.mjs';

test('predict before you see', async () => {
    const { page, end } = await open();
    await set(page, { n: 8, digitBits: 4, source: 'random' });
    await page.check('#predict');
    const { keys, ...settings } = await page.evaluate('({ keys: lesson.state.sort.keys, ...lesson.state.settings })');
    const sort = sortOf({ ...settings, keys }),
        steps = stepsOf(sort);
    const k = steps.findIndex((step) => isAsked(sort, step));
    await page.evaluate(`lesson.sortView.go(${k - 1})`);
    await press(page, 'sort', 'next');
    assert.equal(await page.innerText('#sort-words'), question(sort, steps[k]));
    assert.equal(await page.evaluate('lesson.sortView.at'), k - 1, 'nothing is shown yet');
    const to = sort.sweeps[0].destinations[steps[k].i];
    await page.click(`#sort-picture .output > li:nth-child(${to + 1}) .choose`);
    assert.equal(await page.evaluate('lesson.sortView.at'), k);
    assert.match(await page.innerText('#sort-stage .reply.good'), /^Yes: /);
    await press(page, 'sort', 'back');
    await press(page, 'sort', 'next');
    const other = await page.$$eval('#sort-picture .output > li', (list) => list.map((x) => x.matches('.choosable')));
    const wrong = other.findIndex((free, place) => free && place !== to);
    await page.click(`#sort-picture .output > li:nth-child(${wrong + 1}) .choose`);
    assert.match(await page.innerText('#sort-stage .reply.bad'), /^Place \d+ is in/);
    await press(page, 'sort', 'back');
    await press(page, 'sort', 'next');
    await press(page, 'sort', 'next');
    assert.equal(await page.evaluate('lesson.sortView.at'), k, 'a second press goes on without an answer');
    await end();
});
