/*
 * Many tiles, and one from inside.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeKeys, TYPES } from '../../page/keys.js';
import { sortOf } from '../../page/model.js';
import { ballot, LANES, writesOf } from '../../page/staging.js';
import { tiledSteps, tiledSweep } from '../../page/tiles.js';
import { tiledWords } from '../../page/words.js';
import { below, libraryDigit, libraryOrder, ORDERS, seed, library } from '../tools.mjs';

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
