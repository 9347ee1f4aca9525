/*
 * The lesson's models against the library: every row that the page can show, in every type, order and digit width. In:
 * SEED; SWEEPSORT, the command, whose plans the arithmetic is compared with, if there is one.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import {
    blocksOf,
    bytesOf,
    copiesOf,
    COURSE,
    DIGIT_BITS,
    HYBRID_COPIES,
    predictedCopies,
    sweepsOf,
} from '../page/cost.js';
import { halfBits, halfValue, makeKeys, ordered, parseKeys, randomOf } from '../page/keys.js';
import { roundedText, textOf, TYPES } from '../page/keys.js';
import { fromAddress, toAddress } from '../page/address.js';
import { bitonicRounds, movesOf } from '../page/bitonic.js';
import { C_FORM, expectedOf, hiddenCases, judgeCase, SOLUTION } from '../page/exercise.js';
import { handKeys, judge, outcome, SWEEPS } from '../page/hand.js';
import { NOBODY, rowsAt, slotsAfter, sortOf, stepsOf, verdictOf } from '../page/model.js';
import { checkPairs, permutationOf, somePairs, sortPairs, WAYS } from '../page/pairs.js';
import { isAsked, question, reply } from '../page/predict.js';
import { isAnswer, questionsOf } from '../page/questions.js';
import { ballot, LANES, writesOf } from '../page/staging.js';
import { atStep, linesOf } from '../page/pseudo.js';
import { breakSort, consequence, SWITCHES, wanted, whyWhole } from '../page/switches.js';
import { faultNote, faultStep } from '../page/where.js';
import { oneSweepAt, oneSweepOf, tiledSweep, tiledSteps } from '../page/tiles.js';
import { eventWords, ruleOf, stepWords, tiledWords } from '../page/words.js';
import { cases, libraryDigit, libraryOrder, library, ORDERS, seed, transformedOf, WIDTHS } from './tools.mjs';

const ids = (entries) => entries.map(({ id }) => id);
const random = randomOf(seed);
const below = (n) => Math.floor(random() * n);

test('the transformed key orders every key as the library does', () => {
    for (const [type, { width }] of Object.entries(TYPES))
        for (const order of ORDERS) {
            const keys = Array.from({ length: 2 ** width }, (_, bits) => bits);
            for (let i = keys.length - 1; i > 0; i--) {
                const k = below(i + 1);
                [keys[i], keys[k]] = [keys[k], keys[i]];
            }
            const transformed = transformedOf({ keys, type, order });
            const own = keys.map((_, i) => i).sort((a, b) => transformed[a] - transformed[b] || a - b);
            assert.deepEqual(own, libraryOrder({ keys, type, order }), `${type} ${order}`);
        }
});

test('keys are read as they are written', () => {
    for (const [type, { width, kind }] of Object.entries(TYPES))
        for (let bits = 0; bits < 2 ** width; bits++) {
            if (kind === 'float' && Number.isNaN(halfValue(bits))) continue;
            const { keys, error } = parseKeys(`${textOf(bits, type)} 0`, type);
            assert.equal(keys?.[0], bits, `${type} ${bits}: ${error}`);
        }
    assert.equal(textOf(parseKeys('nan, 0', 'f16').keys[0], 'f16'), 'NaN');
    const { keys } = parseKeys('Infinity -Infinity INF −∞ -NaN NaN', 'f16');
    assert.deepEqual(keys, [0x7c00, 0xfc00, 0x7c00, 0xfc00, 0xfe00, 0x7e00]);
    assert.equal(textOf(0x7bff, 'f16'), '65504');
    assert.equal(textOf(0xfe00, 'f16'), '−NaN');
});

test('what was rounded is said', () => {
    const said = (text, type = 'f16') => roundedText(parseKeys(text, type).rounded);
    assert.equal(said('3.14159 1.5 inf nan -0 65504'), '3.14159 is 3.140625 in f16, shown as 3.14.');
    assert.equal(said('-2049 1e9 1e-30'), '−2049 is −2048 in f16; 1e9 is ∞ in f16; 1e−30 is 0 in f16.');
    assert.match(said('0.1 0.2 0.3 0.4 0.6 0.7'), /; 2 more are rounded\.$/);
    assert.equal(said('1 2', 'u8'), '');
});

test('the words on floats are true of the fault, of NaN and of -0', () => {
    assert.match(ruleOf('f16', 'ascending', false), /−0 counts as \+0\. Every NaN counts as all ones, so/);
    assert.match(ruleOf('f16', 'descending', false), /flips every bit once more\. Every NaN counts as all ones still/);
    for (const order of ORDERS) assert.match(ruleOf('f16', order, true), /as their bits stand.*that is the fault/);
    assert.doesNotMatch(ruleOf('f16', 'ascending', true), /are ordered with the sign bit flipped/);
});

test('a float is the nearest one', () => {
    for (let round = 0; round < 20000; round++) {
        const value = (random() - 0.5) * 2 ** (below(44) - 26),
            bits = halfBits(value);
        const distance = (other) => Math.abs(halfValue(other) - value);
        for (const other of [bits - 1, bits + 1])
            if ((other & 0x7fff) <= 0x7bff && other >= 0 && (bits & 0x7fff) <= 0x7bff)
                assert.ok(
                    distance(bits) < distance(other) || (distance(bits) === distance(other) && bits % 2 === 0),
                    `${value}`
                );
    }
    assert.equal(halfBits(65519), 0x7bff);
    assert.equal(halfBits(65520), 0x7c00);
    assert.equal(halfBits(-0), 0x8000);
    assert.equal(halfBits(2 ** -25), 0);
    assert.equal(halfBits(1.5 * 2 ** -24), 2);
});

test('what cannot be a key is named', () => {
    for (const [text, type, what] of [
        ['1 2 x', 'u8', /“x” is not a whole number/],
        ['1 256', 'u8', /256 does not fit: unsigned, 8 bits is 0 to 255/],
        ['-1 1', 'u16', /−1 does not fit/],
        ['-129 1', 'i8', /−129 does not fit: signed, 8 bits is −128 to 127/],
        ['1.5 1', 'i16', /“1.5” is not a whole number/],
        ['1 one', 'f16', /“one” is not a number/],
        ['1 constructor', 'f16', /“constructor” is not a number/],
        ['1', 'u8', /two keys or more/],
        ['', 'f16', /two keys or more/],
        [new Array(65).fill(1).join(' '), 'u8', /65 keys/],
    ])
        assert.match(parseKeys(text, type).error, what);
    assert.deepEqual(parseKeys(' −1,2;3\n-128', 'i8').keys, [255, 2, 3, 128]);
});

test('every sweep is the library’s: digits, counts, offsets, ranks, places, output', () => {
    for (const one of cases([2, 13, 16, 33, 64])) {
        const sort = sortOf(one),
            { width } = TYPES[one.type],
            name = JSON.stringify(one);
        assert.equal(sort.sweeps.length, width / one.digitBits, name);
        for (const sweep of sort.sweeps) {
            const { counts, offsets } = libraryDigit(
                sweep.entries.map(({ bits }) => ordered(bits, one.type, one.order)),
                sweep.place,
                sweep.bits
            );
            assert.deepEqual(sweep.counts, counts, name);
            assert.deepEqual(sweep.offsets, offsets, name);
            const found = sweep.entries.map(({ bits }) => bits);
            const places = libraryOrder({ ...one, keys: found }, sweep.place, sweep.place + sweep.bits);
            places.forEach((i, place) => assert.equal(sweep.destinations[i], place, name));
            sweep.digits.forEach((digit, i) =>
                assert.equal(sweep.destinations[i], offsets[digit] + sweep.ranks[i], name)
            );
            assert.deepEqual(ids(sweep.output), libraryOrder(one, 0, sweep.place + sweep.bits), name);
        }
        assert.deepEqual(ids(sort.result), libraryOrder(one), name);
        assert.ok(verdictOf(sort).right, name);
    }
});

test('every step shows the rows so far', () => {
    for (const one of cases([11, 16])) {
        const sort = sortOf(one),
            steps = stepsOf(sort);
        for (const step of steps) {
            const rows = rowsAt(sort, step),
                { sweep } = rows,
                name = JSON.stringify([one, step]);
            const phase = ['start', 'count', 'scan', 'scatter', 'done'].indexOf(step.phase),
                n = one.keys.length;
            const seen = phase === 1 ? step.i + 1 : phase > 1 ? n : 0;
            assert.equal(rows.counted, seen, name);
            const transformed = sweep.entries.map(({ key }) => key);
            assert.deepEqual(
                rows.counts,
                libraryDigit(transformed.slice(0, seen), sweep.place, sweep.bits).counts,
                name
            );
            const all = libraryDigit(transformed, sweep.place, sweep.bits);
            if (phase === 2 && !sweep.bands)
                assert.deepEqual(
                    rows.offsets,
                    all.offsets.map((x, digit) => (digit <= step.i ? x : undefined)),
                    name
                );
            const moved = phase === 3 ? step.i + 1 : phase > 3 ? n : 0;
            if (phase >= 3) {
                const gone = libraryDigit(transformed.slice(0, moved), sweep.place, sweep.bits).counts;
                assert.deepEqual(rows.offsets, all.offsets, name);
                assert.deepEqual(
                    rows.next,
                    all.offsets.map((x, digit) => x + gone[digit]),
                    name
                );
                assert.deepEqual(rows.outside, [], name);
            }
            assert.equal(rows.slots.filter((slot) => slot !== undefined).length, moved, name);
            if (sweep.bands) {
                const flags = sweep.digits.map((bit) => 1 - bit);
                const before = [...library.offsets(Uint32Array.from(flags))];
                assert.deepEqual(
                    rows.flags,
                    flags.map((x, i) => (i < seen ? x : undefined)),
                    name
                );
                const scanned = phase === 2 ? step.i + 1 : phase > 2 ? n : 0;
                assert.deepEqual(
                    rows.scan,
                    before.map((x, i) => (i < scanned ? x : undefined)),
                    name
                );
            }
            assert.doesNotMatch(stepWords(sort, step, rows), /undefined|NaN|null|\[object/, name);
        }
    }
});

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
    const lengths = process.env.LESSON_LONG ? Array.from({ length: 63 }, (_, k) => k + 2) : [2, 3, 9, 16, 33, 64];
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

test('a sort without any sweep says so', () => {
    const none = sortOf({
        keys: [3, 1, 2, 0],
        type: 'u8',
        order: 'ascending',
        digitBits: 8,
        faults: { missing: true },
    });
    assert.equal(rowsAt(none, stepsOf(none)[0]), undefined);
    assert.match(stepWords(none, stepsOf(none)[0], undefined), /no sweep at all/);
});

test('the pseudocode follows every step, and says where it is broken', () => {
    for (const digitBits of [1, 4])
        for (const fault of [undefined, ...Object.keys(BREAKS)]) {
            const set = { keys: [0x7b00, 5, 0xbc00, 5, 0xc100, 900], type: 'f16', order: 'ascending', digitBits };
            const sort = fault ? breakSort(set, fault) : sortOf(set),
                lines = linesOf(sort);
            assert.equal(
                lines.some(({ broken }) => broken),
                fault !== undefined,
                fault
            );
            for (const step of stepsOf(sort)) {
                const made = atStep(sort, step, rowsAt(sort, step));
                for (const name of Object.keys(made))
                    assert.ok(
                        lines.some((line) => line.name === name),
                        name
                    );
                assert.equal(Object.keys(made).length > 0, step.phase !== 'start');
                assert.doesNotMatch(Object.values(made).join(), /undefined|NaN/);
            }
        }
    const sort = sortOf({ keys: [2, 1, 2], type: 'u8', order: 'ascending', digitBits: 4 });
    const made = (k) => atStep(sort, stepsOf(sort)[k], rowsAt(sort, stepsOf(sort)[k]));
    assert.deepEqual(made(3), { count: 'count[2] = 2' });
    assert.deepEqual(made(3 + 3), { start: 'next[2] = 1', add: 'sum = 3' });
    assert.deepEqual(made(3 + 16 + 1), { move: 'out[1] = 2', bump: 'next[2] = 2' });
});

test('predictions: what is asked, and what is said to an answer', () => {
    for (const one of cases([12])) {
        const sort = sortOf(one),
            asked = stepsOf(sort).filter((step) => isAsked(sort, step));
        assert.ok(asked.length >= sort.sweeps.length && asked.length <= 2 * sort.sweeps.length);
        for (const step of asked.slice(0, 4)) {
            assert.match(question(sort, step), /^Predict: where will .+ go\?/);
            const to = sort.sweeps[step.sweep].destinations[step.i];
            for (let place = 0; place < 12; place++) {
                const { good, text } = reply(sort, step, place);
                assert.equal(good, place === to);
                assert.ok(text.endsWith(`: place ${to}.`), text);
            }
        }
    }
});

test('a sweep by hand is judged by its digit and by what it keeps', () => {
    let unstable = 0;
    for (let round = 0; round < 200; round++) {
        const keys = handKeys(seed + round),
            by = (list, { digit }) => [...list].sort((a, b) => digit(a.value) - digit(b.value));
        const once = by(keys, SWEEPS[0]),
            twice = by(once, SWEEPS[1]);
        assert.deepEqual(judge(keys, once, SWEEPS[0]).stable && judge(once, twice, SWEEPS[1]).stable, true);
        assert.match(outcome(twice), /in order/);
        const wrong = by([...once].reverse(), SWEEPS[1]),
            said = judge(once, wrong, SWEEPS[1]);
        const kept = wrong.every(({ id }, i) => id === twice[i].id);
        assert.deepEqual([said.sorted, said.stable], [true, kept]);
        unstable += /lost what the one before/.test(outcome(wrong));
    }
    assert.ok(unstable > 150, `${unstable}`);
    assert.equal(
        judge(
            [{ value: 31, id: 0 }],
            [
                { value: 12, id: 0 },
                { value: 31, id: 1 },
            ],
            SWEEPS[0]
        ).sorted,
        false
    );
});

test('an address holds a state, and nothing else', () => {
    const states = [
        { n: 16, bits: 2, type: 'u8', order: 'ascending', source: 'ties', seed: 9, broken: 'unstable', step: 44 },
        { n: 4, bits: 8, type: 'f16', order: 'descending', source: 'typed', seed: 0, step: 0, keys: '-0,NaN,1.5,∞' },
    ];
    for (const state of states) {
        const { broken, keys, ...rest } = state;
        const wanted = { ...rest, ...(broken && { broken }), ...(keys && { keys }) };
        assert.deepEqual(fromAddress(toAddress(state)), wanted);
    }
    assert.equal(fromAddress('#tiles'), undefined);
    assert.equal(fromAddress(''), undefined);
    for (const bad of [
        'n=65',
        'n=1',
        'n=1e1',
        'bits=3',
        'type=toString',
        'broken=constructor',
        'step=-1',
        'seed=x',
        'code=alert(1)',
        '__proto__=1',
        'keys=' + '1,'.repeat(2000),
    ])
        assert.deepEqual(fromAddress(`#${bad}`), {}, bad);
    assert.deepEqual(fromAddress('#source=typed&keys=<b>'), { keys: '<b>' }, 'keys that are none are not shown');
});

test('the verdict sees what is wrong', () => {
    const sort = sortOf({ keys: [5, 5, 7, 1], type: 'u8', order: 'ascending', digitBits: 4 });
    const [one, a, b, seven] = sort.result;
    const of = (result) => verdictOf({ ...sort, result });
    assert.deepEqual(of([one, b, a, seven]).unstable, [2]);
    assert.deepEqual(of([a, one, b, seven]).disorder, [1]);
    assert.deepEqual(of([one, a, a, seven]).lost, [b.id]);
    assert.deepEqual(of([{ id: NOBODY, bits: 0, key: 0 }, a, b, seven]).strangers, [0]);
    assert.ok(of(sort.result).right);
});

test('many tiles: counts, one scan, places, for hundreds of seeds', () => {
    for (let round = 0; round < 400; round++) {
        const type = Object.keys(TYPES)[round % 5],
            order = ORDERS[round % 2],
            bits = [1, 2, 4][round % 3];
        const n = 2 + below(63),
            tiles = [4, 8][below(2)],
            keys = makeKeys(n, type, round % 4 ? 'random' : 'ties', seed + round);
        const place = bits * below(TYPES[type].width / bits),
            { input } = sortOf({ keys, type, order, digitBits: 8 });
        const sweep = tiledSweep(input, tiles, place, bits);
        assert.deepEqual(
            sweep.parts.flat(),
            input.map((_, i) => i)
        );
        sweep.parts.forEach((part, t) =>
            assert.deepEqual(
                sweep.counts[t],
                libraryDigit(
                    part.map((i) => input[i].key),
                    place,
                    bits
                ).counts
            )
        );
        const row = sweep.counts[0].flatMap((_, digit) => sweep.counts.map((own) => own[digit]));
        assert.deepEqual(sweep.row, row);
        assert.deepEqual(sweep.scanned, [...library.offsets(Uint32Array.from(row))]);
        libraryOrder({ keys, type, order }, place, place + bits).forEach((i, to) =>
            assert.equal(sweep.destinations[i], to)
        );
        for (const step of tiledSteps(sweep)) assert.doesNotMatch(tiledWords(sweep, step), /undefined|NaN/);
    }
});

test('OneSweep ends sorted and stable whatever the course of events, for hundreds of seeds', () => {
    let outOfTurn = 0,
        waits = 0,
        partials = 0;
    for (let round = 0; round < 500; round++) {
        const type = Object.keys(TYPES)[round % 5],
            order = ORDERS[round % 2],
            digitBits = [1, 2, 4][round % 3],
            tiles = [4, 8][below(2)];
        const keys = makeKeys(2 + below(63), type, round % 4 ? 'random' : 'ties', seed + round);
        const { input, width } = sortOf({ keys, type, order, digitBits: 8 });
        const course = oneSweepOf({ input, width, digitBits, tiles, workers: 2 + below(3), seed: seed + round });
        assert.deepEqual(ids(course.output), libraryOrder({ keys, type, order }));
        for (const one of course.sweeps) {
            followEvents(one, tiles);
            const end = oneSweepAt(one, one.events.length);
            assert.deepEqual(end.slots, slotsAfter({ n: keys.length, destinations: one.destinations }, keys.length));
            outOfTurn += end.finished.some((t, k) => t !== k);
            waits += one.events.some(({ saw }) => saw === 'nothing');
            partials += one.events.some(({ saw }) => saw === 'partial');
        }
    }
    assert.ok(outOfTurn > 100 && waits > 100 && partials > 100, `${outOfTurn} ${waits} ${partials}`);
});

test('without tickets fewer resident groups than tiles wait for ever', () => {
    for (let round = 0; round < 60; round++) {
        const tiles = [4, 8][round % 2],
            workers = 2 + (round % 7),
            keys = makeKeys(40, 'u8', 'random', seed + round);
        const { input, width } = sortOf({ keys, type: 'u8', order: 'ascending', digitBits: 8 });
        const of = (tickets) => oneSweepOf({ input, width, digitBits: 4, tiles, workers, seed: seed + round, tickets });
        for (const { stuck, events } of of(false).sweeps) {
            assert.equal(stuck, workers < tiles);
            const last = events.at(-1);
            assert.equal(last.kind === 'stuck', stuck);
            if (stuck) assert.match(eventWords(last), new RegExp(`^Deadlock: ${workers} groups .* ${tiles} tiles`));
            assert.equal(
                events.some(({ kind }) => kind === 'scatter'),
                !stuck,
                'no tile gets done'
            );
        }
        assert.ok(of(true).sweeps.every(({ stuck }) => !stuck));
        assert.deepEqual(ids(of(workers < tiles).output), libraryOrder({ keys, type: 'u8', order: 'ascending' }));
    }
});

/* The rules of a sweep's events: tickets in order; nobody looks at what is not there; sums are those of all tiles
   before. */
