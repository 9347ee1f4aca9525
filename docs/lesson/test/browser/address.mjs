/*
 * The arrow keys, and the address that follows.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open, press } from './browser.mjs';
import { until } from '../tools.mjs';

test('the arrow keys step wherever the focus is, and the address follows', async () => {
    const { page, end } = await open('file', {
        anew: true,
        hash: '#n=9&bits=4&type=i8&order=descending&source=random&seed=77&broken=missing&step=5',
    });
    const at = () => page.evaluate('lesson.sortView.at');
    assert.equal(await at(), 5);
    const { settings, fault, seed } = await page.evaluate('lesson.state');
    assert.deepEqual(
        [settings.n, settings.digitBits, settings.type, settings.order, fault, seed],
        [9, 4, 'i8', 'descending', 'missing', 77]
    );
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 6);
    await page.focus('#again');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await at(), 5);
    await page.focus('#sort-stage input[type=range]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 6, 'the slider’s own');
    await page.focus('#n');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 6, 'a field keeps its keys');
    await page.focus('#tiles-stage [data-act=play]');
    await page.keyboard.press('ArrowRight');
    assert.match(await page.innerText('#tiles-words'), /^Tile 0 counts/, 'the stage that has the focus');
    await until(page, "location.hash.endsWith('step=6')");
    const shared = await page.evaluate('location.hash');
    await page.evaluate("location.hash = '#tiles'");
    assert.equal(await at(), 6, 'a part of the page is no state');
    await page.evaluate((hash) => (location.hash = hash.replace('step=6', 'step=9')), shared);
    await until(page, 'lesson.sortView.at === 9');
    await page.evaluate("location.hash = '#source=typed&type=u8&keys=3,1,2&code=document.title%3D1'");
    await until(page, 'lesson.state.sort.keys.length === 3');
    assert.deepEqual(await page.evaluate('lesson.state.sort.keys'), [3, 1, 2]);
    assert.notEqual(await page.title(), '1');
    await end();
});

test('an address that means harm, or nothing, leaves a page that works', async () => {
    const { page, end } = await open();
    for (const hash of [
        '#n=2&bits=8&type=u8&broken=missing&step=99999',
        '#n=2&bits=8&type=u8&source=ties&broken=unstable',
        '#n=64&bits=1&type=i16&broken=guarded&step=512',
        '#=&&=%E0%A4%A&%=%',
        '#n=%6e&n=9&n=1e1&bits=__proto__&type=constructor&order=toString&seed=99999999999999',
        '#__proto__=1&constructor=2&hasOwnProperty=3',
        '#source=typed&type=u8&keys=%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E',
        '#source=typed&type=f16&keys=nan,-nan,inf,-0,0&broken=unsigned&step=3',
        '#source=typed&type=u8&keys=1',
        `#source=typed&type=u16&keys=${'65535,'.repeat(63)}0`,
        `#${'step=1&'.repeat(5000)}n=3`,
        '#code=document.title%3D1&javascript:document.title=1=',
    ]) {
        await page.evaluate(
            (address) =>
                new Promise((done) => {
                    addEventListener('hashchange', () => done(), { once: true });
                    location.hash = address;
                }),
            hash
        );
        const { keys, at, last } = await page.evaluate(`({
            keys: lesson.state.sort.keys.length, at: lesson.sortView.at,
            last: Number(document.querySelector('#sort-stage input[type=range]').max) })`);
        assert.ok(
            keys >= 2 && keys <= 64 && at >= 0 && at <= last,
            `${hash.slice(0, 60)}: ${keys} keys, ${at} of ${last}`
        );
        await press(page, 'sort', 'last');
        assert.equal(await page.evaluate('lesson.sortView.step.phase'), 'done', hash.slice(0, 60));
        assert.equal(await page.locator('img, #sort-stage script').count(), 0, 'text stays text');
    }
    assert.notEqual(await page.title(), '1');
    await end();
});
