/*
 * One instance of the library in WebAssembly: its memory, and the functions on typed arrays.
 *
 * A call copies the arrays in, runs the C function, and copies the results back when it succeeded: a failing call
 * leaves every array as it was. The memory stays for later calls until dispose().
 */
import { CODES, SweepError, refuse } from './errors.js';
import {
    INDEX_OPTIONS,
    NAMES,
    OPTIONS,
    makeArray,
    readDigit,
    readKeys,
    readOptions,
    refuseGone,
    refuseOverlap,
} from './options.js';

const OPERATION = { sort: 1, sortPairs: 2, argsort: 3, sortperm: 4, firstOutOfOrder: 100 };

const NARROW_ENGINES = ['split', 'onesweep']; /* digits of at most 8 bits */

const UNSIGNED = ['Uint8Array', 'Uint16Array', 'Uint32Array'];

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

export class Sweepsort {
    #wasm; /* the module's exports; undefined once disposed */
    #memory;
    #team; /* undefined, or the workers: {count, end()} */
    #begin; /* makes such parts anew: a promise of {wasm, memory, team} */

    constructor(parts, begin) {
        this.#begin = begin;
        this.#takeOver(parts);
    }

    /* Threads that a call may use, the caller's included. */
    get threads() {
        return this.#team === undefined ? 1 : this.#team.count + 1;
    }

    /* Bytes of memory that this instance holds. */
    get memoryBytes() {
        return this.#wasm === undefined ? 0 : this.#memory.buffer.byteLength;
    }

    sort(keys, options) {
        const read = readOptions(options, OPTIONS),
            what = readKeys(keys, read);
        this.#run(OPERATION.sort, what, read, keys, keys);
        return keys;
    }

    sorted(keys, options) {
        const read = readOptions(options, OPTIONS),
            what = readKeys(keys, read);
        const out = makeArray(keys[Symbol.toStringTag], keys.length);
        this.#run(OPERATION.sort, what, read, keys, out);
        return out;
    }

    sortPairs(keys, values, options) {
        const read = readOptions(options, OPTIONS),
            what = readKeys(keys, read);
        if (!ArrayBuffer.isView(values)) refuse('values must be a typed array or a DataView');
        refuseGone(values);
        const size = what.n === 0 ? 1 : values.byteLength / what.n;
        if (what.n === 0 ? values.byteLength !== 0 : size < 1 || !Number.isInteger(size))
            refuse('values must hold the same number of bytes, 1 or more, for each key');
        refuseOverlap(keys, values);
        this.#run(OPERATION.sortPairs, what, read, keys, keys, { view: values, size, read: true });
        return keys;
    }

    argsort(keys, options) {
        const read = readOptions(options, INDEX_OPTIONS),
            what = readKeys(keys, read);
        const indices = readIndices(keys, what.n, read.indices);
        this.#run(OPERATION.argsort, what, read, keys, undefined, indices);
        return indices.view;
    }

    sortperm(keys, options) {
        const read = readOptions(options, INDEX_OPTIONS),
            what = readKeys(keys, read);
        const indices = readIndices(keys, what.n, read.indices);
        this.#run(OPERATION.sortperm, what, read, keys, keys, indices);
        return indices.view;
    }

    firstOutOfOrder(keys, options) {
        return this.#firstOutOfOrder(keys, options).first;
    }

    isSorted(keys, options) {
        const { first, n } = this.#firstOutOfOrder(keys, options);
        return first === n;
    }

