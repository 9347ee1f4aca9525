/*
 * A phone's screen and its touch.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open, press, set } from './browser.mjs';
import { LONG, until } from '../tools.mjs';

/* Whether every element is whole within the window. */
const inWindow = (page, selectors) =>
    page.evaluate((list) => {
        for (const selector of list) {
            const found = [...document.querySelectorAll(selector)];
            if (found.length === 0) return `${selector} is not there`;
            for (const element of found) {
                const { top, bottom, left, right } = element.getBoundingClientRect();
                if (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1)
                    return `${selector} lies at ${[left, top, right, bottom].map(Math.round)}`;
            }
        }
        return 'all';
    }, selectors);

test('on a phone the sentence, the controls and the key at hand are on the screen', async () => {
    const { page, end } = await open('file', { width: 390, height: 844, anew: true });
    for (const digitBits of LONG ? [1, 2, 8] : [1, 8]) {
        await set(page, { n: 64, type: 'u16', source: 'random', digitBits });
        /* its head in the middle of the screen: the controls, which come last, are there all the same */
        await page.$eval('#sort-stage', (stage) => scrollBy(0, stage.getBoundingClientRect().top - innerHeight / 2));
        assert.equal(await inWindow(page, ['#sort-words', '#sort-stage .buttons']), 'all', 'scrolled half way');
        await page.$eval('#sort-stage', (stage) => stage.scrollIntoView());
        const sweep = 128 + (await page.evaluate('lesson.state.sort.sweeps[0].bands ? 64 : 0'));
        for (const at of LONG ? [3, 40, 64, sweep - 3, sweep + 20] : [40, sweep - 3, sweep + 20]) {
            await page.evaluate(`lesson.sortView.go(${at - 1})`);
            await press(page, 'sort', 'next');
            const { phase } = await page.evaluate('lesson.sortView.step');
            const current = phase === 'scan' && digitBits > 1 ? 'td.current' : '.input .key.current';
            const wanted = ['#sort-words', '#sort-stage .buttons', `#sort-picture ${current}`];
            if (phase === 'scatter') wanted.push('#sort-picture .output .key.current');
            assert.equal(await inWindow(page, wanted), 'all', `${digitBits} bits, step ${at}`);
        }
        const box = await page.locator('#sort-stage').boundingBox();
        assert.ok(box.height < 1000, `the stage is ${box.height} pixels tall`);
    }
    for (const act of ['back', 'play', 'next']) {
        const { width, height } = await page.locator(`#sort-stage [data-act=${act}]`).boundingBox();
        assert.ok(width >= 44 && height >= 44, `${act}: ${width} x ${height}`);
    }
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from, to) => {
        const { y, height } = await page.locator('#sort-words').boundingBox();
        const point = (x) => [{ x, y: y + height / 2 }];
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point((from + to) / 2) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const at = await page.evaluate('lesson.sortView.at');
    await swipe(300, 100);
    await until(page, `lesson.sortView.at === ${at + 1}`);
    await swipe(100, 300);
    await until(page, `lesson.sortView.at === ${at}`);
    await end();
});
