/*
 * The tests of the WebAssembly instance, for Node and for pages alike: a list of [name, function]. A test throws when
 * it fails. In: an instance, the package's classes, the golden file's text, and a seed.
 */
import { copyBytes, fill, inOrder, randomOf, sameBytes, sizeOf, stableOrder } from './reference.js';

const ARRAYS = {
    i8: Int8Array,
    u8: Uint8Array,
    i16: Int16Array,
    u16: Uint16Array,
    i32: Int32Array,
    u32: Uint32Array,
    i64: BigInt64Array,
    u64: BigUint64Array,
    f32: Float32Array,
    f64: Float64Array,
};
if (globalThis.Float16Array !== undefined) ARRAYS.f16 = Float16Array;
/* Types whose arrays need the option `type`. */
const TYPED = { f16: Uint16Array, bf16: Uint16Array, u128: BigUint64Array, i128: BigUint64Array };

export function assert(holds, what) {
    if (!holds) throw new Error(`failed: ${what}`);
}

function assertBytes(got, expected, what) {
    assert(sameBytes(copyBytes(got), copyBytes(expected)), what);
}

/* An array of n keys in the middle of a buffer whose other bytes guard it. */
function guarded(Array, n, fillWith = 0xa5) {
    const size = Array.BYTES_PER_ELEMENT,
        buffer = new ArrayBuffer((n + 16) * size);
    new Uint8Array(buffer).fill(fillWith);
    const view = new Array(buffer, 8 * size, n);
    view.guardsHold = () => {
        const bytes = new Uint8Array(buffer);
        return bytes.every((b, i) => b === fillWith || (i >= 8 * size && i < (n + 8) * size));
    };
    return view;
}

/* Every entry point on one array, against the reference. */
function checkAll(sweep, Array, type, source, options, what) {
    const size = sizeOf(type),
        n = source.byteLength / size,
        elements = source.length;
    const order = stableOrder(source, type, options),
        sorted = inOrder(source, size, order);
    const keysOf = () => {
        const keys = guarded(Array, elements);
        keys.set(source);
        return keys;
    };
    const check = (name, keys, expected, indices) => {
        assertBytes(keys, expected, `${name}: keys of ${what}`);
        assert(keys.guardsHold(), `${name}: bytes round the keys of ${what}`);
        if (indices !== undefined)
            assert(
                indices.length === n && order.every((from, to) => Number(indices[to]) === from),
                `${name}: indices of ${what}`
            );
    };

    let keys = keysOf();
    assert(sweep.sort(keys, options) === keys, 'sort returns its array');
    check('sort', keys, sorted);
    keys = keysOf();
    const copy = sweep.sorted(keys, options);
    check('sorted', keys, source);
    assertBytes(copy, sorted, `sorted: ${what}`);
    check('argsort', keys, source, sweep.argsort(keys, options));
    check('argsort, 8 bytes', keys, source, sweep.argsort(keys, { ...options, indices: new BigUint64Array(n) }));
    check('sortperm', keys, sorted, sweep.sortperm(keys, options));
    for (const bytes of [1, 3, 4, 16]) {
        keys = keysOf();
        const values = guarded(Uint8Array, n * bytes);
        for (let i = 0; i < values.length; i++) values[i] = (i * 2654435761) >>> 13;
        const expected = inOrder(values, bytes, order);
        assert(sweep.sortPairs(keys, values, options) === keys, 'sortPairs returns its keys');
        check(`sortPairs, ${bytes}`, keys, sorted);
        assertBytes(values, expected, `sortPairs: values of ${bytes} bytes, ${what}`);
        assert(values.guardsHold(), `sortPairs: bytes round the values, ${what}`);
    }
    const first = sweep.firstOutOfOrder(source, options),
        again = sweep.firstOutOfOrder(keys, options);
    assert(again === n && sweep.isSorted(keys, options), `isSorted: ${what}`);
    assert((first === n) === order.every((from, to) => from === to), `firstOutOfOrder: ${what}`);
}