function followEvents({ sweep, events, destinations }, tiles) {
    const known = new Map(),
        prefix = (t) =>
            sweep.counts[0].map((_, digit) => sweep.counts.slice(0, t).reduce((sum, own) => sum + own[digit], 0));
    let ticket = 0,
        filled = 0;
    const next = new Map();
    events.forEach((event, k) => {
        const { kind, tile, at, saw, sum, counts } = event;
        assert.doesNotMatch(eventWords(event), /undefined|NaN/);
        if (kind === 'ticket') assert.equal(tile, ticket++);
        if (kind === 'partial') {
            assert.deepEqual(counts, sweep.counts[tile]);
            known.set(tile, 'partial');
        }
        if (kind === 'look') {
            assert.equal(at, next.get(tile) ?? tile - 1);
            assert.equal(saw, known.get(at) ?? 'nothing');
            if (saw === 'partial') next.set(tile, at - 1);
        }
        if (kind === 'inclusive') {
            assert.deepEqual(sum, prefix(tile));
            assert.deepEqual(counts, prefix(tile + 1));
            known.set(tile, 'inclusive');
        }
        if (kind === 'scatter') filled += sweep.parts[tile].length;
        if (k % 7 === 0) {
            const picture = oneSweepAt({ sweep, events, destinations }, k + 1);
            assert.equal(picture.slots.filter((slot) => slot !== undefined).length, filled);
            picture.tiles.forEach(({ published }, t) => assert.equal(published?.kind, known.get(t)));
        }
    });
    assert.equal(ticket, tiles);
}

