/*
 * The switches: each breaks every setting on which it can be switched on, and leads to the step that says why.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { halfValue, makeKeys, parseKeys, TYPES } from '../../page/keys.js';
import { NOBODY, rowsAt, sortOf, stepsOf, verdictOf } from '../../page/model.js';
import { breakSort, consequence, SWITCHES, wanted, whyWhole } from '../../page/switches.js';
import { faultNote, faultStep } from '../../page/where.js';
import { stepWords } from '../../page/words.js';
import { LONG, ids, libraryOrder, ORDERS, seed, WIDTHS } from '../tools.mjs';

/* What each switch does to a sort that it breaks. */
const BREAKS = {
    unstable({ broken, right }, verdict) {
        assert.equal(verdict.lost.length + verdict.strangers.length, 0);
        assert.deepEqual(broken.sweeps[0].counts, right.sweeps[0].counts);
        for (const { digits, destinations, n } of broken.sweeps) {
            const out = new Array(n);
            destinations.forEach((to, i) => (out[to] = digits[i]));
            assert.deepEqual(
                out,
                [...digits].sort((x, y) => x - y),
                'each sweep by itself looks right'
            );
        }
    },
    inclusive({ broken }, verdict) {
        assert.ok(verdict.lost.length > 0 && verdict.strangers.length > 0);
        const [{ destinations, bands, n }] = broken.sweeps;
        if (!bands) assert.ok(!destinations.includes(0), 'the first slot is never written');
        if (!bands) assert.ok(Math.max(...destinations) >= n, 'the last bucket runs past the end');
    },
    missing({ broken, right }, verdict) {
        assert.equal(broken.sweeps.length, right.sweeps.length - 1);
        assert.ok(verdict.disorder.length + verdict.unstable.length > 0);
        const low = broken.result.map(({ key }) => key % 2 ** (broken.width - broken.digitBits));
        assert.deepEqual(
            low,
            [...low].sort((x, y) => x - y),
            'all digits below are in order'
        );
    },
    highest({ broken, right }, verdict) {
        assert.equal(verdict.lost.length + verdict.strangers.length, 0);
        assert.deepEqual(
            broken.sweeps.map(({ place }) => place),
            right.sweeps.map(({ place }) => place).reverse()
        );
    },
    guarded({ broken }, verdict) {
        assert.ok(verdict.lost.length > 0 && verdict.strangers.length > 0);
        assert.ok(broken.sweeps.every(({ entries }) => entries.length % 16 === 0));
    },
    unsigned({ broken }, verdict) {
        assert.equal(verdict.lost.length + verdict.strangers.length, 0);
        assert.ok(verdict.disorder.length + verdict.unstable.length > 0);
        assert.ok(
            broken.keys.some((bits) => bits >= 0x8000),
            'a negative key'
        );
    },
};

/* What no switch can break: for each the settings on which it has to be disabled, told without the sort. */
const WHOLE = {
    unstable: ({ width, digitBits, input }) => {
        const top = input.map(({ key }) => Math.floor(key / 2 ** (width - digitBits)));
        return new Set(top).size === top.length;
    },
    inclusive: ({ width, digitBits, input }) => digitBits === 1 && input.every(({ key }) => key === 2 ** width - 1),
    missing: ({ width, digitBits, input }) => {
        const low = input.map(({ key }, i) => [key % 2 ** (width - digitBits), i]);
        const order = low.sort(([x, i], [y, k]) => x - y || i - k).map(([, i]) => i);
        return order.every(
            (i, k) =>
                k === 0 ||
                input[order[k - 1]].key < input[i].key ||
                (input[order[k - 1]].key === input[i].key && order[k - 1] < i)
        );
    },
};

/* Every type, order and digit width. */
function* settingsOf() {
    for (const type of Object.keys(TYPES))
        for (const order of ORDERS) for (const digitBits of WIDTHS) yield { type, order, digitBits };
}

