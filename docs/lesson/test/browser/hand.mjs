/*
 * Sweeps by hand: mouse, finger and keyboard.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { SWEEPS } from '../../page/hand.js';
import { open } from './browser.mjs';

test('keys are put into order by hand: mouse, finger and keyboard', async () => {
    const { page, end } = await open('file', { width: 390, height: 844 });
    const order = () => page.$$eval('.hand .movable', (list) => list.map((x) => Number(x.dataset.id)));
    const middle = async (place) => {
        const { x, y, width, height } = await page.locator('.hand .movable').nth(place).boundingBox();
        return { x: x + width / 2, y: y + height / 2 };
    };
    await page.$eval('#hand', (card) => card.scrollIntoView());
    assert.deepEqual(await order(), [0, 1, 2, 3, 4, 5, 6, 7]);
    const [a, b] = [await middle(0), await middle(2)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y + 120, { steps: 4 }); /* held even where the pointer leaves the list */
    await page.mouse.up();
    assert.deepEqual(await order(), [1, 2, 0, 3, 4, 5, 6, 7], 'by the mouse');
    const touch = await page.context().newCDPSession(page);
    const [from, to] = [await middle(7), await middle(4)];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (const part of [0.3, 0.6, 1]) {
        const x = from.x + part * (to.x - from.x);
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: from.y }] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    assert.deepEqual(await order(), [1, 2, 0, 3, 7, 4, 5, 6], 'by a finger');
    await page.focus('.hand .movable:nth-child(2) button');
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await order(), [2, 1, 0, 3, 7, 4, 5, 6], 'by the keyboard');
    assert.equal(await page.evaluate('document.activeElement.parentElement.dataset.id'), '2');
    assert.equal(await page.evaluate('lesson.sortView.at'), 0, 'the arrow keys are the key’s own');
    /* both sweeps, stable, by the keyboard */
    for (const sweep of [0, 1]) {
        const values = await page.$$eval('.hand .movable', (list) =>
            list.map((x) => ({ id: Number(x.dataset.id), value: Number(x.textContent.slice(0, 2)) }))
        );
        const digit = SWEEPS[sweep].digit,
            before = sweep === 0 ? [...values].sort((x, y) => x.id - y.id) : values;
        const wanted = [...before].sort((x, y) => digit(x.value) - digit(y.value)).map(({ id }) => id);
        for (const [place, id] of wanted.entries()) {
            const now = (await order()).indexOf(id);
            await page.focus(`.hand [data-id="${id}"] button`);
            for (let k = now; k > place; k--) await page.keyboard.press('ArrowLeft');
        }
        await page.click('#hand >> text=Check');
        assert.match(await page.innerText('#hand .answer'), sweep ? /The keys are in order/ : /last digit, and stable/);
        if (sweep === 0) await page.click('#hand >> text=Next sweep');
    }
    await end();
});
