/*
 * Runs page.html in headless Chromium: WebAssembly on one thread (a page that is not isolated), with threads (one
 * that is), and WebGPU on the browser's software adapter. In: CHROMIUM, the program; SEED; ALL: every case. Exit status 77 and the
 * reason where there is no browser.
 */
import { existsSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.js';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
    console.error(`js: SKIPPED: the browser's tests: there is no ${executablePath} (Debian package chromium)`);
    process.exit(77);
}
const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);

const root = fileURLToPath(new URL('..', import.meta.url));
const server = await serve(root);
const browser = await chromium.launch({
    executablePath,
    args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--enable-unsafe-webgpu',
    ],
});

for (const part of ['wasm', 'threads', 'webgpu'])
    await test(part, async (t) => {
        const page = await browser.newPage();
        const isolated = part === 'threads' ? 'isolated/' : '';
        page.on('pageerror', (error) => console.error(`${part}: ${error}`));
        await page.goto(`${server.address}${isolated}test/page.html?part=${part}&seed=${seed}${process.env.ALL ? '&all' : ''}`);
        await page.waitForFunction('window.report !== undefined', undefined, { timeout: process.env.ALL ? 800000 : 240000 });
        const report = await page.evaluate('window.report');
        for (const [name, failure] of report)
            await t.test(name, (inner) => {
                if (failure.startsWith('skipped: ')) inner.skip(failure);
                else if (failure) throw new Error(failure);
            });
        if (report.length === 0) throw new Error('no test ran');
        await page.close();
    });
await browser.close();
server.close();