    histogram(keys, options) {
        const { radix, place } = readDigit(options, 'option');
        const tag = ArrayBuffer.isView(keys) ? keys[Symbol.toStringTag] : undefined;
        if (!UNSIGNED.includes(tag)) refuse(`keys must be one of ${UNSIGNED.join(', ')}`);
        refuseGone(keys);
        return this.#withMemory((wasm) => {
            const at = this.#put(keys),
                counts = this.#put(new Uint32Array(radix));
            wasm.histogram(at, keys.length, keys.BYTES_PER_ELEMENT, radix, place, counts);
            return new Uint32Array(this.#memory.buffer, counts, radix).slice();
        });
    }

    offsets(counts) {
        if (!ArrayBuffer.isView(counts) || counts[Symbol.toStringTag] !== 'Uint32Array')
            refuse('counts must be a Uint32Array');
        refuseGone(counts);
        return this.#withMemory((wasm) => {
            const at = this.#put(counts);
            wasm.offsets(at, at, counts.length);
            const out = makeArray('Uint32Array', counts.length);
            out.set(new Uint32Array(this.#memory.buffer, at, counts.length));
            return out;
        });
    }

    /* Lets the memory go that past calls made grow: a memory of WebAssembly cannot shrink, so a new one takes its place,
       with new workers. Calls meanwhile use the old one; where the new one cannot be had, it stays. */
    async trim() {
        this.#refuseDisposed();
        const parts = await this.#begin();
        if (this.#wasm === undefined) {
            parts.team?.end();
            return;
        }
        this.#team?.end();
        this.#takeOver(parts);
    }

    /* Ends the workers and lets the memory go. Calls after it are refused. */
    dispose() {
        this.#team?.end();
        this.#wasm = this.#memory = this.#team = undefined;
    }

    #takeOver({ wasm, memory, team }) {
        this.#wasm = wasm;
        this.#memory = memory;
        this.#team = team;
        wasm.set_helpers(team === undefined ? 0 : team.count);
    }

    #refuseDisposed() {
        if (this.#wasm === undefined) refuse('this instance was disposed of');
    }

    #firstOutOfOrder(keys, options) {
        const read = readOptions(options, OPTIONS),
            what = readKeys(keys, read);
        const found = new Uint32Array(1);
        this.#run(OPERATION.firstOutOfOrder, what, read, keys, undefined, { view: found, size: 4, read: false });
        return { first: found[0], n: what.n };
    }

    /* keysOut: the view that gets the sorted keys, or undefined. values: {view, size, read}; read: they go in too. */
    #run(operation, { type, size, n }, o, keys, keysOut, values) {
        this.#withMemory((wasm) => {
            const at = this.#put(keys),
                moved = values === undefined ? 0 : values.size;
            const valuesAt =
                values === undefined ? 0 : values.read ? this.#put(values.view) : this.#take(values.view.byteLength);
            const status = wasm.run(
                operation,
                at,
                valuesAt,
                n,
                type,
                moved,
                o.order,
                o.floatOrder,
                o.beginBit,
                o.endBit,
                o.threads,
                o.digitBits,
                o.tileSize,
                o.memoryLimit,
                o.engine
            );
            if (status !== 0) throw new SweepError(CODES[status], reasonOf(CODES[status], o));
            if (keysOut !== undefined) bytesOf(keysOut).set(new Uint8Array(this.#memory.buffer, at, keys.byteLength));
            if (values !== undefined)
                bytesOf(values.view).set(new Uint8Array(this.#memory.buffer, valuesAt, values.view.byteLength));
        });
    }

    /* Runs `work` on the module's exports; the memory that it takes is given back at its end. */
    #withMemory(work) {
        this.#refuseDisposed();
        const wasm = this.#wasm,
            mark = wasm.mark();
        try {
            return work(wasm);
        } finally {
            wasm.return_to(mark);
        }
    }

    /* The address of `bytes` bytes of memory. The memory's buffer is another one where it had to grow. */
    #take(bytes) {
        const at = bytes > 0xffffffff ? 0 : this.#wasm.take(bytes) >>> 0;
        if (at === 0) throw new SweepError('SWEEP_ERR_MEMORY', `${bytes} bytes do not fit`);
        return at;
    }

    /* The address of a copy of a view. */
    #put(view) {
        const at = this.#take(view.byteLength);
        new Uint8Array(this.#memory.buffer).set(bytesOf(view), at);
        return at;
    }
}

/* Why the C library refuses a call with these options. */
function reasonOf(code, { engine, digitBits, memoryLimit }) {
    if (code === 'SWEEP_ERR_MEMORY') return 'the scratch of this call does not fit into the memory of WebAssembly, 4 GiB';
    if (NARROW_ENGINES.includes(NAMES.engine[engine]) && digitBits > 8)
        return `digitBits of the engine ${NAMES.engine[engine]} are at most 8, not ${digitBits}`;
    if (memoryLimit > 0) return `this call cannot be done with a memoryLimit of ${memoryLimit} bytes`;
    return 'the C library refuses these arguments';
}

/* Where argsort and sortperm put their indices: the option `indices`, else a new Uint32Array. */
function readIndices(keys, n, view = makeArray('Uint32Array', n)) {
    const tag = ArrayBuffer.isView(view) ? view[Symbol.toStringTag] : undefined;
    if (tag !== 'Uint32Array' && tag !== 'BigUint64Array') refuse('indices must be a Uint32Array or a BigUint64Array');
    refuseGone(view);
    if (view.length !== n) refuse(`indices must have ${n} elements, one a key`);
    refuseOverlap(keys, view);
    return { view, size: tag === 'Uint32Array' ? 4 : 8, read: false };
}

if (Symbol.dispose !== undefined) Sweepsort.prototype[Symbol.dispose] = Sweepsort.prototype.dispose;
