/*
 * The lesson in headless Chromium: stepped through and compared with the library, broken by each switch, driven by the
 * keyboard alone, opened from a file and from a server, and looked over by axe-core. In: CHROMIUM, the program; SEED.
 * Exit status 77 and the reason where there is no browser.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../../test/serve.js';
import { ordered, TYPES } from '../page/keys.js';
import { NOBODY, rowsAt, sortOf, stepsOf, verdictOf } from '../page/model.js';
import { SOLUTION, STARTER } from '../page/exercise.js';
import { SWEEPS } from '../page/hand.js';
import { isAsked, question } from '../page/predict.js';
import { breakSort, consequence, SWITCHES } from '../page/switches.js';
import { faultNote, faultStep } from '../page/where.js';
import { stepWords } from '../page/words.js';
import { library, libraryDigit, libraryOrder, until } from './tools.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
    console.error(`lesson: SKIPPED: the page's tests: there is no ${executablePath} (Debian package chromium)`);
    process.exit(77);
}
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const built = fileURLToPath(new URL('../built/', import.meta.url)),
    FILE = new URL('../built/index.html', import.meta.url).href;
const PATIENCE = 120000; /* milliseconds for anything to happen: the machine may be busy */
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

/* A page at a place, with all that it said and asked for. */
async function open(place = 'file', { width = 1280, height = 900, scheme = 'light', hash = '', touch = false } = {}) {
    const page = await browser.newPage({
            viewport: { width, height },
            colorScheme: scheme,
            reducedMotion: 'reduce',
            hasTouch: touch,
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
    return {
        page,
        trouble,
        requests,
        async end() {
            assert.deepEqual(trouble, [], 'nothing in the console');
            assert.deepEqual(requests, [PLACES[place]], 'no request but the page itself');
            await page.close();
        },
    };
}

/* Sets fields of the settings, by the events that a reader's own doing has. The keyboard's test does it by keys. */
const set = (page, { n, digitBits, type, order, source, typed }) =>
    page.evaluate(
        (fields) => {
            for (const [id, value, event] of fields) {
                const field = document.getElementById(id);
                if (value === undefined) continue;
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

const choose = (page, id, value) =>
    page.$eval(
        `#${id}`,
        (field, chosen) => {
            field.value = chosen;
            field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        value
    );

const press = (page, stage, act) => page.$eval(`#${stage}-stage [data-act="${act}"]`, (button) => button.click());

/* In the page: what the stage of the sort shows, as rows. */
function readRows() {
    const picture = document.querySelector('#sort-picture'),
        list = (selector, read) => [...picture.querySelectorAll(selector)].map(read);
    const text = (element) => element.textContent.trim(),
        number = (element) => (text(element) === '·' ? null : Number(text(element)));
    const id = (element) => (element.dataset.id === undefined ? null : Number(element.dataset.id));
    const rowsOf = (table, name) =>
        list(`table.${table} tr`, (row) => row)
            .filter((row) => row.querySelector('th[scope=row]')?.textContent === name)
            .flatMap((row) => [...row.querySelectorAll('td:not(.pad), th[scope=col]')]);
    return {
        words: text(document.querySelector('#sort-words')),
        input: list('.input > li, .input td > .key', id),
        digits: list('.input > li .digit, .input td .digit', (x) => (text(x) === '' ? null : Number(text(x)))),
        buckets: rowsOf('buckets', 'bucket').map(number),
        counts: rowsOf('buckets', 'count').map(number),
        bars: list('.bar', (bar) => Number(bar.style.getPropertyValue('--count'))),
        offsets: rowsOf('buckets', 'begins at').map(number),
        next: rowsOf('buckets', 'next goes to').map(number),
        flags: rowsOf('bands', 'flag').map(number),
        scan: rowsOf('bands', 'scan').map(number),
        goes: rowsOf('bands', 'goes to').map(number),
        output: list('.output > li', id),
        wrong: list('.output > li', (x) => x.classList.contains('wrong')),
        arrows: list('.overlay .arrow.current', () => 1).length,
    };
}

const shownRows = (page) => page.evaluate(readRows);

/* The rows now, and after each of `times` presses of a button of the sort's stage. */
const rowsOfPresses = (page, act, times) =>
    page.evaluate(`{
        const read = ${readRows},
            button = document.querySelector('#sort-stage [data-act=${act}]'),
            all = [read()];
        for (let k = 0; k < ${times}; k++) {
            button.click();
            all.push(read());
        }
        all;
    }`);

/* The first numbers of a row; the others are not known yet. */
const upTo = (list, limit) => list.map((x, i) => (i < limit ? x : null));

/* What it must show, by the library: `keys` as the sweep finds them are the library's order of the digits below. */
function wantedRows(one, step) {
    const { width } = TYPES[one.type],
        place = step.sweep * one.digitBits,
        n = one.keys.length;
    const phase = ['start', 'count', 'scan', 'scatter', 'done'].indexOf(step.phase);
    if (step.phase === 'done') return { output: libraryOrder(one) };
    const input = place === 0 ? one.keys.map((_, i) => i) : libraryOrder(one, 0, place),
        found = input.map((i) => one.keys[i]);
    const transformed = found.map((bits) => ordered(bits, one.type, one.order));
    const reach = (own) => (phase > own ? n : phase === own ? step.i + 1 : 0);
    const all = libraryDigit(transformed, place, one.digitBits),
        seen = libraryDigit(transformed.slice(0, reach(1)), place, one.digitBits).counts,
        gone = libraryDigit(transformed.slice(0, reach(3)), place, one.digitBits).counts;
    const order = libraryOrder({ ...one, keys: found }, place, Math.min(place + one.digitBits, width)),
        goes = order.reduce((list, i, to) => ((list[i] = to), list), []);
    const output = new Array(n).fill(null);
    goes.forEach((to, i) => i < reach(3) && (output[to] = input[i]));
    const digits = transformed.map((key) => Math.floor(key / 2 ** place) % 2 ** one.digitBits);
    const wanted = { input, output, digits: upTo(digits, reach(1)), arrows: phase === 3 ? 1 : 0 };
    if (one.digitBits === 1) {
        const flags = digits.map((bit) => 1 - bit);
        return {
            ...wanted,
            flags: upTo(flags, reach(1)),
            scan: upTo([...library.offsets(Uint32Array.from(flags))], reach(2)),
            goes: upTo(goes, reach(3)),
        };
    }
    const buckets = all.counts.map((_, digit) => digit).filter((digit) => one.digitBits <= 4 || all.counts[digit] > 0);
    const pick = (list) => buckets.map((digit) => list[digit]);
    const known = (digit) => phase > 2 || (phase === 2 && digit <= step.i);
    return {
        ...wanted,
        buckets,
        counts: pick(seen),
        bars: pick(seen),
        offsets: pick(all.offsets.map((x, digit) => (known(digit) ? x : null))),
        next: phase === 3 ? pick(all.offsets.map((x, digit) => x + gone[digit])) : [],
    };
}

const SORTS = [
    { n: 12, digitBits: 4, type: 'u8', order: 'ascending', source: 'ties' },
    { n: 10, digitBits: 2, type: 'i8', order: 'descending', source: 'random' },
    { n: 7, digitBits: 1, type: 'u8', order: 'ascending', source: 'random' },
    { n: 18, digitBits: 8, type: 'f16', order: 'descending', source: 'random' },
    { digitBits: 4, type: 'f16', order: 'ascending', source: 'typed', typed: '-0 NaN 0 −2.5 inf 7 -2.5' },
];

test('every step of whole sorts is the library’s, forwards and back', async (t) => {
    const { page, end } = await open();
    for (const one of SORTS)
        await t.test(JSON.stringify(one), async () => {
            await set(page, one);
            const keys = await page.evaluate('lesson.state.right.keys');
            const sort = sortOf({ ...one, keys }),
                steps = stepsOf(sort);
            assert.equal(keys.length, one.n ?? one.typed.split(' ').length);
            const there = await rowsOfPresses(page, 'next', steps.length - 1);
            for (const [k, step] of steps.entries()) {
                for (const [name, wanted] of Object.entries(wantedRows({ ...one, keys }, step)))
                    assert.deepEqual(there[k][name], wanted, `${name} at step ${k} ${JSON.stringify(step)}`);
                assert.equal(there[k].words, stepWords(sort, step, rowsAt(sort, step)));
                assert.ok(!there[k].wrong.includes(true), 'nothing is marked as wrong');
            }
            assert.equal(await page.locator('#sort-verdict .good').count(), 4, 'order, keys, ties, the library');
            if (one !== SORTS[0] && one !== SORTS[1]) return;
            assert.deepEqual((await rowsOfPresses(page, 'back', steps.length - 1)).reverse(), there, 'the way back');
        });
    await end();
});

test('to the end of each part, and play', async () => {
    const { page, end } = await open();
    await set(page, { n: 8, digitBits: 4 });
    const phases = [];
    for (let k = 0; k < 7; k++) {
        await press(page, 'sort', 'part');
        phases.push(
            await page.evaluate(
                '[lesson.sortView.step.phase, lesson.sortView.step.sweep, lesson.sortView.step.i].join()'
            )
        );
    }
    assert.deepEqual(phases, [
        'count,0,7',
        'scan,0,15',
        'scatter,0,7',
        'count,1,7',
        'scan,1,15',
        'scatter,1,7',
        'done,1,0',
    ]);
    await press(page, 'sort', 'first');
    await page.selectOption('#sort-stage .speed select', '30');
    await press(page, 'sort', 'play');
    assert.equal(await page.getAttribute('#sort-words', 'aria-live'), 'off', 'silent while playing');
    await until(page, "lesson.sortView.step.phase === 'done'");
    await until(page, "document.querySelector('#sort-words').getAttribute('aria-live') === 'polite'");
    await end();
});

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

/* Whether every element is whole within the window. */
const inWindow = (page, selectors) =>
    page.evaluate((list) => {
        for (const selector of list) {
            const found = [...document.querySelectorAll(selector)];
            if (found.length === 0) return `${selector} is not there`;
            for (const element of found) {
                const { top, bottom, left, right } = element.getBoundingClientRect();
                if (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1)
                    return `${selector} lies at ${[left, top, right, bottom].map(Math.round)}`;
            }
        }
        return 'all';
    }, selectors);

test('on a phone the sentence, the controls and the key at hand are on the screen', async () => {
    const { page, end } = await open('file', { width: 390, height: 844, touch: true });
    for (const digitBits of [1, 2, 8]) {
        await set(page, { n: 64, type: 'u16', source: 'random', digitBits });
        await page.$eval('#sort-stage', (stage) => stage.scrollIntoView());
        const sweep = 128 + (await page.evaluate('lesson.state.sort.sweeps[0].bands ? 64 : 0'));
        for (const at of [3, 40, 64, sweep - 3, sweep + 20]) {
            await page.evaluate(`lesson.sortView.go(${at - 1})`);
            await page.tap('#sort-stage [data-act=next]');
            const { phase } = await page.evaluate('lesson.sortView.step');
            const current = phase === 'scan' && digitBits > 1 ? 'td.current' : '.input .key.current';
            const wanted = ['#sort-words', '#sort-stage .buttons', `#sort-picture ${current}`];
            if (phase === 'scatter') wanted.push('#sort-picture .output .key.current');
            assert.equal(await inWindow(page, wanted), 'all', `${digitBits} bits, step ${at}`);
        }
        const box = await page.locator('#sort-stage').boundingBox();
        assert.ok(box.height < 1000, `the stage is ${box.height} pixels tall`);
    }
    for (const act of ['back', 'play', 'next']) {
        const { width, height } = await page.locator(`#sort-stage [data-act=${act}]`).boundingBox();
        assert.ok(width >= 44 && height >= 44, `${act}: ${width} x ${height}`);
    }
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from, to) => {
        const { y, height } = await page.locator('#sort-words').boundingBox();
        const point = (x) => [{ x, y: y + height / 2 }];
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point((from + to) / 2) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const at = await page.evaluate('lesson.sortView.at');
    await swipe(300, 100);
    await until(page, `lesson.sortView.at === ${at + 1}`);
    await swipe(100, 300);
    await until(page, `lesson.sortView.at === ${at}`);
    await end();
});

test('keys are put into order by hand: mouse, finger and keyboard', async () => {
    const { page, end } = await open('file', { width: 390, height: 844, touch: true });
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

test('the arrow keys step wherever the focus is, and the address follows', async () => {
    const { page, end } = await open('file', {
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

test('predict before you see', async () => {
    const { page, end } = await open();
    await set(page, { n: 8, digitBits: 4, source: 'random' });
    await page.check('#predict');
    const { keys, ...settings } = await page.evaluate('({ keys: lesson.state.sort.keys, ...lesson.state.settings })');
    const sort = sortOf({ ...settings, keys }),
        steps = stepsOf(sort);
    const k = steps.findIndex((step) => isAsked(sort, step));
    await page.evaluate(`lesson.sortView.go(${k - 1})`);
    await press(page, 'sort', 'next');
    assert.equal(await page.innerText('#sort-words'), question(sort, steps[k]));
    assert.equal(await page.evaluate('lesson.sortView.at'), k - 1, 'nothing is shown yet');
    const to = sort.sweeps[0].destinations[steps[k].i];
    await page.click(`#sort-picture .output > li:nth-child(${to + 1}) .choose`);
    assert.equal(await page.evaluate('lesson.sortView.at'), k);
    assert.match(await page.innerText('#sort-stage .reply.good'), /^Yes: /);
    await press(page, 'sort', 'back');
    await press(page, 'sort', 'next');
    const other = await page.$$eval('#sort-picture .output > li', (list) => list.map((x) => x.matches('.choosable')));
    const wrong = other.findIndex((free, place) => free && place !== to);
    await page.click(`#sort-picture .output > li:nth-child(${wrong + 1}) .choose`);
    assert.match(await page.innerText('#sort-stage .reply.bad'), /^Place \d+ is in/);
    await press(page, 'sort', 'back');
    await press(page, 'sort', 'next');
    await press(page, 'sort', 'next');
    assert.equal(await page.evaluate('lesson.sortView.at'), k, 'a second press goes on without an answer');
    await end();
});

test('the reader’s own code: right, wrong, endless, and without a network', async (t) => {
    for (const place of ['file', 'server'])
        await t.test(place, async () => {
            const { page, trouble } = await open(place, { hash: '#code=alert(1)&step=1' });
            const run = async (code) => {
                if (code !== undefined) await page.fill('#code', code);
                await page.click('#code-check');
                await until(page, "!document.querySelector('#code-check').disabled");
                return page.innerText('#code-result');
            };
            assert.equal(await page.inputValue('#code'), STARTER, 'an address brings no code');
            assert.match(await run(), /1 of 8 cases are right/, 'the starter');
            assert.match(await run(SOLUTION), /^All cases are right/);
            assert.match(
                await run(
                    `${SOLUTION}; const all = scatter;\nscatter = (keys, ...more) => all(keys.reverse(), ...more);`
                ),
                /not stable/
            );
            assert.match(await run('function histogram() {'), /did not run/);
            assert.match(
                await run(SOLUTION.replace('let sum = 0;', 'for (;;);')),
                /no keys at all: It was ended after a second\./
            );
            assert.match(await run(`${SOLUTION}\nfor (;;);`), /did not come to an end/);
            assert.match(await run(`${SOLUTION}\nundefined_name;`), /undefined_name/);
            /* a server that lets everybody ask, so that nothing but the page's policy is in the way */
            const asked = [],
                listener = createServer((request, response) => {
                    asked.push(request.url);
                    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' });
                    response.end();
                });
            await new Promise((ready) => listener.listen(0, '127.0.0.1', ready));
            const target = `http://127.0.0.1:${listener.address().port}/`;
            const asking = `
                const note = (work) => { try { Promise.resolve(work()).catch(() => 0); } catch {} };
                note(() => fetch('${target}fetch'));
                note(() => import('${target}import.js'));
                note(() => { const x = new XMLHttpRequest(); x.open('GET', '${target}xhr', false); x.send(); });
                note(() => importScripts('${target}scripts.js'));
                note(() => WorkerGlobalScope.prototype.fetch?.call(self, '${target}prototype'));
                note(() => Object.getPrototypeOf(WorkerGlobalScope.prototype).fetch?.call(self, '${target}above'));
                note(() => new EventSource('${target}event'));
                note(() => new WebSocket('${target.replace('http', 'ws')}socket'));
                note(() => new Worker('${target}worker.js'));`;
            const slow = 'for (const end = Date.now() + 60; Date.now() < end; ); let sum = 0;';
            await run(asking + SOLUTION.replace('let sum = 0;', slow));
            assert.deepEqual(asked, [], 'nothing has gone out');
            listener.close();
            const hash = await page.evaluate(
                'lesson.sortView.go(2), new Promise((done) => setTimeout(() => done(location.hash), 600))'
            );
            assert.doesNotMatch(hash, /code|histogram/, 'the address holds no code');
            /* the browser says what it refused, and what the worker could not read */
            assert.ok(
                trouble.every((text) =>
                    /Content Security Policy|SyntaxError|undefined_name|Refused|asked-|Unexpected end/.test(text)
                ),
                trouble.join('\n')
            );
            await page.close();
        });
});

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

test('many tiles and OneSweep', async () => {
    const { page, end } = await open();
    for (const settings of [{ n: 16 }, { n: 61, source: 'ties', type: 'i16', order: 'descending' }]) {
        await set(page, settings);
        const one = await page.evaluate('({ keys: lesson.state.right.keys, ...lesson.state.settings })');
        const output = (stage) =>
            page.$$eval(`#${stage}-picture .output > li`, (list) => list.map((x) => Number(x.dataset.id)));
        for (const bits of ['1', '2', '4']) {
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
            ['4', '2', '2'],
            ['8', '4', '4'],
        ]) {
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
    for (let k = 1; k < 30; k++) {
        await page.evaluate(`lesson.oneSweepView.go(${k})`);
        const words = await page.innerText('#onesweep-words');
        looks += await page.locator('#onesweep-picture .arrow.look').count();
        assert.equal(await page.locator('#onesweep-picture .arrow.look').count(), words.includes('looks back') ? 1 : 0);
    }
    assert.ok(looks > 0, 'a look has an arrow');
    await end();
});

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
    const { page, end } = await open();
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

test('a real run checks before it tells a time', async (t) => {
    for (const place of ['file', 'server', 'isolated'])
        await t.test(place, async () => {
            const { page, end } = await open(place);
            await page.waitForSelector('#run .choice input');
            const threads = page.locator('#run input[value=threads]');
            assert.equal(await threads.isDisabled(), place !== 'isolated');
            if (place !== 'isolated') assert.match(await page.innerText('#run .choices'), /SharedArrayBuffer/);
            if (place === 'server') return end();
            const gpu = page.locator('#run input[value=webgpu]');
            if (!(await gpu.isDisabled())) await gpu.check();
            else t.diagnostic(`${place}: ${await page.innerText('#run .choices label:last-child')}`);
            const run = async () => {
                await page.click('#run-start');
                await until(page, "!document.querySelector('#run-start').disabled");
                return page.$$eval('#run .numbers tbody tr', (rows) =>
                    rows.map((row) => [...row.children].slice(4).map((cell) => cell.textContent))
                );
            };
            await page.selectOption('#run-n', '1000');
            for (const engine of ['onesweep', 'hybrid']) await page.check(`#run input[value=${engine}]`);
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
            if (place !== 'file') return end();
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
            for (const cell of (await run()).flat())
                assert.match(cell, /^WRONG OUTPUT, no time: a wrong key at place 999/);
            assert.equal(await page.locator('#run .series.one .point').count(), 0, 'no mark');
            await end();
        });
});

test('the colours are the system’s until the reader chooses', async () => {
    const { page, end } = await open('server', { scheme: 'dark' });
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await back();
    await page.click('#theme');
    const light = await back();
    assert.notEqual(light, dark);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await back(), light);
    await page.click('#theme');
    assert.equal(await back(), dark);
    await end();
});

/* What axe-core has found that is serious or critical, in words. */
async function seriousOf(page) {
    const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary: why }) => `${html} ${why}`)}`);
}

const SCENES = {
    async 'at the start'(page) {
        await set(page, { n: 16, type: 'u8', source: 'random', digitBits: 2 });
    },
    async 'in the middle'(page) {
        await set(page, { n: 17, type: 'i16', source: 'ties', digitBits: 4 });
        await page.evaluate('lesson.sortView.go(60), lesson.tilesView.go(30), lesson.oneSweepView.go(20)');
        await page.$eval('#quiz form', (form) => form.requestSubmit());
    },
    async broken(page, width) {
        await set(page, { n: width === 1280 ? 32 : 64, source: 'random', type: 'u8', digitBits: 1 });
        const flip = () => page.$$eval('.switch:nth-child(1) input', (list) => list.forEach((box) => box.click()));
        await flip();
        await page.evaluate('lesson.sortView.go(180), lesson.oneSweepView.go(1e6)');
        return flip;
    },
};

test('an accessibility checker finds nothing serious; nothing is cut off', async (t) => {
    for (const scheme of ['light', 'dark']) {
        const { page, end } = await open('file', { scheme });
        await page.addScriptTag({ content: axe });
        for (const width of [360, 800, 1280])
            await t.test(`${scheme}, ${width} pixels`, async () => {
                await page.setViewportSize({ width, height: 900 });
                await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
                for (const [scene, go] of Object.entries(SCENES)) {
                    const leave = await go(page, width);
                    const wide = await page.evaluate('document.documentElement.scrollWidth');
                    assert.ok(wide <= width, `${scene}: the page is ${wide} pixels wide`);
                    if (scene === 'in the middle' || width === 1280) assert.deepEqual(await seriousOf(page), [], scene);
                    await leave?.();
                }
            });
        await end();
    }
});
