/*
 * Pages whose Content-Security-Policy forbids something: an instance does without it, or says what the policy would have
 * to allow. In: CHROMIUM. Exit status 77 and the reason where there is no browser.
 */
import { existsSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.js';
import { assert } from './wasm.js';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
    console.error(`js: SKIPPED: pages with policies: there is no ${executablePath} (Debian package chromium)`);
    process.exit(77);
}

const WASM = "script-src 'self' 'wasm-unsafe-eval'";
const HOSTED = '/isolated/package/worker.js';
/* the policy, the settings, and the number of threads or what the error says */
const CASES = [
    ["script-src 'self'", { threads: 1 }, /'wasm-unsafe-eval' in script-src/],
    ["script-src 'self'", { threads: 'all' }, /'wasm-unsafe-eval' in script-src/],
    [WASM, { threads: 1 }, 1],
    [`${WASM}; worker-src blob:`, { threads: 2 }, 2],
    [`${WASM}; worker-src 'self'`, { threads: 2 }, /worker did not start: .*Policy.* worker-src/],
    [`${WASM}; worker-src 'self'`, { threads: 'all' }, 1],
    [`${WASM}; worker-src 'self'`, { threads: 2, worker: HOSTED }, 2],
    [`${WASM}; worker-src 'none'`, { threads: 2, worker: HOSTED }, /worker did not start: .*Policy.* worker-src/],
    [`${WASM}; worker-src 'none'`, { threads: 'all', worker: HOSTED }, 1],
    [WASM, { threads: 2 }, /worker did not start: .*Policy.* worker-src/],
    [WASM, { threads: 2, worker: '/isolated/package/nowhere.js' }, /worker did not start: its script could not be loaded/],
    [WASM, { threads: 2, worker: 5 }, /worker must be/],
    ["require-trusted-types-for 'script'; trusted-types sweepsort", { threads: 3 }, 3],
    ["require-trusted-types-for 'script'; trusted-types other", { threads: 2 }, /worker did not start: .*Policy.* trusted-types/],
    ["require-trusted-types-for 'script'; trusted-types other", { threads: 'all' }, 1],
    ["require-trusted-types-for 'script'; trusted-types other", { threads: 2, worker: HOSTED, trusted: 'other' }, 2],
    ["require-trusted-types-for 'script'; trusted-types other", { threads: 2, worker: HOSTED }, /worker did not start: .*Policy.* require-trusted-types-for/],
];

/* In the page: the number of threads of a new instance that sorts, or its error. */
async function attempt({ trusted, ...settings }) {
    if (trusted !== undefined)
        settings.worker = trustedTypes
            .createPolicy(trusted, { createScriptURL: (address) => address })
            .createScriptURL(settings.worker);
    const { default: sweepsort, SweepError } = await import('/isolated/package/index.js');
    try {
        const sweep = await sweepsort(settings);
        const { threads } = sweep,
            sorted = sweep.sort(new Float64Array(50000).map((_, i) => (i * 7919) % 50000));
        await sweep.trim();
        const again = sweep.sort(new Int8Array([3, -1, 2])).join();
        sweep.dispose();
        return sorted.every((key, i) => key === i) && again === '-1,2,3' ? threads : 'it did not sort';
    } catch (error) {
        return error instanceof SweepError ? `${error.code} ${error.message}` : `thrown: ${error.stack}`;
    }
}

const server = await serve(fileURLToPath(new URL('..', import.meta.url)));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const [policy, settings, expected] of CASES)
    await test(`${policy}, ${JSON.stringify(settings)}`, async () => {
        const page = await browser.newPage();
        await page.goto(`${server.address}isolated/test/empty.html?policy=${encodeURIComponent(policy)}`);
        const got = await page.evaluate(attempt, settings);
        assert(typeof expected === 'number' ? got === expected : expected.test(got), `it says ${got}`);
        if (typeof got === 'string') assert(/^SWEEP_ERR_(UNSUPPORTED|ARGUMENT) /.test(got), `it says ${got}`);
        await page.close();
    });
await browser.close();
server.close();
