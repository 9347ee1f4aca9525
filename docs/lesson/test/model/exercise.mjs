/*
 * The reader's code: cases, judge, solution, and the C form beside it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { C_FORM, expectedOf, hiddenCases, judgeCase, SOLUTION } from '../../page/exercise.js';
import { seed, library } from '../tools.mjs';

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