test('pairs: wrong keys are told from wrong payloads', () => {
    const found = { right: 0, left: 0, inverse: 0, keys: 0 };
    for (let round = 0; round < 200; round++) {
        const pairs = somePairs(seed + round),
            keys = Uint32Array.from(pairs, ({ key }) => key);
        assert.deepEqual(permutationOf(pairs), [...library.argsort(keys)]);
        for (const way of Object.keys(WAYS)) {
            const after = sortPairs(pairs, way),
                { keys: badKeys, payloads } = checkPairs(pairs, after);
            const values = new Uint32Array(pairs.map((_, i) => i)),
                sorted = keys.slice();
            library.sortPairs(sorted, values);
            const right = after.every(
                ({ key, payload }, i) => key === sorted[i] && payload === pairs[values[i]].payload
            );
            assert.equal(badKeys === undefined && payloads === undefined, right, way);
            if (way === 'right') assert.ok(right);
            if (way === 'left' || way === 'inverse') assert.equal(badKeys, undefined);
            found[way] += !right;
        }
    }
    assert.deepEqual(found, { right: 0, left: 200, inverse: 200, keys: 200 });
});

test('the rounds of a bitonic sort', () => {
    assert.deepEqual(bitonicRounds(COURSE.keys), { k: 23, padded: 8388608, rounds: 276 });
    assert.equal(bitonicRounds(2 ** 22).rounds, 253);
    /* counted: the network itself */
    for (const k of [1, 2, 5, 10]) {
        let rounds = 0;
        for (let size = 2; size <= 2 ** k; size *= 2) for (let step = size / 2; step >= 1; step /= 2) rounds++;
        assert.equal(bitonicRounds(2 ** k).rounds, rounds);
    }
    assert.deepEqual(movesOf(COURSE.keys, 32, 8), { bitonic: 276, merge: 23, radix: 4 });
});

