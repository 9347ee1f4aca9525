/*
 * The smaller cards: pairs, a tile from inside, rounds, bytes, questions.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { choose, open, press, set } from './browser.mjs';

test('pairs, a tile from inside, rounds, bytes, questions', async () => {
    const { page, end } = await open();
    for (const [way, wrong] of [
        ['right', ''],
        ['left', 'Wrong payloads'],
        ['inverse', 'Wrong payloads'],
        ['keys', 'Wrong keys'],
    ]) {
        await choose(page, 'pairs-way', way);
        const bad = await page.$$eval('#pairs-said .bad', (list) => list.map((x) => x.textContent).join());
        assert.ok(wrong === '' ? bad === '' : bad.includes(wrong), `${way}: ${bad}`);
    }
    assert.match(await page.innerText('#bitonic-said'), /23 × 24 \/ 2 = 276 rounds/);
    await choose(page, 'bitonic-n', '65536');
    assert.match(await page.innerText('#bitonic-said'), /136 rounds.*4 sweeps/);
    const lines = async () => Number((await page.innerText('#staging-said')).match(/touch (\d+) lines/)[1]);
    const scattered = await lines();
    await page.check('#staged');
    assert.ok((await lines()) < scattered);
    await page.click('.ballot .lane >> nth=0');
    assert.match(await page.innerText('#staging .words >> nth=0'), /^Lane 0 .* its rank here is 0\./);
    await choose(page, 'bytes-bits', '4');
    assert.match(await page.innerText('#bytes .words'), /8 \+ 0\.5 = 8\.5 copies.*1\.5 × 8 = 12/);
    assert.equal(await page.locator('.way[data-way=anew] .block').count(), 24);
    await page.check('#onesweep-backwards');
    await press(page, 'onesweep', 'last');
    assert.match(await page.innerText('#onesweep-words'), /^Deadlock: 3 groups are resident and there are 8 tiles/);
    await choose(page, 'onesweep-workers', '8');
    await press(page, 'onesweep', 'last');
    assert.match(await page.innerText('#onesweep-words'), /All are done/);
    await page.fill('#question-1', '999');
    await page.press('#question-1', 'Enter');
    assert.match(await page.innerText('#quiz form:nth-child(2) .answer'), /^✗\s*Not yet/);
    for (const address of await page.$$eval('#sources a', (list) => list.map((a) => a.href)))
        assert.match(address, /^https:/);
    await set(page, { n: 8, type: 'f16', source: 'random', digitBits: 4 });
    await page.evaluate('lesson.sortView.go(2)');
    assert.match(
        await page.innerText('#sort-stage .fields'),
        /^[01]\s*sign\s*[01]{5}\s*exponent\s*[01]{10}\s*fraction$/
    );
    await end();
});
