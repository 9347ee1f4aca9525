/*
 * What sorts cost: rounds, bytes, copies, by the arithmetic. In: SWEEPSORT, the command, whose plans it is compared
 * with, if there is one.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { bitonicRounds, movesOf } from '../../page/bitonic.js';
import {
    blocksOf,
    bytesOf,
    copiesOf,
    COURSE,
    DIGIT_BITS,
    HYBRID_COPIES,
    predictedCopies,
    sweepsOf,
} from '../../page/cost.js';

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
            [
                'bench',
                '-n',
                recounts === undefined ? '100000' : '1000',
                '--runs=1',
                `--parallel=${threads}`,
                `--engine=${engines}`,
                '--json',
            ],
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
