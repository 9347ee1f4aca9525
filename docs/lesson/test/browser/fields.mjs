/*
 * The fields of the settings: typed keys, and what is not one.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open, set } from './browser.mjs';

test('typed keys, and what is not one', async () => {
    const { page, end } = await open();
    await set(page, { type: 'i8', source: 'typed', typed: '3 -1 2' });
    assert.equal(await page.innerText('#typed-error'), '');
    assert.deepEqual(await page.evaluate('lesson.state.right.keys'), [3, 255, 2]);
    await page.fill('#typed', '3 -1 200');
    assert.match(await page.innerText('#typed-error'), /200 does not fit/);
    assert.equal(await page.getAttribute('#typed', 'aria-invalid'), 'true');
    assert.deepEqual(await page.evaluate('lesson.state.right.keys'), [3, 255, 2], 'the keys before stay');
    await set(page, { type: 'u8' });
    assert.match(await page.innerText('#typed-error'), /−1 does not fit.*Random keys are shown instead\./);
    assert.equal(await page.inputValue('#typed'), '3 -1 200', 'the text stays');
    assert.equal(await page.inputValue('#n'), '16');
    assert.equal(await page.evaluate('lesson.state.right.keys.length'), 16);
    await set(page, { type: 'i16' });
    assert.deepEqual(await page.evaluate('lesson.state.right.keys'), [3, 65535, 200], 'read in the new type');
    assert.equal(await page.innerText('#typed-error'), '');
    assert.equal(await page.getAttribute('#typed', 'aria-invalid'), 'false');
    assert.equal(await page.inputValue('#n'), '3');
    await set(page, { type: 'f16', typed: '3.14159 65504' });
    assert.match(await page.innerText('#typed-note'), /^3\.14159 is 3\.140625 in f16/);
    await set(page, { source: 'random', n: 999 });
    assert.equal(await page.inputValue('#n'), '64');
    assert.match(await page.innerText('#n-note'), /2 to 64 keys: now 64/);
    await set(page, { n: -3 });
    assert.equal(await page.inputValue('#n'), '2');
    await end();
});