test('inside a tile: ballots give ranks, staging gives fewer lines, and the same writes', () => {
    let fewer = 0,
        saved = 0; /* in all: a single tile may lie so that it needs a line more */
    for (let round = 0; round < 200; round++) {
        const keys = makeKeys(64, 'u8', 'random', seed + round),
            { input } = sortOf({ keys, type: 'u8', order: 'ascending', digitBits: 8 }),
            sweep = tiledSweep(input, 4, 0, 2);
        const part = sweep.parts[1],
            digits = part.map((i) => sweep.digits[i]),
            to = part.map((i) => sweep.destinations[i]);
        const eight = digits.slice(0, LANES);
        eight.forEach((digit, lane) =>
            assert.equal(ballot(eight, lane, 2).rank, eight.slice(0, lane).filter((other) => other === digit).length)
        );
        const lines = (staged) => writesOf(to, digits, staged).reduce((sum, group) => sum + group.lines.length, 0);
        const places = (staged) => writesOf(to, digits, staged).flatMap((group) => group.lanes);
        assert.deepEqual(
            [...places(true)].sort((a, b) => a - b),
            [...places(false)].sort((a, b) => a - b)
        );
        fewer += lines(true) < lines(false);
        saved += lines(false) - lines(true);
    }
    assert.ok(fewer > 100 && saved > 200, `${fewer}, ${saved}`);
});

