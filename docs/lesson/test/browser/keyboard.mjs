/*
 * The keyboard alone.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open } from './browser.mjs';
import { until } from '../tools.mjs';

/* Presses Tab until the element is focused; every element on the way must show that it is. */
async function tabTo(page, selector, seen, most = 160) {
    for (let k = 0; k < most; k++) {
        const at = await page.evaluate((wanted) => {
            const element = document.activeElement;
            if (element === document.body) return {};
            const box = element.matches('.toggle input') ? element.nextElementSibling : element,
                style = getComputedStyle(box);
            const name = element.id || element.dataset.act || element.textContent.trim().slice(0, 30) || element.value;
            return {
                there: element.matches(wanted),
                name,
                visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
            };
        }, selector);
        if (at.name !== undefined) {
            seen.add(at.name);
            assert.ok(at.visible, `the focus on ${at.name} is seen`);
        }
        if (at.there) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not reach ${selector}`);
}

test('by the keyboard alone', async () => {
    const { page, end } = await open('file', { anew: true });
    const seen = new Set(),
        key = (name) => page.keyboard.press(name);
    const to = (selector) => tabTo(page, selector, seen);
    await to('.skip');
    await to('#theme');
    await key('Enter');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    await to('#n');
    await key('ArrowUp');
    await key('Tab');
    assert.equal(await page.evaluate('lesson.state.settings.n'), 17);
    await to('#digit-bits');
    await page.keyboard.type('4');
    assert.equal(await page.evaluate('lesson.state.settings.digitBits'), 4);
    await to('#type');
    await page.keyboard.type('fl');
    assert.equal(await page.evaluate('lesson.state.settings.type'), 'f16');
    await to('#again');
    await key('Space');
    await to('#sort-stage [data-act=play]');
    await key('Enter');
    await until(page, "lesson.sortView.step.phase === 'count'");
    await key('Enter');
    const at = await page.inputValue('#sort-stage input[type=range]');
    await to('#sort-stage [data-act=next]');
    await key('Enter');
    assert.equal(Number(await page.inputValue('#sort-stage input[type=range]')), Number(at) + 1);
    await to('#sort-stage input[type=range]');
    await key('ArrowRight');
    await key('ArrowLeft');
    await key('End');
    assert.equal(await page.evaluate('lesson.sortView.step.phase'), 'done');
    await to('#switch-unstable');
    await key('Space');
    assert.equal(await page.evaluate('lesson.state.fault'), 'unstable');
    await to('.switch[data-fault=unstable] .show');
    await key('Enter');
    assert.equal(await page.evaluate('lesson.sortView.step.phase'), 'scatter');
    await to('#tiles-stage [data-act=last]');
    await key('Enter');
    await to('#onesweep-stage [data-act=last]');
    await key('Enter');
    await to('#run-start');
    await to('#code-check');
    await to('#question-0');
    await page.keyboard.type('4');
    await key('Enter');
    assert.match(
        await page.innerText('#quiz form:first-child .answer'),
        /^✓\s*Yes. Each sweep sorts by one digit, and 16 \/ 4 = 4/
    );
    await to('#question-4-5');
    for (const name of ['order', 'source', 'tiles-bits', 'onesweep-again', 'run-n', 'first', 'back', 'part'])
        assert.ok(seen.has(name), name);
    await end();
});
