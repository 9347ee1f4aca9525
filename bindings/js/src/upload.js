/*
 * A sort on a device for arrays that are not there yet: upload, sort, download.
 */
import { lossOf } from './device.js';
import { SweepError, refuse } from './errors.js';
import { makeArray, readOwn, refuseGone, refuseOverlap } from './options.js';
import { createSorter, readSettings } from './sorter.js';

const TYPES = {
    Uint32Array: 'u32',
    Int32Array: 'i32',
    Float32Array: 'f32',
    BigUint64Array: 'u64',
    BigInt64Array: 'i64',
    Float64Array: 'f64',
};
const MAP_READ = 1,
    COPY_SRC = 4,
    COPY_DST = 8,
    STORAGE = 0x80; /* GPUBufferUsage */
const READ = 1; /* GPUMapMode.READ */
const SCOPES = { 'out-of-memory': 'SWEEP_ERR_MEMORY', internal: 'SWEEP_ERR_DEVICE', validation: 'SWEEP_ERR_DEVICE' };

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

const SETTINGS = ['values', 'operation', 'order', 'floatOrder', 'beginBit', 'endBit', 'digitBits', 'subgroups', 'engine'];

/* A copy of a view's bytes: devices take no shared or resizable buffers, and the caller may go on writing. */
function copyOf(view) {
    const copy = makeArray('Uint8Array', view.byteLength);
    copy.set(bytesOf(view));
    return copy;
}

/*
 * Sorts keys in place, moves the setting `values` (any view of n elements of a multiple of 4 bytes) along, and returns
 * keys; with the operation 'argsort' leaves keys alone and returns a Uint32Array. Other settings: createSorter's. The
 * arrays are read at once and written at the end. Where the device fails, is lost or has no memory, the promise is
 * rejected and the arrays are as they were.
 */
export async function sortOnDevice(device, keys, settings) {
    const { values, ...others } = readOwn(settings, SETTINGS, 'setting');
    const type = ArrayBuffer.isView(keys) ? TYPES[keys[Symbol.toStringTag]] : undefined;
    if (type === undefined) refuse(`keys must be one of ${Object.keys(TYPES).join(', ')}`);
    refuseGone(keys);
    const n = keys.length,
        argsort = others.operation === 'argsort';
    let valueBytes = 0;
    if (values !== undefined) {
        if (!ArrayBuffer.isView(values)) refuse('values must be a typed array or a DataView');
        refuseGone(values);
        valueBytes = n === 0 ? 4 : values.byteLength / n;
        if (n === 0 ? values.byteLength !== 0 : valueBytes === 0 || valueBytes % 4 !== 0)
            refuse('values must hold the same number of bytes, a multiple of 4, for each key');
        refuseOverlap(keys, values);
    }
    const wanted = readSettings(device, { ...others, type, valueBytes });
    const out = argsort ? makeArray('Uint32Array', n) : keys;
    if (n === 0) return out;
    const keysIn = copyOf(keys),
        valuesIn = values && copyOf(values);
    const sorter = await createSorter(device, wanted);
    const made = [];
    const make = (size, usage) => {
        const buffer = device.createBuffer({ size, usage });
        made.push(buffer);
        return buffer;
    };
    const upload = (bytes) => {
        const buffer = make(bytes.length, STORAGE | COPY_SRC | COPY_DST);
        device.queue.writeBuffer(buffer, 0, bytes);
        return buffer;
    };
    try {
        return await guard(
            device,
            () => {
                const scratch = sorter.scratchSizes(n).map((size) => make(size, STORAGE));
                const given = { keys: upload(keysIn), n, scratch },
                    results = [];
                if (values !== undefined) given.values = upload(valuesIn);
                if (argsort) given.indices = make(4 * n, STORAGE | COPY_SRC);
                const encoder = device.createCommandEncoder();
                sorter.record(encoder, given);
                for (const [view, buffer] of [
                    [out, given.indices ?? given.keys],
                    [values, given.values],
                ]) {
                    if (buffer === undefined) continue;
                    const mapped = make(buffer.size, MAP_READ | COPY_DST);
                    encoder.copyBufferToBuffer(buffer, 0, mapped, 0, buffer.size);
                    results.push([view, mapped]);
                }
                device.queue.submit([encoder.finish()]);
                return results;
            },
            async (results) => {
                await Promise.all(results.map(([, buffer]) => buffer.mapAsync(READ)));
                for (const [view, { size }] of results) {
                    refuseGone(view);
                    if (view.byteLength !== size) refuse('an array has another size than when its sort began');
                }
                for (const [view, buffer] of results) bytesOf(view).set(new Uint8Array(buffer.getMappedRange()));
                return out;
            }
        );
    } finally {
        sorter.dispose();
        for (const buffer of made) buffer.destroy();
    }
}

/* Does `work` at once, and `finish` on its result if the device saw no error; else throws a SweepError. */
async function guard(device, work, finish) {
    const loss = lossOf(device);
    let failed, result;
    for (const scope of Object.keys(SCOPES)) device.pushErrorScope(scope);
    try {
        result = work();
    } catch (error) {
        failed = error;
    }
    const scopes = Object.values(SCOPES)
        .reverse()
        .map((code) => [code, device.popErrorScope()]);
    try {
        for (const [code, scope] of scopes) {
            const error = await scope;
            if (error !== null) failed ??= new SweepError(code, error.message, { cause: error });
        }
        if (failed === undefined) return await finish(result);
    } catch (error) {
        failed ??= error;
    }
    if (loss.info !== undefined)
        throw new SweepError('SWEEP_ERR_DEVICE', `the device was lost: ${loss.info.message}`, { cause: failed });
    throw failed instanceof SweepError ? failed : new SweepError('SWEEP_ERR_DEVICE', failed.message, { cause: failed });
}
