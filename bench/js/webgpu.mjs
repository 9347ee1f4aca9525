/*
 * sweepsort beside ComputeRadixSort of the package playcanvas on WebGPU: an argsort of u32 keys, counted. In: the sizes,
 * 10000 to 1000000 by default; VK_ICD_FILENAMES, where another device than the browser's software one shall be used. Out:
 * the table; exit status 1 where an order was wrong, or where sweepsort did more than the peer.
 *
 * Times are not compared: on a software adapter they say little about a GPU. The peer has two forms. One runs
 * everywhere; the other (OneSweep) waits for workgroups that may not have begun, so it is for NVIDIA alone, and is not
 * run here: its dispatches are counted, and its bytes a key are read from its kernels.
 */
import { existsSync } from 'node:fs';
import { createSorter } from 'sweepsort/webgpu';
import { countingDevice } from './counted.js';
import { graphicsDevice } from './playcanvas.js';

const PEER = './node_modules/playcanvas/build/playcanvas.dbg/src/';
const { ComputeRadixSort } = await import(`${PEER}scene/graphics/radix-sort/compute-radix-sort.js`);
const { StorageBuffer } = await import(`${PEER}platform/graphics/storage-buffer.js`);
const { RADIX_SORT_ONESWEEP, RADIX_SORT_PORTABLE } = await import(`${PEER}scene/constants.js`);

const SOFTWARE = '/usr/lib/chromium/vk_swiftshader_icd.json';
if (process.env.VK_ICD_FILENAMES === undefined && existsSync(SOFTWARE)) process.env.VK_ICD_FILENAMES = SOFTWARE;
const dawn = await import('webgpu');
Object.assign(globalThis, dawn.globals);
const gpu = dawn.create([]),
    adapter = await gpu.requestAdapter();
const features = ['subgroups'].filter((feature) => adapter.features.has(feature));
const limits = { maxStorageBuffersPerShaderStage: Math.min(10, adapter.limits.maxStorageBuffersPerShaderStage) };
const device = await adapter.requestDevice({ requiredFeatures: features, requiredLimits: limits });
device.onuncapturederror = ({ error }) => {
    throw new Error(error.message);
};
console.log(`${adapter.info.description || adapter.info.vendor}, Node ${process.version}: an argsort of u32 keys`);

const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    MAP_READ = 1;
const KEYS = /^(keys|keys_out|values|values_out|input|inputKeys|outputKeys|inputValues|outputValues)$/;
const SAME = /^count$/; /* a word that every invocation reads; the peer has it in a uniform buffer, and none is counted */
const ONESWEEP_BYTES = 60; /* 4 to count, 12 + 16 + 16 + 12 to sort */

async function read(buffer, n) {
    const mapped = device.createBuffer({ size: 4 * n, usage: MAP_READ | COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, mapped, 0, 4 * n);
    device.queue.submit([encoder.finish()]);
    await mapped.mapAsync(1);
    return new Uint32Array(mapped.getMappedRange()).slice();
}

/* A table's row: of a count, per key. */
function row(name, n, { dispatches, waits, bytes }) {
    const of = (wanted) =>
        Object.entries(bytes)
            .filter(([variable]) => !SAME.test(variable) && KEYS.test(variable) === wanted)
            .reduce((sum, [, size]) => sum + size, 0) / n;
    return { name, n, dispatches, keys: of(true), tables: of(false), waits: waits / n };
}

async function ours(keys, subgroups) {
    const n = keys.length,
        { device: counting, count } = countingDevice(device);
    const sorter = await createSorter(counting, { type: 'u32', operation: 'argsort', subgroups });
    const make = (size) => device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
    const given = { keys: make(4 * n), indices: make(4 * n), n, scratch: make(sorter.scratchBytes(n)) };
    device.queue.writeBuffer(given.keys, 0, keys);
    const counted = await count((pass) => sorter.record(pass, given));
    return { order: await read(given.indices, n), ...row(`sweepsort${subgroups ? ', subgroups' : ''}`, n, counted) };
}

async function theirs(keys) {
    const n = keys.length,
        { device: counting, count } = countingDevice(device);
    let into;
    const graphics = graphicsDevice(counting, () => into);
    const sorter = new ComputeRadixSort(graphics, { kind: RADIX_SORT_PORTABLE }),
        given = new StorageBuffer(graphics, 4 * n);
    device.queue.writeBuffer(given.impl.buffer, 0, keys);
    let sorted;
    const counted = await count((pass) => {
        into = pass;
        sorted = sorter.sort(given, n, 32, undefined, true);
    });
    return { order: await read(sorted.impl.buffer, n), ...row('playcanvas', n, counted) };
}

function theirOneSweep(n) {
    const graphics = graphicsDevice(device, undefined, { subgroups: true });
    const sorter = new ComputeRadixSort(graphics, { kind: RADIX_SORT_ONESWEEP });
    sorter.sort(new StorageBuffer(graphics, 4 * n), n, 32, undefined, true);
    return `${graphics.dispatches} and ${graphics.clears} clears, ${ONESWEEP_BYTES} bytes of keys and indices a key`;
}

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1e4, 1e5, 1e6];
let right = true;
console.log('keys       sort                   dispatches  bytes a key: keys, indices  tables  waits at barriers a key');
for (const n of sizes) {
    const keys = new Uint32Array(n).map(() => Math.random() * 2 ** 32);
    const expected = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
    const peer = await theirs(keys);
    for (const counted of [await ours(keys, false), ...(features.length ? [await ours(keys, true)] : []), peer]) {
        const { name, dispatches, order } = counted,
            more = ['dispatches', 'keys', 'tables', 'waits'].filter((what) => counted[what] > peer[what]);
        const wrong = !order.every((index, i) => index === expected[i]);
        const cells = [counted.keys, counted.tables, counted.waits].map((number) => number.toFixed(1));
        console.log(
            String(n).padEnd(11) +
                name.padEnd(23) +
                String(dispatches).padStart(10) +
                cells[0].padStart(29) +
                cells[1].padStart(8) +
                cells[2].padStart(25) +
                (wrong ? '  WRONG' : '') +
                (more.length ? `  MORE: ${more.join()}` : '')
        );
        if (wrong || more.length) right = false;
    }
    console.log(`${String(n).padEnd(11)}playcanvas, OneSweep: ${theirOneSweep(n)}`);
}
setTimeout(() => process.exit(right ? 0 : 1), 100);
