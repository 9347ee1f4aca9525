/*
 * The switches, on the page.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { NOBODY, stepsOf, verdictOf } from '../../page/model.js';
import { breakSort, consequence, SWITCHES } from '../../page/switches.js';
import { faultNote, faultStep } from '../../page/where.js';
import { open, press, set } from './browser.mjs';
import { shownRows } from './rows.mjs';
import { libraryOrder } from '../tools.mjs';

test('each switch breaks what it says', async (t) => {
    const { page, end } = await open();
    for (const { fault, name, text } of SWITCHES)
        await t.test(fault, async () => {
            await set(page, { n: 16, digitBits: 2, type: 'u8', order: 'ascending', source: 'random' });
            const card = page.locator(`.switch[data-fault=${fault}]`);
            assert.ok((await card.innerText()).includes(text));
            await page.getByLabel(name, { exact: true }).check({ force: true });
            const state = await page.evaluate('({ keys: lesson.state.sort.keys, settings: lesson.state.settings })');
            const broken = breakSort({ ...state.settings, keys: state.keys }, fault);
            const verdict = verdictOf(broken);
            assert.ok(!verdict.right);
            assert.equal(await card.locator('.consequence').innerText(), consequence(verdict, state.keys.length));
            assert.ok((await page.locator('#sort-verdict .bad').count()) >= 2, 'the verdict, and the library’s');
            await press(page, 'sort', 'last');
            const rows = await shownRows(page),
                right = libraryOrder({ keys: state.keys, ...state.settings });
            assert.deepEqual(
                rows.output,
                broken.result.map(({ id }) => id)
            );
            assert.deepEqual(
                rows.wrong,
                right.map((id, place) => id !== rows.output[place]),
                'the marks'
            );
            assert.equal(rows.output.includes(NOBODY), verdict.strangers.length > 0);
            assert.equal(
                await page.locator('#sort-picture .output .key.wrong .mark').count(),
                rows.wrong.filter(Boolean).length
            );
            await card.getByRole('button', { name: 'Show where' }).click();
            const at = await page.evaluate('lesson.sortView.at');
            assert.equal(at, faultStep(broken), 'it leads to the step that explains the fault');
            assert.equal(
                await page.innerText('#sort-stage .fault-note'),
                `!\nThe fault: ${faultNote(broken, stepsOf(broken)[at])}`
            );
            assert.ok((await page.locator('#sort-stage .faulty').count()) > 0, 'and marks it');
            assert.equal((await page.locator('#sort-stage .code-lines .broken').count()) > 0, true, 'in the code, too');
            await page.getByLabel(name, { exact: true }).uncheck({ force: true });
            assert.equal(await page.locator('#sort-stage .fault-note').count(), 0);
            assert.equal(await card.locator('.consequence').innerText(), '');
            assert.equal(await page.locator('#sort-verdict .good').count(), 4, 'all is well again');
        });
    await set(page, { digitBits: 8, source: 'typed', typed: '5 3 9 1 7' });
    for (const fault of ['unstable', 'highest']) {
        assert.ok(await page.locator(`#switch-${fault}`).isDisabled(), fault);
        assert.match(await page.innerText(`#why-${fault}`), /^Nothing to break: There is one sweep/);
    }
    await set(page, { typed: '5 3 9 5 7' });
    await page.check('#switch-unstable', { force: true });
    assert.match(await page.innerText('.switch[data-fault=unstable] .consequence'), /ties have changed places/);
    await set(page, { typed: '5 3 9 1 7' });
    assert.ok(!(await page.isChecked('#switch-unstable')), 'a switch goes off where it can break nothing');
    assert.match(await page.innerText('#n-note'), /^The switch is off again\. /);
    await end();
});

test('a switch gives back the type and the keys that it took', async () => {
    const { page, end } = await open();
    const settings = () => page.evaluate('lesson.state.settings'),
        keys = () => page.evaluate('lesson.state.right.keys'),
        flip = (fault) => page.$eval(`#switch-${fault}`, (box) => box.click());
    await set(page, { type: 'i8', source: 'typed', typed: '-1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16' });
    const before = [await settings(), await keys()];
    await flip('guarded');
    assert.equal((await keys()).length, 13, 'typed keys, but for the last three');
    assert.match(await page.innerText('#n-note'), /13 of 16 keys/);
    assert.doesNotMatch(await page.innerText('#sort-words'), /will put/);
    assert.match(await page.innerText('#sort-verdict'), /nothing to say of ties: \d+ of 13|wrong way round/);
    await flip('unsigned');
    assert.deepEqual([(await settings()).type, (await settings()).source], ['f16', 'typed']);
    assert.ok(!(await page.isChecked('#switch-guarded')), 'one at a time');
    assert.equal((await keys()).length, 16);
    assert.equal((await keys())[0], 0xbc00, '−1 as a float');
    assert.match(await page.innerText('#sort-stage'), /as their bits stand.*that is the fault/);
    await flip('unsigned');
    assert.deepEqual([await settings(), await keys()], before);
    assert.equal(await page.innerText('#n-note'), '');
    await end();
});