test('every switch breaks every setting on which it can be switched on, and leads to the step that says why', async (t) => {
    assert.deepEqual(
        Object.keys(BREAKS),
        SWITCHES.map(({ fault }) => fault)
    );
    const lengths = LONG ? Array.from({ length: 63 }, (_, k) => k + 2) : [2, 3, 9, 16, 33, 64];
    for (const { fault, name, text } of SWITCHES)
        await t.test(name, () => {
            assert.equal(text.split(/[.?!](?= |$)/).filter(Boolean).length, 2, 'two sentences');
            let on = 0,
                off = 0,
                fallen = 0,
                several = 0;
            for (const one of settingsOf())
                for (const source of ['random', 'ties'])
                    for (const n of lengths) {
                        const settings = wanted({ ...one, n, source }, fault),
                            keys = makeKeys(settings.n, settings.type, source, seed + on + off),
                            set = { ...settings, keys };
                        const right = sortOf(set),
                            broken = breakSort(set, fault),
                            verdict = verdictOf(broken),
                            reason = whyWhole(set, fault),
                            say = JSON.stringify(set);
                        if (WHOLE[fault]) assert.equal(reason !== undefined, WHOLE[fault](right), say);
                        if (reason !== undefined) {
                            assert.match(reason, /^[A-Z].+\.$/);
                            assert.deepEqual(ids(broken.result), ids(right.result), say);
                            off++;
                            continue;
                        }
                        on++;
                        assert.ok(!verdict.right, say);
                        several += broken.sweeps.length > 1;
                        fallen += broken.sweeps.length > 1 && verdict.disorder.length > 0;
                        BREAKS[fault]({ broken, right }, verdict);
                        assert.notDeepEqual(ids(broken.result), libraryOrder(broken), say);
                        assert.match(consequence(verdict, keys.length), /^At the end .+\.$/);
                        const steps = stepsOf(broken),
                            at = faultStep(broken);
                        assert.match(faultNote(broken, steps[at]) ?? '', /\.$/, `${fault}: the step explains: ${say}`);
                        if (n !== 9) continue;
                        assert.doesNotMatch(stepWords(broken, steps[0], rowsAt(broken, steps[0])), /will put/);
                        for (const step of steps) {
                            const all = [stepWords(broken, step, rowsAt(broken, step)), faultNote(broken, step) ?? ''];
                            assert.doesNotMatch(all.join(), /undefined|NaN|null/);
                        }
                    }
            assert.ok(on > 10 * off || off < on, `${fault}: on ${on}, off ${off}`);
            if (fault === 'unstable') assert.ok(fallen > several / 2, 'a later digit shows it');
        });
});

test('where a broken rule is at work', () => {
    const set = { keys: [53, 18, 55, 18, 200, 7], type: 'u8', order: 'ascending', digitBits: 4 };
    const at = (fault, more = {}) => {
        const broken = breakSort({ ...set, ...more }, fault),
            step = stepsOf(broken)[faultStep(broken)];
        return { broken, step, ...step };
    };
    const unstable = at('unstable'),
        { digits, ranks } = unstable.broken.sweeps[1];
    assert.deepEqual([unstable.phase, unstable.sweep], ['scatter', 1], 'the sweep that undoes the one before');
    const before = digits.slice(0, unstable.i).filter((digit) => digit === digits[unstable.i]).length;
    assert.notEqual(ranks[unstable.i], before);
    assert.equal(at('inclusive').phase, 'scan');
    assert.equal(at('missing').phase, 'done');
    assert.deepEqual([at('highest').phase, at('highest').sweep], ['scatter', 1]);
    const guarded = at('guarded');
    assert.equal(guarded.broken.sweeps[0].entries[guarded.i].id, NOBODY);
    assert.deepEqual([guarded.phase, guarded.i], ['count', 6]);
    const floats = parseKeys('3 -2 -7 1', 'f16').keys,
        unsigned = at('unsigned', { type: 'f16', keys: floats });
    assert.deepEqual([unsigned.phase, unsigned.sweep], ['count', 3], 'the digit that holds the sign');
    assert.ok(halfValue(unsigned.broken.sweeps[3].entries[unsigned.i].bits) < 0);
});
