/*
 * The page's sources: nothing is exported in vain, and what they lead to is there.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('links lead to parts that are there, to documents by https, and to files of the repository', () => {
    const own = new URL('../../', import.meta.url),
        html = readFileSync(new URL('page/index.html', own), 'utf8');
    const texts = [['index.html', html], ...textsOf(new URL('page/', own), '.js')];
    const parts = new Set([...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    assert.equal(parts.size, [...html.matchAll(/ id="/g)].length, 'no name twice');
    let inside = 0,
        outside = 0;
    for (const [name, text] of texts) {
        for (const [, part] of text.matchAll(/(?:href="|(?:href|part): ')#([\w-]+)["']/g)) {
            assert.ok(parts.has(part), `${name}: #${part}`);
            inside++;
        }
        for (const [link, address] of text.matchAll(/<a href="(?!#)([^"]*)"[^>]*>/g)) {
            const { protocol, hostname } = new URL(address);
            assert.equal(protocol, 'https:', address);
            assert.match(hostname, /^(arxiv\.org|(research|developer)\.nvidia\.com|www\.cs\.cmu\.edu|www\.w3\.org)$/);
            assert.match(link, / rel="noopener"/);
            outside++;
        }
        for (const [, path] of text.matchAll(/\bdocs\/lesson\/([\w./-]*\w)/g))
            assert.ok(existsSync(new URL(path, own)), `${name}: docs/lesson/${path}`);
    }
    assert.ok(inside >= 14 && outside >= 6, `${inside} inside, ${outside} outside`);
    /* the README names the page's modules and the tests' files */
    const readme = readFileSync(new URL('README.md', own), 'utf8');
    const there = [...textsOf(new URL('page/', own), '.js'), ...textsOf(new URL('test/', own), '.mjs')].map(
        ([name]) => name
    );
    for (const [, file] of readme.matchAll(/`(?:[\w/]+\/)?(\w+\.m?js)`/g))
        assert.ok(['build.mjs', 'serve.mjs', ...there].includes(file), `README.md: ${file}`);
    for (const [, path] of readme.matchAll(/\]\(([^)#:]+)\)/g)) assert.ok(existsSync(new URL(path, own)), path);
});
