/*
 * Many tiles and OneSweep, on the page.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { TYPES } from '../../page/keys.js';
import { choose, open, press, set } from './browser.mjs';
import { library, libraryOrder, LONG } from '../tools.mjs';

test('many tiles and OneSweep', async () => {
    const { page, end } = await open();
    const all = [{ n: 23, source: 'ties', type: 'i16', order: 'descending' }, { n: 16 }, { n: 61 }];
    for (const settings of LONG ? all : all.slice(0, 1)) {
        await set(page, settings);
        const one = await page.evaluate('({ keys: lesson.state.right.keys, ...lesson.state.settings })');
        const output = (stage) =>
            page.$$eval(`#${stage}-picture .output > li`, (list) => list.map((x) => Number(x.dataset.id)));
        for (const bits of LONG ? ['1', '2', '4'] : ['1', '4']) {
            await choose(page, 'tiles-bits', bits);
            await press(page, 'tiles', 'last');
            assert.deepEqual(await output('tiles'), libraryOrder(one, 0, Number(bits)));
            const starts = await page.$$eval('#tiles-picture .matrix td', (cells) =>
                cells.map((cell) => [...cell.children].map((x) => Number(x.textContent.match(/\d+/))))
            );
            const counts = starts.map(([count]) => count);
            assert.deepEqual(
                starts.map(([, start]) => start),
                [...library.offsets(Uint32Array.from(counts))]
            );
        }
        for (const [tiles, workers, bits] of [
            ['8', '4', '4'],
            ['4', '2', '2'],
        ].slice(0, LONG ? 2 : 1)) {
            await choose(page, 'onesweep-tiles', tiles);
            await choose(page, 'onesweep-workers', workers);
            await choose(page, 'onesweep-bits', bits);
            await page.click('#onesweep-again');
            const sweeps = await page.$$eval('#onesweep-sweep option', (list) => list.length);
            assert.equal(sweeps, TYPES[one.type].width / Number(bits));
            for (let sweep = 0; sweep < sweeps; sweep += Math.max(1, sweeps - 1)) {
                await choose(page, 'onesweep-sweep', String(sweep));
                await press(page, 'onesweep', 'last');
                assert.deepEqual(await output('onesweep'), libraryOrder(one, 0, (sweep + 1) * Number(bits)));
                assert.equal(await page.locator('#onesweep-picture .tile.done').count(), Number(tiles));
            }
        }
    }
    await choose(page, 'onesweep-bits', '2');
    await press(page, 'onesweep', 'first');
    let looks = 0;
    for (let k = 8; k < (LONG ? 60 : 18); k++) {
        await page.evaluate(`lesson.oneSweepView.go(${k})`);
        const words = await page.innerText('#onesweep-words');
        looks += await page.locator('#onesweep-picture .arrow.look').count();
        assert.equal(await page.locator('#onesweep-picture .arrow.look').count(), words.includes('looks back') ? 1 : 0);
    }
    assert.ok(looks > 0, 'a look has an arrow');
    await end();
});