function refused(SweepError, code, arrays, call, what) {
    const before = arrays.map(copyBytes);
    let error;
    try {
        call();
    } catch (thrown) {
        error = thrown;
    }
    assert(error instanceof SweepError && error.code === code, `${what}: ${code}, not ${error}`);
    arrays.forEach((array, i) => assertBytes(array, before[i], `${what}: an array was touched`));
}

/* few: whether fewer arrays are tried, where others were elsewhere. */
export function wasmTests({ sweep, Sweepsort, SweepError, golden, seed, make, few }) {
    const random = randomOf(seed);
    const tests = [];
    const test = (name, run) => tests.push([name, run]);

    test('golden file', () => {
        let rows = 0;
        for (const line of golden.trim().split('\n')) {
            const [type, order, floatOrder, begin, end, hex, sortedHex, indices] = line.split(' ');
            const bytesOf = (text) => Uint8Array.from(text === '-' ? [] : text.match(/../g), (b) => parseInt(b, 16));
            const bytes = bytesOf(hex),
                Array = TYPED[type] ?? ARRAYS[type];
            const keys = new Array(bytes.slice().buffer),
                sorted = bytesOf(sortedHex);
            const options = { type, order, floatOrder, beginBit: Number(begin), endBit: Number(end) };
            const expected = indices === '-' ? [] : indices.split(',').map(Number);
            const got = sweep.argsort(keys, options);
            assert(got.length === expected.length && expected.every((x, i) => got[i] === x), `argsort of row ${rows}`);
            assertBytes(sweep.sort(keys, options), sorted, `sort of row ${rows}`);
            rows++;
        }
        assert(rows > 150, 'too few rows');
    });

    for (const [type, Array] of Object.entries({ ...ARRAYS, ...TYPED }))
        test(`every entry point, ${type}`, () => {
            const width = sizeOf(type) * 8,
                elements = sizeOf(type) / Array.BYTES_PER_ELEMENT;
            for (const n of few ? [0, 9, 33, 300] : [0, 1, 2, 8, 9, 24, 25, 33, 129, 300, 2000])
                for (const pattern of few ? ['random', 'specials'] : ['random', 'few', 'sorted', 'equal', 'specials']) {
                    const source = fill(new Array(n * elements), type, pattern, random);
                    const options = {
                        type,
                        order: ['ascending', 'descending'][random() % 2],
                        floatOrder: ['nan-last', 'total-order', 'nan-first'][random() % 3],
                    };
                    if (random() % 3 === 0) {
                        options.beginBit = random() % (width + 1);
                        options.endBit = options.beginBit + (random() % (width + 1 - options.beginBit));
                    }
                    checkAll(sweep, Array, type, source, options, `${n} ${pattern} ${type} ${JSON.stringify(options)}`);
                }
        });

    for (const engine of ['lsd', 'onesweep', 'hybrid', 'split'])
        test(`engine ${engine}`, () => {
            for (const [type, Array] of Object.entries(ARRAYS))
                for (const n of few ? [5, 700] : [5, 700, 5000]) {
                    const options = {
                        engine,
                        digitBits: 1 + (random() % 8),
                        tileSize: random() % 400,
                        order: 'descending',
                    };
                    const source = fill(new Array(n), type, 'specials', random);
                    checkAll(sweep, Array, type, source, options, `${n} ${type} ${JSON.stringify(options)}`);
                }
        });

    test('large arrays', () => {
        for (const n of [100000, 2100000]) {
            const keys = fill(new Uint32Array(n), 'u32', 'random', random),
                values = keys.slice();
            const expected = keys.slice().sort();
            assertBytes(sweep.sorted(keys), expected, `${n} keys`);
            sweep.sortPairs(keys, values);
            assertBytes(keys, expected, `${n} keys with values`);
            assertBytes(values, expected, `${n} values`);
            const order = sweep.argsort(keys, { order: 'descending' });
            for (let i = 1; i < n; i++) {
                const a = order[i - 1],
                    b = order[i];
                assert(keys[a] > keys[b] || (keys[a] === keys[b] && a < b), `descending argsort at ${i} of ${n}`);
            }
        }
    });

    test('memory is kept and reused', () => {
        const keys = fill(new Float64Array(50000), 'f64', 'random', random);
        sweep.argsort(keys);
        const held = sweep.memoryBytes;
        for (let i = 0; i < 50; i++) sweep.argsort(keys);
        assert(sweep.memoryBytes === held && held > 0, `${held} bytes became ${sweep.memoryBytes}`);
    });

    test('memory is given back', async () => {
        const other = await make({ threads: sweep.threads }),
            fresh = other.memoryBytes;
        const keys = fill(new Uint32Array(1000000), 'u32', 'random', random),
            sorted = keys.slice().sort();
        assertBytes(other.sorted(keys), sorted, 'before');
        assert(other.memoryBytes > fresh && other.memoryBytes > keys.byteLength, 'it grew');
        const trimmed = other.trim();
        assertBytes(other.sorted(keys), sorted, 'meanwhile');
        await trimmed;
        assert(other.memoryBytes === fresh, `${other.memoryBytes} bytes, not ${fresh}`);
        assert(other.threads === sweep.threads, 'as many threads as before');
        assertBytes(other.sorted(keys), sorted, 'behind it');
        const late = other.trim();
        other.dispose();
        await late;
        assert(other.memoryBytes === 0, 'disposed of meanwhile');
        const error = await other.trim().catch((thrown) => thrown);
        assert(error instanceof SweepError && error.code === 'SWEEP_ERR_ARGUMENT', `after dispose(): ${error}`);
    });

    test('the end of a block disposes of an instance', async () => {
        if (Symbol.dispose === undefined) return 'the engine has no Symbol.dispose';
        const other = await make();
        other[Symbol.dispose]();
        assert(other.memoryBytes === 0, 'its memory is gone');
        return undefined;
    });

    test('an error says why', () => {
        const keys = fill(new Uint32Array(5000), 'u32', 'random', random);
        for (const [options, reason] of [
            [{ engine: 'split', digitBits: 9 }, /: digitBits of the engine split are at most 8, not 9$/],
            [{ engine: 'onesweep', digitBits: 16 }, /: digitBits of the engine onesweep are at most 8, not 16$/],
            [{ engine: 'lsd', memoryLimit: 100 }, /: .*memoryLimit of 100 bytes$/],
        ]) {
            let error;
            try {
                sweep.sort(keys, options);
            } catch (thrown) {
                error = thrown;
            }
            assert(error?.code === 'SWEEP_ERR_UNSUPPORTED' && reason.test(error.message), `it says ${error?.message}`);
        }
    });

    test('arrays over a part of a buffer, at odd places, and shared', () => {
        const bytes = new Uint8Array(1001);
        fill(bytes, 'u8', 'random', random);
        const keys = bytes.subarray(1),
            expected = keys.slice().sort();
        assertBytes(sweep.sort(keys), expected, 'a subarray');
        if (globalThis.SharedArrayBuffer !== undefined) {
            const shared = new Int16Array(new SharedArrayBuffer(2000));
            fill(shared, 'i16', 'random', random);
            const sorted = Int16Array.from(shared).sort();
            assertBytes(sweep.sort(shared), sorted, 'a shared array');
        }
        const values = new DataView(new ArrayBuffer(3000), 0, 3000);
        for (let i = 0; i < 1000; i++) values.setUint8(3 * i, i & 255);
        sweep.sortPairs(fill(new Uint32Array(1000), 'u32', 'equal', random), values);
        for (let i = 0; i < 1000; i++) assert(values.getUint8(3 * i) === (i & 255), 'values in a DataView');
        assert(sweep.sort(new Uint8ClampedArray([200, 100, 0])).join() === '0,100,200', 'a clamped array');
    });

    test('digits as they are taught', () => {
        for (const [type, size] of [
            ['u8', 1],
            ['u16', 2],
            ['u32', 4],
        ])
            for (const [radix, place] of [
                [2, 1],
                [16, 1],
                [16, 16],
                [10, 10],
                [7, 3],
                [65536, 1],
                [65536, 65536],
                [256, 0xffffffff],
            ]) {
                const keys = fill(new ARRAYS[type](5000), type, 'random', random),
                    before = keys.slice();
                const counts = new Uint32Array(radix),
                    offsets = new Uint32Array(radix);
                for (const key of keys) counts[Math.floor(key / place) % radix]++;
                for (let d = 1; d < radix; d++) offsets[d] = offsets[d - 1] + counts[d - 1];
                const got = sweep.histogram(keys, { radix, place });
                assertBytes(got, counts, `counts of keys of ${size} bytes, radix ${radix}, place ${place}`);
                assertBytes(sweep.offsets(got), offsets, `offsets of radix ${radix}`);
                assertBytes(got, counts, 'offsets only reads');
                assertBytes(keys, before, 'histogram only reads');
            }
        assert(sweep.histogram(new Uint8Array(0), { radix: 2 }).join() === '0,0', 'no keys');
    });

    test('wrong arguments', () => {
        const keys = new Uint32Array([3, 1, 2]),
            values = new Uint8Array([1, 2, 3]);
        const wrong = (what, call) => refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys, values], call, what);
        for (const bad of [undefined, null, 5, 'keys', [3, 1, 2], new DataView(new ArrayBuffer(8)), new ArrayBuffer(8)])
            for (const name of ['sort', 'sorted', 'argsort', 'sortperm', 'firstOutOfOrder', 'isSorted'])
                wrong(`${name}(${String(bad)})`, () => sweep[name](bad));
        for (const bad of [
            null,
            5,
            { order: 'up' },
            { order: 1 },
            { floatOrder: 'nan' },
            { engine: 'quick' },
            { beginBit: -1 },
            { beginBit: 1.5 },
            { beginBit: 33 },
            { endBit: 33 },
            { endBit: '8' },
            { beginBit: 9, endBit: 8 },
            { digitBits: 17 },
            { tileSize: -1 },
            { memoryLimit: 2 ** 32 },
            { threads: 4097 },
            { threads: NaN },
            { descending: true },
            { type: 'f32' },
            { type: 5 },
        ])
            for (const call of [
                () => sweep.sort(keys, bad),
                () => sweep.sorted(keys, bad),
                () => sweep.argsort(keys, bad),
                () => sweep.sortperm(keys, bad),
                () => sweep.sortPairs(keys, values, bad),
                () => sweep.firstOutOfOrder(keys, bad),
            ])
                wrong(JSON.stringify(bad), call);
        wrong('values missing', () => sweep.sortPairs(keys));
        wrong('values are no view', () => sweep.sortPairs(keys, [1, 2, 3]));
        wrong('values too few', () => sweep.sortPairs(keys, new Uint8Array(2)));
        wrong('values not a multiple', () => sweep.sortPairs(keys, new Uint8Array(4)));
        wrong('values without bytes', () => sweep.sortPairs(keys, new Uint8Array(0)));
        wrong('values without keys', () => sweep.sortPairs(new Uint32Array(0), values));
        wrong('values overlap', () => sweep.sortPairs(keys, new Uint8Array(keys.buffer, 0, 3)));
        wrong('values are the keys', () => sweep.sortPairs(keys, keys));
        wrong('indices of a wrong type', () => sweep.argsort(keys, { indices: new Int32Array(3) }));
        wrong('indices are no array', () => sweep.argsort(keys, { indices: 3 }));
        wrong('too few indices', () => sweep.sortperm(keys, { indices: new Uint32Array(2) }));
        wrong('too many indices', () => sweep.sortperm(keys, { indices: new Uint32Array(4) }));
        wrong('indices are the keys', () => sweep.argsort(keys, { indices: keys }));
        wrong('indices for sort', () => sweep.sort(keys, { indices: new Uint32Array(3) }));
        for (const bad of [
            undefined,
            {},
            { radix: 1 },
            { radix: 65537 },
            { radix: 2.5 },
            { radix: 4, place: 0 },
            { radix: 4, place: 2 ** 32 },
            { radix: 4, bits: 2 },
        ])
            wrong(`histogram ${JSON.stringify(bad)}`, () => sweep.histogram(keys, bad));
        wrong('signed digits', () => sweep.histogram(new Int32Array(3), { radix: 4 }));
        wrong('counts are no Uint32Array', () => sweep.offsets([1, 2]));
        const gone = new Uint32Array(3),
            goneView = new DataView(new ArrayBuffer(3));
        structuredClone(0, { transfer: [gone.buffer, goneView.buffer] });
        for (const name of ['sort', 'sorted', 'argsort', 'sortperm', 'isSorted', 'offsets'])
            wrong(`${name} of a detached array`, () => sweep[name](gone));
        wrong('histogram of a detached array', () => sweep.histogram(gone, { radix: 2 }));
        wrong('detached values', () => sweep.sortPairs(keys, goneView));
        wrong('detached indices', () => sweep.argsort(new Uint8Array(0), { indices: gone }));
        wrong('half a key', () => sweep.sort(new BigUint64Array(3), { type: 'u128' }));
        const many = fill(new Uint32Array(5000), 'u32', 'random', random);
        for (const options of [
            { engine: 'split', digitBits: 9 },
            { engine: 'onesweep', digitBits: 16 },
            { memoryLimit: 1 },
        ])
            refused(
                SweepError,
                'SWEEP_ERR_UNSUPPORTED',
                [many],
                () => sweep.argsort(many, options),
                JSON.stringify(options)
            );
    });

    test('views that a shrunk buffer left without bytes', () => {
        if (ArrayBuffer.prototype.resize === undefined) return;
        const shrunk = (View) => {
            const buffer = new ArrayBuffer(32, { maxByteLength: 32 }),
                view = new View(buffer, 16, 4);
            buffer.resize(8);
            return view;
        };
        const gone = shrunk(Uint32Array),
            keys = new Uint32Array([3, 1, 2]);
        const wrong = (what, call) => refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys], call, what);
        for (const name of ['sort', 'sorted', 'argsort', 'sortperm', 'isSorted', 'firstOutOfOrder', 'offsets'])
            wrong(name, () => sweep[name](gone));
        wrong('histogram', () => sweep.histogram(gone, { radix: 2 }));
        wrong('values', () => sweep.sortPairs(keys, shrunk(DataView)));
        wrong('values without keys', () => sweep.sortPairs(new Uint8Array(0), gone));
        wrong('indices', () => sweep.argsort(new Uint8Array(0), { indices: gone }));
        const buffer = new ArrayBuffer(32, { maxByteLength: 32 });
        assert(sweep.isSorted(new Uint32Array(buffer, 32)), 'no keys, and none gone');
        const late = new Uint32Array(buffer, 16, 4);
        wrong('shrunk by an option', () =>
            sweep.sort(late, {
                get order() {
                    buffer.resize(8);
                    return 'ascending';
                },
            })
        );
    });

    test('options that are no plain object of known names', async () => {
        const keys = new Uint32Array([3, 1, 2]);
        const odd = [
            { toString: 1 },
            { constructor: undefined },
            { valueOf: 1 },
            JSON.parse('{"__proto__":1}'),
            Object.create({ order: 'descending' }),
            Object.create({ type: 'u32' }),
            new Map([['order', 'descending']]),
            [],
            new (class {
                order = 'descending';
            })(),
        ];
        for (const [i, bad] of odd.entries()) {
            const wrong = (what, call) =>
                refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys], call, `${what}, options ${i}`);
            for (const name of ['sort', 'sorted', 'argsort', 'sortperm', 'isSorted', 'firstOutOfOrder'])
                wrong(name, () => sweep[name](keys, bad));
            wrong('sortPairs', () => sweep.sortPairs(keys, new Uint8Array(3), bad));
            const error = await make(bad).catch((thrown) => thrown);
            assert(error instanceof SweepError && error.code === 'SWEEP_ERR_ARGUMENT', `settings ${i}: ${error}`);
        }
        for (const bad of [null, [], Object.create({ radix: 2 }), JSON.parse('{"radix":2,"__proto__":1}')])
            refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys], () => sweep.histogram(keys, bad), 'histogram');
        const bare = Object.assign(Object.create(null), { order: 'descending', type: undefined });
        assert(sweep.sorted(keys, bare).join() === '3,2,1', 'an object without a prototype');
    });

    test('an error says which bits cannot be', () => {
        const said = (options) => {
            try {
                sweep.sort(new Uint32Array(2), options);
            } catch (error) {
                return error.message;
            }
        };
        assert(/beginBit.*32/.test(said({ beginBit: 33 })), 'beginBit');
        assert(/endBit.*32/.test(said({ endBit: 33 })), 'endBit');
        assert(/beginBit is above endBit/.test(said({ beginBit: 9, endBit: 8 })), 'beginBit above endBit');
    });

    test('no memory for a result', () => {
        const { Uint32Array } = globalThis,
            keys = new Uint32Array([3, 1, 2]);
        globalThis.Uint32Array = class {
            constructor() {
                throw new RangeError('Array buffer allocation failed');
            }
        };
        try {
            for (const name of ['argsort', 'sorted', 'sortperm'])
                refused(SweepError, 'SWEEP_ERR_MEMORY', [keys], () => sweep[name](keys), name);
        } finally {
            globalThis.Uint32Array = Uint32Array;
        }
    });

    test('no memory', () => {
        const keys = new Uint32Array([3, 1, 2]),
            values = new Uint8Array([1, 2, 3]);
        const poor = (changes) => {
            const memory = { buffer: new ArrayBuffer(65536) };
            const wasm = { set_helpers() {}, mark: () => 64, return_to() {}, take: () => 64, run: () => 0, ...changes };
            return new Sweepsort({ wasm, memory });
        };
        for (const changes of [{ take: () => 0 }, { run: () => 2 }])
            for (const call of [(s) => s.sort(keys), (s) => s.sortPairs(keys, values), (s) => s.sortperm(keys)])
                refused(SweepError, 'SWEEP_ERR_MEMORY', [keys, values], () => call(poor(changes)), `${call}`);
    });

    test('an instance of its own; disposed of', async () => {
        const other = await make(),
            keys = new Uint32Array([3, 1, 2]);
        other.sort(keys);
        assert(keys.join() === '1,2,3', 'a second instance');
        other.dispose();
        other.dispose();
        assert(other.memoryBytes === 0, 'its memory is gone');
        refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys], () => other.sort(keys), 'after dispose()');
        for (const bad of [
            null,
            5,
            { thread: 2 },
            { threads: 0 },
            { threads: 1.5 },
            { threads: '2' },
            { threads: 257 },
        ]) {
            let error;
            await make(bad).catch((thrown) => {
                error = thrown;
            });
            assert(
                error instanceof SweepError && error.code === 'SWEEP_ERR_ARGUMENT',
                `settings ${JSON.stringify(bad)}`
            );
        }
    });

    test('threads', async () => {
        const possible = typeof SharedArrayBuffer !== 'undefined' && globalThis.crossOriginIsolated !== false;
        const all = await make({ threads: 'all' });
        assert(possible ? all.threads >= 1 : all.threads === 1, 'all threads');
        all.dispose();
        if (!possible) {
            const error = await make({ threads: 2 }).catch((thrown) => thrown);
            assert(error instanceof SweepError && error.code === 'SWEEP_ERR_UNSUPPORTED', `two threads: ${error}`);
            return;
        }
        const three = await make({ threads: 3 }),
            keys = fill(new Float64Array(300000), 'f64', 'specials', random);
        assert(three.threads === 3, 'three threads');
        for (const options of [
            {},
            { threads: 2 },
            { engine: 'onesweep', tileSize: 1000 },
            { engine: 'lsd', order: 'descending' },
        ])
            for (let i = 0; i < 5; i++)
                assertBytes(
                    three.sorted(keys, options),
                    sweep.sorted(keys, { ...options, threads: 1 }),
                    JSON.stringify(options)
                );
        three.dispose();
        refused(SweepError, 'SWEEP_ERR_ARGUMENT', [keys], () => three.sort(keys), 'after dispose()');
    });

    return tests;
}
