/*
 * The page's sources: nothing is exported in vain.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const textsOf = (directory, ends) =>
    readdirSync(directory, { recursive: true })
        .filter((name) => name.endsWith(ends))
        .map((name) => [name.replace(/.*\//, ''), readFileSync(new URL(name, directory), 'utf8')]);

test('what a module of the page gives another one, or a test, uses', () => {
    const texts = textsOf(new URL('../../page/', import.meta.url), '.js'),
        tests = textsOf(new URL('../', import.meta.url), '.mjs');
    const unused = [];
    for (const [name, text] of texts)
        for (const [, word] of text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)) {
            const used = new RegExp(`\\b${word}\\b[^;]*?from '[./]+/(page/)?${name}'`, 's');
            if (![...texts, ...tests].some(([other, code]) => other !== name && used.test(code)))
                unused.push(`${name}: ${word}`);
        }
    assert.deepEqual(unused, []);
});
