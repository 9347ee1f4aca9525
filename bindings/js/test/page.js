/*
 * The tests of wasm.js and webgpu.js in a page, which loads the package by plain addresses. In: the address's part
 * behind `?`: seed, part (wasm, threads or webgpu) and all, if every case shall be tried. Out: window.report, a list of [name, "" or a failure, or
 * "skipped: "].
 */
import sweepsort, { SweepError, Sweepsort } from '../package/index.js';
import { makeSorter } from '../package/sorter.js';
import * as webgpu from '../package/webgpu.js';
import { wasmTests } from './wasm.js';
import { webgpuTests } from './webgpu.js';

const asked = new URLSearchParams(location.search),
    part = asked.get('part'),
    seed = Number(asked.get('seed')),
    all = asked.has('all');

async function listOf() {
    if (part === 'webgpu') {
        if (!navigator.gpu || !(await navigator.gpu.requestAdapter()))
            return [['WebGPU', () => 'this browser has no adapter']];
        return webgpuTests({ gpu: navigator.gpu, ...webgpu, makeSorter, seed, tried: all ? 'all' : 'few' });
    }
    const golden = await (await fetch('golden.txt')).text();
    const sweep = await sweepsort({ threads: part === 'threads' ? 3 : 1 });
    return wasmTests({ sweep, Sweepsort, SweepError, golden, seed, make: sweepsort, few: !all });
}

const report = [];
try {
    for (const [name, run] of await listOf())
        try {
            const skipped = await run();
            report.push([name, skipped ? `skipped: ${skipped}` : '']);
        } catch (error) {
            report.push([name, String(error.stack ?? error)]);
        }
} catch (error) {
    report.push(['the page', String(error.stack ?? error)]);
}
window.report = report;
