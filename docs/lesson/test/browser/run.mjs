/*
 * The real run: every output is checked before a time is told.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open } from './browser.mjs';
import { LONG, until } from '../tools.mjs';

test('after Stop nothing is to come, and the focus is on Run', async () => {
    const { page, end } = await open();
    await page.waitForSelector('#run .choice input');
    await page.selectOption('#run-n', '1000000');
    await page.focus('#run-start');
    await page.keyboard.press('Enter');
    await until(page, "document.activeElement.textContent === 'Stop'");
    await page.waitForSelector('#run .numbers td:nth-child(5)');
    await page.keyboard.press('Enter');
    await until(page, "document.querySelector('#run-status').textContent === 'Stopped.'");
    assert.equal(await page.evaluate('document.activeElement.id'), 'run-start');
    const cells = await page.$$eval('#run .numbers td:nth-child(5)', (list) => list.map((x) => x.textContent));
    assert.ok(cells.includes('—') && !cells.includes('…'), cells.join());
    await end();
});

test('a real run checks before it tells a time', async (t) => {
    for (const place of LONG ? ['file', 'server', 'isolated'] : ['isolated'])
        await t.test(place, async () => {
            const { page, end } = await open(place);
            await page.waitForSelector('#run .choice input');
            const threads = page.locator('#run input[value=threads]');
            assert.equal(await threads.isDisabled(), place !== 'isolated');
            if (place !== 'isolated') assert.match(await page.innerText('#run .choices'), /SharedArrayBuffer/);
            if (place === 'server') return end();
            const gpu = page.locator('#run input[value=webgpu]');
            if (!LONG) t.diagnostic('WebGPU: in the long form');
            else if (!(await gpu.isDisabled())) await gpu.check();
            else t.diagnostic(`${place}: ${await page.innerText('#run .choices label:last-child')}`);
            const run = async () => {
                await page.click('#run-start');
                await until(page, "!document.querySelector('#run-start').disabled");
                return page.$$eval('#run .numbers tbody tr', (rows) =>
                    rows.map((row) => [...row.children].slice(4).map((cell) => cell.textContent))
                );
            };
            await page.selectOption('#run-n', '1000');
            for (const engine of LONG ? ['onesweep', 'hybrid'] : ['hybrid'])
                await page.check(`#run input[value=${engine}]`);
            if (place === 'isolated') await page.selectOption('#run-keys', 'sorted');
            const table = await run();
            assert.match(
                await page.innerText('#run-status'),
                /^Done: \d+ runs of 1,000 keys, every output checked\. With digits of 8 bits WebAssembly took [\d.]+ times/
            );
            const ran = await page.locator('#run .choice input:checked').count();
            assert.ok(table.length === 4 && table.flat().length === 4 * ran);
            for (const cell of table.flat()) assert.match(cell, /^[\d.]+ ms, [\d.]+ x copy$/);
            /* one copy for all rows of WebAssembly: milliseconds over x copy are the same */
            const ratios = table
                .flatMap((row) => row.slice(0, 3))
                .map((cell) => {
                    const [ms, copies] = cell.match(/[\d.]+/g).map(Number);
                    return ms / copies;
                });
            const far = Math.max(...ratios) / Math.min(...ratios);
            assert.ok(far < 1.25, `the copy differs from row to row: ${ratios}`);
            assert.equal(await page.locator('#run .charts .chart').count(), 2);
            assert.equal(
                await page.locator('#run .chart:first-child .series.course .point').count(),
                2,
                'the course’s figures'
            );
            assert.equal(await page.locator('#run .chart:last-child .series.course .point').count(), 2);
            const copied = await page.$$eval('.way[data-way=copy] .measured', (list) => list.map((x) => x.textContent));
            assert.match(copied.join(), /measured: [\d.]+ ms/, 'the copy, beside its bytes');
            assert.match(await page.innerText('.way[data-way=hybrid]'), /2.5 x copy.*HYBRID took [\d.]+ x copy/);
            if (place === 'file') return end();
            /* a browser whose sort gives another order: no output agrees, so no time is told */
            await page.evaluate(() => {
                const { sort } = Object.getPrototypeOf(Uint32Array.prototype);
                Uint32Array.prototype.sort = function () {
                    sort.call(this);
                    this[this.length - 1] ^= 1;
                    return this;
                };
            });
            if (await gpu.isChecked()) await gpu.uncheck();
            await page.selectOption('#run-keys', 'random');
            if (!LONG) await page.uncheck('#run input[value=hybrid]');
            for (const cell of (await run()).flat())
                assert.match(cell, /^WRONG OUTPUT, no time: a wrong key at place 999/);
            assert.equal(await page.locator('#run .series.one .point').count(), 0, 'no mark');
            await end();
        });
});