/* The three functions of a text of code. */
const functionsOf = (code) => new Function(`${code}; return { histogram, offsets, scatter };`)();

/* What the functions give for a case; parts that are given stand in for the solution's. */
function gives(one, { histogram, offsets, scatter }) {
    const { place, bits } = one,
        keys = Uint32Array.from(one.keys);
    const counts = [...histogram(keys, place, bits)],
        starts = [...offsets(counts)];
    return { counts, starts, out: [...scatter(keys, starts, place, bits)] };
}

test('the exercise: the solution is right, and each wrong function is named', () => {
    const solution = functionsOf(SOLUTION);
    for (let round = 0; round < 20; round++)
        for (const one of hiddenCases(seed + round)) {
            const wanted = expectedOf(one);
            assert.deepEqual(gives(one, solution), wanted);
            assert.deepEqual([...library.offsets(Uint32Array.from(wanted.counts))], wanted.starts);
            assert.equal(judgeCase(one, gives(one, solution)), undefined);
        }
    const broken = (parts) =>
        hiddenCases(seed)
            .map((one) => judgeCase(one, gives(one, { ...solution, ...parts })))
            .filter(Boolean);
    assert.match(broken({ histogram: () => [0, 0] }).join(), /^histogram gave 2 numbers, not 16/);
    const inclusive = (counts) => counts.map((_, d) => counts.slice(0, d + 1).reduce((a, b) => a + b, 0));
    assert.match(broken({ offsets: inclusive }).join(), /^offsets gave 1 at \d+, where 0 belongs/);
    const backwards = (keys, starts, place, bits) => solution.scatter(keys.slice().reverse(), starts, place, bits);
    assert.match(broken({ scatter: backwards }).join(), /^scatter is not stable: /);
    for (const got of [undefined, {}, { counts: 'x' }, { counts: [NaN] }])
        assert.match(judgeCase(hiddenCases(1)[2], got), /^histogram gave/);
    assert.match(judgeCase(hiddenCases(1)[2], { error: 'Error: no' }), /^histogram threw: Error: no/);
});

