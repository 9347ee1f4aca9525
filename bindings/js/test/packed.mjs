/*
 * The package as its users get it: packed, installed into an empty project, and used there in Node, through a
 * bundler, and from a plain script tag. In: the examples in ../examples; CHROMIUM. What wants a browser skips where
 * there is none.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { assert } from './wasm.js';

const top = fileURLToPath(new URL('..', import.meta.url)),
    project = `${top}project/`;
const FILES = [
    'LICENSE',
    'README.md',
    'buffers.js',
    'compile.js',
    'device.js',
    'digits.js',
    'errors.js',
    'index.d.ts',
    'index.js',
    'inflate.js',
    'instance.js',
    'kernel.js',
    'module.js',
    'node.js',
    'options.js',
    'package.json',
    'sorter.js',
    'spawn.js',
    'start.js',
    'upload.js',
    'webgpu.d.ts',
    'webgpu.js',
    'wgsl.js',
    'wgsl_digits.js',
    'wgsl_onesweep.js',
    'worker.js',
    'worker_text.js',
];
const MOST_BYTES = 200000; /* of the tarball */

const PAGE = `<!doctype html>
<meta charset="utf-8">
<script type="module" src="./main.js"></script>
`;
const PROGRAM = (sweepsort, webgpu) => `
import sweepsort from '${sweepsort}';
import { createSorter } from '${webgpu}';
const sweep = await sweepsort({ threads: 'all' });
const keys = new Float32Array([3, -1, 2]);
sweep.sort(keys);
window.result = [keys.join(' '), sweep.threads > 1, typeof createSorter].join();
`;

const npm = (directory, ...words) => execFileSync('npm', words, { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
const node = (...words) => execFileSync(process.execPath, words, { cwd: project, encoding: 'utf8' });

let tarball;
test('the tarball', () => {
    const [packed] = JSON.parse(npm(`${top}package`, 'pack', '--json', '--pack-destination', top));
    tarball = `${top}${packed.filename}`;
    const files = packed.files.map((file) => file.path).sort();
    assert(files.join() === FILES.sort().join(), `it holds ${files.join(' ')}`);
    assert(packed.size <= MOST_BYTES, `it has ${packed.size} bytes`);
    console.log(`the tarball has ${packed.size} bytes, unpacked ${packed.unpackedSize}`);
    const { dependencies, scripts } = JSON.parse(readFileSync(`${top}package/package.json`));
    assert(dependencies === undefined && scripts === undefined, 'it depends on nothing and runs nothing');
});

test('installed into an empty project', () => {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project);
    writeFileSync(`${project}package.json`, '{ "name": "empty", "private": true, "type": "module" }\n');
    npm(project, 'install', '--offline', '--no-audit', '--no-fund', tarball);
    cpSync(`${top}examples`, project, { recursive: true });
});

test('the five lines in Node', () => {
    assert(readFileSync(`${project}sort.mjs`, 'utf8').trim().split('\n').length === 5, 'five lines');
    assert(node('sort.mjs').trim() === 'farthest first: 2 0 3 1', 'what it prints');
});

test('the digits of 64 keys', () => {
    const [keysLine, ...lines] = node('digits.mjs').trim().split('\n');
    const keys = keysLine.split(' ').slice(1).map(Number),
        rows = lines.filter((line) => line.startsWith('  '));
    assert(keys.length === 64 && rows.length === 32, '64 keys, two digits');
    rows.forEach((row, i) => {
        const [digit, , count, , offset] = row.trim().split(/ +/),
            place = i < 16 ? 1 : 16;
        const digits = keys.map((key) => Math.floor(key / place) % 16),
            d = i % 16;
        assert(
            digit === d.toString(16) &&
                Number(count) === digits.filter((x) => x === d).length &&
                Number(offset) === digits.filter((x) => x < d).length,
            `the row ${row}`
        );
    });
});

test('a worker of Node', () => {
    writeFileSync(
        `${project}worker.mjs`,
        `
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import sweepsort from 'sweepsort';
if (isMainThread)
    new Worker(new URL(import.meta.url)).once('message', (text) => console.log(text));
else
    parentPort.postMessage((await sweepsort({ threads: 2 })).sort(new Int8Array([3, -1, 2])).join());
`
    );
    assert(node('worker.mjs').trim() === '-1,2,3', 'what it prints');
});

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const has = (name) => existsSync(`${top}node_modules/${name}`);
const skip = !existsSync(executablePath) || !has('playwright-core') ? 'no browser' : has('vite') ? false : 'no bundler';
if (skip) console.error(`js: SKIPPED: the package in a page: ${skip}`);

test('in a page, bundled and plain', { skip }, async (t) => {
    const { chromium } = await import('playwright-core'),
        { serve } = await import('./serve.js');
    const { build } = await import('vite');
    mkdirSync(`${project}bundled`);
    mkdirSync(`${project}plain`);
    writeFileSync(`${project}bundled/index.html`, PAGE);
    writeFileSync(`${project}bundled/main.js`, PROGRAM('sweepsort', 'sweepsort/webgpu'));
    writeFileSync(`${project}plain/index.html`, PAGE);
    const modules = '../node_modules/sweepsort/';
    writeFileSync(`${project}plain/main.js`, PROGRAM(`${modules}index.js`, `${modules}webgpu.js`));
    await build({ root: `${project}bundled`, base: './', logLevel: 'error', build: { target: 'es2022' } });

    const server = await serve(project),
        browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    for (const [name, path] of [
        ['bundled', 'bundled/dist/index.html'],
        ['plain', 'plain/index.html'],
    ])
        for (const isolated of ['', 'isolated/'])
            await t.test(`${name} ${isolated}`, async () => {
                const page = await browser.newPage(),
                    errors = [];
                page.on('pageerror', (error) => errors.push(String(error)));
                await page.goto(`${server.address}${isolated}${path}`);
                await page
                    .waitForFunction('window.result !== undefined', undefined, { timeout: 60000 })
                    .catch(() => assert(false, errors.join()));
                const result = await page.evaluate('window.result');
                const cores = await page.evaluate('navigator.hardwareConcurrency');
                assert(result === `-1 2 3,${isolated !== '' && cores > 1},function`, `it says ${result}`);
                await page.close();
            });
    await browser.close();
    server.close();
});
