/*
 * Colours, widths, and what axe-core finds.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { open, set } from './browser.mjs';
import { LONG } from '../tools.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('the colours are the system’s until the reader chooses', async () => {
    const { page, end } = await open('file', { scheme: 'dark' });
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await back();
    await page.click('#theme');
    const light = await back();
    assert.notEqual(light, dark);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await back(), light);
    await page.click('#theme');
    assert.equal(await back(), dark);
    await page.evaluate('localStorage.clear(), delete document.documentElement.dataset.theme');
    await end();
});

/* What axe-core has found that is serious or critical, in words. */
async function seriousOf(page) {
    const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary: why }) => `${html} ${why}`)}`);
}

const SCENES = {
    async 'at the start'(page) {
        await set(page, { n: 16, type: 'u8', source: 'ties', digitBits: 2 });
    },
    async 'in the middle'(page) {
        await set(page, { n: 17, type: 'i16', source: 'ties', digitBits: 4 });
        await page.evaluate('lesson.sortView.go(60), lesson.tilesView.go(30), lesson.oneSweepView.go(20)');
        await page.$eval('#quiz form', (form) => form.requestSubmit());
    },
    async broken(page, width) {
        await set(page, { n: width === 800 ? 64 : 20, source: 'random', type: 'u8', digitBits: 1 });
        const flip = () => page.$$eval('.switch:nth-child(1) input', (list) => list.forEach((box) => box.click()));
        await flip();
        await page.evaluate('lesson.sortView.go(50), lesson.oneSweepView.go(1e6)');
        return flip;
    },
};

/* The checker takes seconds for each scene: the full matrix is the long form's. */
const SHORT = ['light 1280 in the middle', 'light 360 broken', 'dark 360 in the middle'];
const CHECKED = ['light 1280 in the middle'];

test('an accessibility checker finds nothing serious; nothing is cut off', async (t) => {
    for (const scheme of ['light', 'dark']) {
        const { page, end } = await open('file', { scheme });
        await page.addScriptTag({ content: axe });
        for (const width of [360, 800, 1280])
            await t.test(`${scheme}, ${width} pixels`, async () => {
                await page.setViewportSize({ width, height: 900 });
                await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
                for (const [scene, go] of Object.entries(SCENES)) {
                    const name = `${scheme} ${width} ${scene}`;
                    if (!LONG && !SHORT.includes(name)) continue;
                    const leave = await go(page, width);
                    const wide = await page.evaluate('document.documentElement.scrollWidth');
                    assert.ok(wide <= width, `${scene}: the page is ${wide} pixels wide`);
                    if (LONG || CHECKED.includes(name)) assert.deepEqual(await seriousOf(page), [], scene);
                    await leave?.();
                }
            });
        await end();
    }
});