test('the C form compiles without a warning and sorts', (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'lesson-'));
    try {
        const keys = hiddenCases(seed)[7].keys;
        const main = `
#include <stdio.h>
int main(void)
{
    uint32_t a[1000] = {${keys.map((key) => `${key}u`).join()}}, b[1000];
    size_t counts[256];
    for (unsigned place = 0; place < 32; place += 8) {
        histogram(a, 1000, place, 8, counts);
        offsets(counts, 8);
        scatter(a, 1000, counts, place, 8, b);
        for (int i = 0; i < 1000; i++) a[i] = b[i];
    }
    for (int i = 0; i < 1000; i++) printf("%lu ", (unsigned long)a[i]);
}
`;
        writeFileSync(join(directory, 'form.c'), C_FORM + main);
        const flags = [
            '-std=c11',
            '-O1',
            '-Wall',
            '-Wextra',
            '-Wconversion',
            '-Wshadow',
            '-Wno-missing-prototypes',
            '-Werror',
        ];
        try {
            execFileSync(process.env.CC ?? 'cc', [...flags, '-o', join(directory, 'form'), join(directory, 'form.c')], {
                stdio: 'pipe',
            });
        } catch (error) {
            if (error.code === 'ENOENT') return t.skip('there is no C compiler: cc');
            throw new Error(String(error.stderr));
        }
        const out = execFileSync(join(directory, 'form'), { encoding: 'utf8' });
        assert.deepEqual(out.trim().split(' ').map(Number), [...Uint32Array.from(keys).sort()]);
    } finally {
        rmSync(directory, { recursive: true });
    }
});

