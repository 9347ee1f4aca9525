/* Every function of the package as TypeScript sees it: compiled, never run. Lines that must not compile say so. */
import sweepsort, { SweepError, Sweepsort, type Options } from 'sweepsort';

const sweep: Sweepsort = await sweepsort();
const options: Options = { order: 'descending', floatOrder: 'total-order', beginBit: 8, endBit: 24, engine: 'lsd' };
const keys: Float32Array = sweep.sort(new Float32Array(3), options);
const copy: BigInt64Array = sweep.sorted(new BigInt64Array(3));
const pairs: Uint8Array = sweep.sortPairs(new Uint8Array(3), new DataView(new ArrayBuffer(9)));
const order: Uint32Array = sweep.argsort(keys);
const wide: BigUint64Array = sweep.sortperm(keys, { indices: new BigUint64Array(3) });
const at: number = sweep.firstOutOfOrder(copy, { memoryLimit: 1 });
const is: boolean = sweep.isSorted(pairs);
const numbers: number[] = [sweep.threads, sweep.memoryBytes, order.length, wide.length, at, Number(is)];
const counts: Uint32Array = sweep.histogram(new Uint8Array(3), { radix: 16, place: 16 });
const offsets: Uint32Array = sweep.offsets(counts);
try {
    numbers.push(offsets.length);
    sweep.dispose();
} catch (error) {
    if (error instanceof SweepError && error.code === 'SWEEP_ERR_MEMORY') numbers.push(1);
}

class Depths extends Float32Array {
    readonly near = 0.1;
}
const depths: Depths = sweep.sort(new Depths(3));
const plain: Float32Array = sweep.sorted(depths);
const either: Uint8Array | Int8Array = sweep.sorted(new Uint8Array(3) as Uint8Array | Int8Array);
numbers.push(plain.length, either.length);
/* a result can go where only an array on an ArrayBuffer can */
new Blob([sweep.argsort(depths), sweep.sorted(depths), sweep.offsets(counts)]);
sweep.sort(new Uint16Array(3), { type: 'bf16' });
// @ts-expect-error the copy is of no subclass
const subclass: Depths = sweep.sorted(depths);
// @ts-expect-error there is no such type
sweep.sort(new Uint16Array(3), { type: 'half' });
// @ts-expect-error an array of numbers is no typed array
sweep.sort([3, 1, 2]);
// @ts-expect-error an unknown order
sweep.sort(keys, { order: 'up' });
// @ts-expect-error an unknown option
sweep.argsort(keys, { descending: true });
// @ts-expect-error indices are unsigned
sweep.argsort(keys, { indices: new Int32Array(3) });

import { createDigits, createSorter, sortOnDevice, type Device } from 'sweepsort/webgpu';

declare const device: GPUDevice, buffer: GPUBuffer, encoder: GPUCommandEncoder, pass: GPUComputePassEncoder;
const asDevice: Device = device;
const sorter = await createSorter(asDevice, { type: 'u64', valueBytes: 12, order: 'descending', digitBits: 4, subgroups: false });
const bytes: number = sorter.scratchBytes(1000);
sorter.record(encoder, { keys: buffer, values: { buffer, offset: 256 }, n: bytes, scratch: buffer });
sorter.record(pass, { keys: buffer, n: 5, count: buffer, scratch: buffer });
const sortedKeys: Float32Array = await sortOnDevice(device, new Float32Array(3), { values: new Uint32Array(3) });
const indices: Uint32Array = await sortOnDevice(device, sortedKeys, { operation: 'argsort' });
(await createDigits(device, { radix: 16 })).histogram(encoder, { keys: buffer, counts: buffer, n: indices.length });

/* undefined says nothing, also where exactOptionalPropertyTypes are on */
const none = undefined;
sweep.sort(keys, { order: none, floatOrder: none, beginBit: none, endBit: none, threads: none, digitBits: none });
sweep.argsort(keys, { tileSize: none, memoryLimit: none, engine: none, type: none, indices: none });
await sweepsort({ threads: none, worker: none });
await sweepsort({ threads: 'all', worker: new URL('http://localhost/worker.js') });
sweep.histogram(new Uint8Array(3), { radix: 16, place: none });
await createSorter(device, { type: 'f32', operation: none, valueBytes: none, order: none, floatOrder: none, beginBit: none, endBit: none, digitBits: none, subgroups: none });
sorter.record(encoder, { keys: { buffer, offset: none, size: none }, values: none, indices: none, n: 5, count: none, scratch: [buffer, { buffer, offset: 256 }] });
await sortOnDevice(device, keys, { values: none, operation: none, digitBits: 4 });
await createDigits(device, { radix: 16, place: none });
numbers.push(...sorter.scratchSizes(1000));
await sweep.trim();

// @ts-expect-error a sorter needs a type
await createSorter(device, {});
// @ts-expect-error keys of one byte
await sortOnDevice(device, new Uint8Array(3));
// @ts-expect-error scratch is missing
sorter.record(encoder, { keys: buffer, n: 5 });
