/*
 * The tests of webgpu.js in Node: Dawn on a software Vulkan device. In: SEED; VK_ICD_FILENAMES, where another device
 * than the browser's own software one shall be used; ALL: every type and form. Exit status 77 and the reason where there is none.
 */
import { existsSync } from 'node:fs';
import test from 'node:test';
import * as sweepsort from 'sweepsort/webgpu';
import { makeSorter } from '../package/sorter.js';
import { webgpuTests } from './webgpu.js';

const SOFTWARE = '/usr/lib/chromium/vk_swiftshader_icd.json';
if (process.env.VK_ICD_FILENAMES === undefined && existsSync(SOFTWARE)) process.env.VK_ICD_FILENAMES = SOFTWARE;

let gpu, reason;
try {
    const dawn = await import('webgpu');
    Object.assign(globalThis, dawn.globals);
    gpu = dawn.create([]);
    reason =
        (await gpu.requestAdapter()) === null ? 'there is no Vulkan device (Debian packages chromium, libvulkan1)' : '';
} catch (error) {
    reason = error.message;
}
if (reason) {
    console.error(`js: SKIPPED: WebGPU in Node: ${reason}`);
    process.exit(77);
}

const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);
const tried = process.env.ALL ? 'all' : 'short';
const tests = webgpuTests({ gpu, ...sweepsort, makeSorter, seed, tried });
for (const [name, run] of tests)
    test(name, async (t) => {
        const skipped = await run();
        if (skipped) t.skip(skipped);
    });
test('the end', () => setTimeout(() => process.exit(process.exitCode ?? 0), 1000).unref());