test('questions have one answer, and another one is not taken', () => {
    assert.match(questionsOf(1)[0].ask, /^Keys of 16 bits are sorted by digits of 4 bits/);
    for (let round = 1; round < 200; round++)
        for (const one of questionsOf(round)) {
            const text = [one.answer].flat().join(' ');
            if (one.kind === 'all') {
                assert.ok(isAnswer(one, one.answer));
                for (let bits = 0; bits < 2 ** one.answer.length; bits++) {
                    const given = one.answer.map((_, k) => Boolean((bits >> k) & 1));
                    assert.equal(
                        isAnswer(one, given),
                        given.every((is, k) => is === one.answer[k])
                    );
                }
                continue;
            }
            assert.ok(isAnswer(one, ` ${text.replaceAll(' ', ', ')} `));
            const turned = [one.answer]
                .flat()
                .map((x, k, list) => list[(k + 1) % list.length])
                .join(' ');
            if (turned !== text) assert.ok(!isAnswer(one, turned), turned);
            for (const wrong of [
                '',
                'x',
                `${text} 1`,
                one.kind === 'list' ? text.split(' ').reverse().join(' ') + ' 0' : String(one.answer + 1),
            ])
                assert.ok(!isAnswer(one, wrong), wrong);
        }
});

test('what a module of the page gives another one, or a test, uses', () => {
    const page = new URL('../page/', import.meta.url),
        texts = readdirSync(page)
            .filter((name) => name.endsWith('.js'))
            .map((name) => [name, readFileSync(new URL(name, page), 'utf8')]),
        tests = ['model.mjs', 'page.mjs', 'tools.mjs'].map((name) => [
            name,
            readFileSync(new URL(name, import.meta.url), 'utf8'),
        ]);
    const unused = [];
    for (const [name, text] of texts)
        for (const [, word] of text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)) {
            const used = new RegExp(`\\b${word}\\b[^;]*?from '\\.\\.?/(page/)?${name}'`, 's');
            if (![...texts, ...tests].some(([other, code]) => other !== name && used.test(code)))
                unused.push(`${name}: ${word}`);
        }
    assert.deepEqual(unused, []);
});

