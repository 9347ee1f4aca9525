/*
 * OneSweep's course of events, with and without tickets, for hundreds of seeds.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeKeys, TYPES } from '../../page/keys.js';
import { slotsAfter, sortOf } from '../../page/model.js';
import { oneSweepAt, oneSweepOf } from '../../page/tiles.js';
import { eventWords } from '../../page/words.js';
import { below, ids, libraryOrder, ORDERS, seed } from '../tools.mjs';

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
