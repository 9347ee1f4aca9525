/*
 * Headless Chromium: pages of the lesson, and what they said and asked for. In: CHROMIUM, the program. Exit status 77 and
 * the reason where there is no browser.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../../../test/serve.js';
import { PATIENCE, until } from '../tools.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
    console.error(`lesson: SKIPPED: the page's tests: there is no ${executablePath} (Debian package chromium)`);
    process.exit(77);
}

const built = fileURLToPath(new URL('../../built/', import.meta.url)),
    FILE = new URL('../../built/index.html', import.meta.url).href;

const server = await serve(built),
    browser = await chromium.launch({
        executablePath,
        timeout: PATIENCE,
        args: ['--no-sandbox', '--enable-unsafe-webgpu'],
    });
after(async () => {
    await browser.close();
    server.close();
});

const PLACES = { file: FILE, server: `${server.address}index.html`, isolated: `${server.address}isolated/index.html` };

/* A new page at a place, with all that it said and asked for. */
async function newPage(place, { width, height, scheme, hash }) {
    const page = await browser.newPage({
            viewport: { width, height },
            colorScheme: scheme,
            reducedMotion: 'reduce',
            hasTouch: true,
        }),
        trouble = [],
        requests = [];
    page.setDefaultTimeout(PATIENCE);
    /* the browser's own word where it has no device for WebGPU */
    const known = ['No available adapters.'];
    page.on('console', (message) => known.includes(message.text()) || trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(String(error.stack ?? error)));
    page.on('request', (request) => {
        const address = request.url().replace(/#.*/, '');
        if (!/^(data|blob):/.test(address)) requests.push(address);
    });
    await page.goto(PLACES[place] + hash);
    await until(page, 'window.lesson !== undefined');
    return { page, trouble, requests };
}

/* Starting the page takes most of a short test's time, so the page from a file is kept from test to test, and put back
   to its start by its own address and its own fields. */
const START = '#n=16&bits=2&type=u8&order=ascending&source=ties&seed=9&step=0';
let kept,
    count = 0;

async function putBack(page, { width, height, scheme, hash }) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(
        (address) =>
            new Promise((done) => {
                for (const form of document.forms) form.reset();
                document.getElementById('predict').checked = false;
                document.activeElement.blur();
                const there = () => done(scrollTo(0, 0));
                addEventListener('hashchange', there, { once: true }); /* after the page's own listener */
                location.hash = address;
            }),
        `${hash || START}&test=${count++}` /* a name that it does not know: no two addresses are the same */
    );
}

/*
 * The page at a place, at its start: {page, trouble, requests, end()}. anew: no page that another test
 * has had. A test that fails leaves no page to the next one, since it never comes to end().
 */
export async function open(
    place = 'file',
    { width = 1280, height = 900, scheme = 'light', hash = '', anew = false } = {}
) {
    const keep = place === 'file' && !anew,
        wanted = { width, height, scheme, hash },
        old = keep ? kept : undefined,
        one = old ?? (await newPage(place, wanted));
    if (old) await putBack(old.page, wanted);
    if (keep) kept = undefined;
    return {
        ...one,
        async end() {
            assert.deepEqual(one.trouble, [], 'nothing in the console');
            assert.deepEqual(one.requests, [PLACES[place]], 'no request but the page itself');
            if (keep) kept = one;
            else await one.page.close();
        },
    };
}

/* Sets fields of the settings, by the events that a reader's own doing has. The keyboard's test does it by keys. */
export const set = (page, { n, digitBits, type, order, source, typed }) =>
    page.evaluate(
        (fields) => {
            for (const [id, value, event] of fields) {
                const field = document.getElementById(id);
                if (value === undefined) continue;
                if (event === 'change' && field.value === String(value)) continue;
                if (field.disabled) throw new Error(`${id} is disabled`);
                field.value = value;
                if (field.value !== String(value)) throw new Error(`${id} does not take ${value}`);
                field.dispatchEvent(new Event(event, { bubbles: true }));
            }
        },
        [
            ['type', type, 'change'],
            ['order', order, 'change'],
            ['digit-bits', digitBits, 'change'],
            ['source', source, 'change'],
            ['n', n, 'change'],
            ['typed', typed, 'input'],
        ]
    );

export const choose = (page, id, value) =>
    page.$eval(
        `#${id}`,
        (field, chosen) => {
            field.value = chosen;
            field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        value
    );

export const press = (page, stage, act) =>
    page.$eval(`#${stage}-stage [data-act="${act}"]`, (button) => button.click());