test('the blocks of bytes come to the arithmetic', () => {
    for (let bits = 1; bits <= 16; bits++) {
        assert.equal(copiesOf(blocksOf('once', bits)), predictedCopies(bits, false));
        assert.equal(copiesOf(blocksOf('anew', bits)), predictedCopies(bits, true));
    }
    assert.equal(copiesOf(blocksOf('copy', 8)), 1);
    assert.equal(bytesOf(blocksOf('copy', 8), 1000), 8000);
    assert.equal(HYBRID_COPIES, 2.5);
    assert.equal(sweepsOf(16, 4), 4);
    const [one, four] = COURSE.nanoseconds.map(({ nanoseconds }) => nanoseconds);
    assert.equal((one / four).toFixed(6), (125 / 58).toFixed(6));
    assert.equal((1 / one).toFixed(2), '0.20', 'thousand million keys a second');
});

test('the arithmetic is the plan’s', (t) => {
    assert.deepEqual(
        DIGIT_BITS.map((bits) => sweepsOf(32, bits)),
        [32, 16, 8, 4]
    );
    assert.deepEqual(
        DIGIT_BITS.map((bits) => predictedCopies(bits, false)),
        [32.5, 16.5, 8.5, 4.5]
    );
    assert.deepEqual(
        DIGIT_BITS.map((bits) => predictedCopies(bits, true)),
        [48, 24, 12, 6]
    );
    assert.equal(predictedCopies(11, false), 4.5);
    const program = process.env.SWEEPSORT;
    if (!program) return t.diagnostic('no sweepsort command to compare with');
    for (const [engine, threads, recounts] of [
        ['lsd', 1, false],
        ['lsd', 2, true],
        ['split', 1, true],
        ['onesweep', 1, false],
        ['hybrid', 1, undefined],
    ]) {
        const engines = DIGIT_BITS.map((bits) => `${engine}:${bits}`).join();
        const out = execFileSync(
            program,
            ['bench', '-n', recounts === undefined ? '100000' : '1000', '--runs=1', `--parallel=${threads}`, `--engine=${engines}`, '--json'],
            { encoding: 'utf8' }
        );
        const rows = JSON.parse(out).rows.filter((row) => row.engine !== 'copy');
        assert.deepEqual(
            rows.map((row) => row.predicted_x_copy),
            DIGIT_BITS.map((bits) => (recounts === undefined ? HYBRID_COPIES : predictedCopies(bits, recounts))),
            engine
        );
        if (recounts === undefined) continue;
        assert.deepEqual(
            rows.map(({ passes }) => passes),
            DIGIT_BITS.map((bits) => sweepsOf(32, bits))
        );
    }
});
