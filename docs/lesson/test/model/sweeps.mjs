/*
 * Every sweep and every step of it against the library; the verdict on a result.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ordered, TYPES } from '../../page/keys.js';
import { NOBODY, rowsAt, sortOf, stepsOf, verdictOf } from '../../page/model.js';
import { stepWords } from '../../page/words.js';
import { LONG, cases, ids, library, libraryDigit, libraryOrder } from '../tools.mjs';

test('every sweep is the library’s: digits, counts, offsets, ranks, places, output', () => {
    for (const one of cases(LONG ? [2, 3, 13, 16, 33, 63, 64] : [2, 13, 33, 64])) {
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
    for (const one of cases(LONG ? [2, 11, 16, 33] : [11])) {
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
