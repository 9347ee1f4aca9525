/*
 * The lesson in headless Firefox, driven by WebDriver BiDi: that it starts, steps, breaks, fits a phone, and runs a
 * reader's code. What it shows is compared with the library in page.mjs. In: FIREFOX, the program. Exit status 77 and
 * the reason where there is no such browser, or it cannot be driven.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test, { after } from 'node:test';
import playwright from 'playwright-core';
import { SOLUTION } from '../page/exercise.js';
import { libraryOrder, PATIENCE, until } from './tools.mjs';

const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

function skip(why) {
    console.error(`lesson: SKIPPED: the page in Firefox: ${why}`);
    process.exit(77);
}
if (!existsSync(executablePath)) skip(`there is no ${executablePath} (Debian package firefox-esr)`);
const { _bidiFirefox: firefox } = playwright; /* not public in the version that the tests' lock file names */
if (firefox === undefined) skip('this playwright-core does not drive Firefox by WebDriver BiDi');
let browser;
try {
    browser = await firefox.launch({
        executablePath,
        timeout: PATIENCE,
        firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    });
} catch (error) {
    skip(`it cannot be driven: ${error.message}`);
}
after(() => browser.close());

async function open(viewport) {
    const page = await browser.newPage({ viewport }),
        trouble = [];
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(String(error)));
    await page.goto(new URL('../built/index.html', import.meta.url).href);
    await until(page, 'window.lesson !== undefined');
    return { page, trouble };
}

const click = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted).click(), selector);
const shown = (page) =>
    page.evaluate(() => [...document.querySelectorAll('#sort-picture .output > li')].map((x) => Number(x.dataset.id)));

test('Firefox steps, breaks and runs a reader’s code', async () => {
    const { page, trouble } = await open({ width: 1280, height: 900 });
    const one = await page.evaluate('({ keys: lesson.state.right.keys, ...lesson.state.settings })');
    await click(page, '#sort-stage [data-act=last]');
    assert.deepEqual(await shown(page), libraryOrder(one));
    assert.equal(await page.evaluate("document.querySelectorAll('#sort-verdict .good').length"), 4);
    await click(page, '#switch-unstable');
    await click(page, '.switch[data-fault=unstable] .show');
    assert.equal(await page.evaluate("document.querySelectorAll('#sort-stage .fault-note').length"), 1);
    assert.equal(await page.evaluate('lesson.sortView.step.phase'), 'scatter');
    const at = await page.evaluate('lesson.sortView.at');
    await page.evaluate("dispatchEvent(new Event('focus')), document.activeElement.blur()");
    /* a key steps the stage that is seen most: this one must have come into the window */
    await until(page, "Math.abs(document.querySelector('#sort-stage').getBoundingClientRect().top) < 40");
    await page.keyboard.press('ArrowLeft');
    await until(page, `lesson.sortView.at === ${at - 1}`);
    await until(page, `location.hash.includes('step=${at - 1}')`);
    await page.evaluate((code) => (document.querySelector('#code').value = code), SOLUTION);
    await click(page, '#code-check');
    await until(page, "document.querySelector('#code-result').textContent.startsWith('All cases are right')");
    await page.evaluate((code) => (document.querySelector('#code').value = code), `${SOLUTION}\nfor (;;);`);
    await click(page, '#code-check');
    await until(page, "document.querySelector('#code-result').textContent.includes('did not come to an end')");
    assert.deepEqual(trouble, []);
    await page.close();
});

test('Firefox fits a phone: the sentence, the controls and the key at hand are seen', async () => {
    const { page, trouble } = await open({ width: 390, height: 844 });
    await page.evaluate("document.documentElement.style.scrollBehavior = 'auto'");
    await page.evaluate("(location.hash = '#n=64&bits=4&type=u16&source=random&seed=3&step=100')");
    await until(page, 'lesson.sortView.at === 100');
    await click(page, '#sort-stage [data-act=next]');
    const outside = await page.evaluate(() => {
        const seen = [
            '#sort-words',
            '#sort-stage .buttons',
            '#sort-picture .input .current',
            '#sort-picture .output .current',
        ];
        return seen.filter((selector) => {
            const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
            return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1;
        });
    });
    assert.deepEqual(outside, []);
    assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(trouble, []);
    await page.close();
});
