/*
 * A screen reader and a reader who wants no motion: the browser's accessibility tree, and what moves.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { open, press, set } from './browser.mjs';
import { until } from '../tools.mjs';

/* The accessibility tree in the order in which it is read: {role, name, level, live} of all that is not ignored. */
async function readingOrder(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    const byId = new Map(nodes.map((node) => [node.nodeId, node])),
        order = [];
    const visit = (node) => {
        const property = (wanted) => node.properties?.find(({ name }) => name === wanted)?.value.value;
        if (!node.ignored)
            order.push({
                role: node.role?.value,
                name: node.name?.value ?? '',
                level: property('level'),
                live: property('live'),
            });
        for (const id of node.childIds ?? []) if (byId.has(id)) visit(byId.get(id));
    };
    visit(nodes[0]);
    return order;
}

test('a screen reader finds headings in steps, and in the stage the sentence before the keys and the controls', async () => {
    const { page, end } = await open();
    await set(page, { n: 4, digitBits: 4, source: 'ties' });
    const all = await page.evaluate('lesson.state.sort.keys.length');
    await page.evaluate(`lesson.sortView.go(${all + 16 + 2})`);
    const order = await readingOrder(page);
    const headings = order.filter(({ role }) => role === 'heading');
    assert.equal(headings[0].level, 1);
    assert.equal(headings.filter(({ level }) => level === 1).length, 1);
    headings.forEach(({ level, name }, k) => {
        assert.ok(k === 0 || level <= headings[k - 1].level + 1, `“${name}” skips a level`);
        assert.notEqual(name.trim(), '');
    });
    const find = (what, wanted, from = 0) => {
        const at = order.findIndex((one, k) => k >= from && wanted(one));
        assert.ok(at >= 0, `${what} is not there, or not after what comes before it`);
        return at;
    };
    const sentence = await page.innerText('#sort-words');
    const said = find('the sentence', ({ role, name }) => role === 'StaticText' && name === sentence);
    assert.ok(
        order.slice(0, said).some(({ role, live }) => role === 'paragraph' && live === 'polite'),
        'it is said as it changes'
    );
    const keys = find('the keys', ({ name }) => name === 'The keys, as this sweep finds them', said),
        output = find('the output', ({ name }) => name === 'The output of this sweep', keys),
        controls = find('the controls', ({ role, name }) => role === 'group' && name === 'Steps of the sort', output),
        verdict = find('the verdict', ({ name }) => name === 'At the end', controls);
    const within = order.slice(keys, output),
        items = within.filter(({ role }) => role === 'listitem');
    assert.equal(items.length, all, 'each key is an item of a list');
    const names = within.filter(({ role }) => role === 'StaticText' || role === 'image').map(({ name }) => name);
    assert.ok(
        names.some((name) => /of \d+ ties/.test(name)),
        `ties are told apart in words: ${names.join('|')}`
    );
    for (const { role, name } of order.slice(controls, verdict))
        if (['button', 'slider', 'combobox', 'checkbox'].includes(role)) assert.notEqual(name.trim(), '', role);
    /* what is drawn alone is not read */
    assert.deepEqual(
        order.filter(({ role }) => /svg|graphics/i.test(role)),
        []
    );
    await end();
});

test('who wants no motion sees none', async () => {
    const { page, end } = await open();
    const moving = () =>
        page.evaluate(() => {
            const elements = [
                document.documentElement,
                ...document.querySelectorAll('button, input, .knob, li.key, .card'),
            ];
            const all = elements.flatMap((x) => [getComputedStyle(x), getComputedStyle(x, '::after')]);
            return {
                smooth: all.some((style) => style.scrollBehavior === 'smooth'),
                slow: all.some((style) => /[1-9]/.test(style.transitionDuration) || style.animationName !== 'none'),
            };
        });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.deepEqual(await moving(), { smooth: true, slow: true }, 'there is motion to be taken away');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual(await moving(), { smooth: false, slow: false });
    assert.equal(await page.evaluate('lesson.sortView.at'), 0, 'nothing plays by itself');
    await press(page, 'sort', 'next');
    await until(page, 'lesson.sortView.at === 1');
    await end();
});
