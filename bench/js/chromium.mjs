/*
 * The benchmark in headless Chromium, in an isolated page, where the clock is finer. In: the sizes, 1000 to 1000000 by
 * default; CHROMIUM, the program. Run by ../../scripts/bench_js.sh.
 */
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.js';

const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['1e3', '1e4', '1e5', '1e6'];
const server = await serve(fileURLToPath(new URL('.', import.meta.url)));
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
console.log(`Chromium ${browser.version()}, ${cpus()[0].model}, one thread`);
const page = await browser.newPage();
page.on('console', (message) => console.log(message.text()));
page.on('pageerror', (error) => console.log(String(error)));
await page.goto(`${server.address}isolated/page.html?sizes=${sizes.join()}`);
await page.waitForFunction('window.right !== undefined', undefined, { timeout: 0 });
const right = await page.evaluate('window.right');
await browser.close();
server.close();
process.exit(right ? 0 : 1);
