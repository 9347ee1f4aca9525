/*
 * The tests of the WebGPU part, for Node and for pages alike: a list of [name, function], which returns a reason
 * where it skips.
 *
 * In: gpu (navigator.gpu), the package's functions, and sorter.js's makeSorter; a seed; and how much is tried: 'all',
 * 'short' (the most used types and forms) or 'few' (what another engine than Node might do otherwise). On a software
 * adapter it is compiling kernels that takes time, seconds each: the tests share them, and arrays are small. Tiles are
 * 3584 keys, or 2048 with the engine `split`.
 */
import { assert } from './wasm.js';
import { copyBytes, fill, inOrder, randomOf, sameBytes, sizeOf, stableOrder } from './reference.js';

const ARRAYS = {
    u32: Uint32Array,
    i32: Int32Array,
    f32: Float32Array,
    u64: BigUint64Array,
    i64: BigInt64Array,
    f64: Float64Array,
};
const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    MAP_READ = 1;
/* what is tried beside keys alone; integers of one width share their kernels, and what takes time is compiling */
const PAIRS = { i64: { valueBytes: 8 } };
const FEW = 0,
    SHORT = 1,
    ALL = 2;
const GUARD = 256; /* bytes before and behind each array, which nobody may touch */

export function webgpuTests({ gpu, createSorter, makeSorter, createDigits, sortOnDevice, SweepError, seed, tried }) {
    const random = randomOf(seed);
    const tests = [],
        level = ['few', 'short', 'all'].indexOf(tried),
        all = level === ALL;
    const test = (name, run, from = SHORT) => {
        if (level >= from) tests.push([name, run]);
    };

    async function makeDevice(features = []) {
        const adapter = await gpu.requestAdapter();
        const device = await adapter.requestDevice({
            requiredFeatures: features.filter((f) => adapter.features.has(f)),
        });
        device.failures = [];
        device.onuncapturederror = (event) => device.failures.push(event.error.message);
        return device;
    }

    /* One device for most tests, without and with subgroups. */
    const devices = {};
    const deviceWith = (subgroups) => (devices[subgroups] ??= makeDevice(subgroups ? ['subgroups'] : []));

    /* A buffer of these bytes between guards: {buffer, offset, size}. */
    function upload(device, bytes) {
        const size = Math.max(bytes.length, 4),
            buffer = device.createBuffer({
                size: size + 2 * GUARD,
                usage: STORAGE | COPY_SRC | COPY_DST,
                mappedAtCreation: true,
            });
        const mapped = new Uint8Array(buffer.getMappedRange());
        mapped.fill(0xa5);
        mapped.set(bytes, GUARD);
        buffer.unmap();
        return { buffer, offset: GUARD, size };
    }

    /* The bytes of a range; fails where its guards were touched. */
    async function download(device, range, bytes, what) {
        const mapped = device.createBuffer({ size: range.buffer.size, usage: COPY_DST | MAP_READ });
        const encoder = device.createCommandEncoder();
        encoder.copyBufferToBuffer(range.buffer, 0, mapped, 0, range.buffer.size);
        device.queue.submit([encoder.finish()]);
        await mapped.mapAsync(1);
        const content = new Uint8Array(mapped.getMappedRange()).slice();
        mapped.destroy();
        const end = content.length - GUARD;
        assert(
            content.every((b, i) => b === 0xa5 || (i >= GUARD && i < end)),
            `the bytes round ${what}`
        );
        return content.subarray(GUARD, GUARD + bytes);
    }

    /* Sorts source by a sorter on buffers, and checks all that comes back. counted: keys that the count buffer names. */
    async function check(device, type, source, settings, { counted, pass = false, scratchSizes, tested = {} } = {}) {
        const what = `${source.length} ${type} ${JSON.stringify(settings)} ${counted ?? ''}`;
        const sorter = await makeSorter(device, { type, ...settings }, tested);
        const n = source.length,
            sorted = Math.min(counted ?? n, n),
            size = sizeOf(type);
        const order = stableOrder(source.subarray(0, sorted), type, settings);
        for (let i = sorted; i < n; i++) order.push(i);
        const values = new Uint32Array((n * (settings.valueBytes ?? 0)) / 4).map(() => random());
        const args = {
            n,
            keys: upload(device, copyBytes(source)),
            scratch: (scratchSizes ?? [sorter.scratchBytes(n)]).map((size) => upload(device, new Uint8Array(size).fill(anyOf([0x5a, 0x99, 0xe7])))),
        };
        if (args.scratch.length === 1) [args.scratch] = args.scratch;
        if (settings.valueBytes) args.values = upload(device, copyBytes(values));
        const argsort = settings.operation === 'argsort';
        if (argsort) args.indices = upload(device, new Uint8Array(4 * n).fill(0x33));
        if (counted !== undefined) args.count = upload(device, copyBytes(new Uint32Array([counted])));
        const encoder = device.createCommandEncoder();
        if (pass) {
            const into = encoder.beginComputePass();
            sorter.record(into, args);
            into.end();
        } else {
            sorter.record(encoder, args);
        }
        device.queue.submit([encoder.finish()]);

        const keys = await download(device, args.keys, n * size, `the keys of ${what}`);
        assert(sameBytes(keys, argsort ? copyBytes(source) : inOrder(source, size, order)), `keys of ${what}`);
        if (settings.valueBytes)
            assert(
                sameBytes(
                    await download(device, args.values, values.byteLength, `the values of ${what}`),
                    inOrder(values, settings.valueBytes, order)
                ),
                `values of ${what}`
            );
        if (argsort) {
            const indices = new Uint32Array(
                (await download(device, args.indices, 4 * n, `the indices of ${what}`)).slice().buffer
            );
            assert(
                indices.subarray(0, sorted).every((x, i) => x === order[i]),
                `indices of ${what}`
            );
            assert(
                indices.subarray(sorted).every((x) => x === 0x33333333),
                `indices behind the count of ${what}`
            );
        }
        for (const range of [args.scratch].flat()) await download(device, range, range.size, `the scratch of ${what}`);
        assert(device.failures.length === 0, `${what}: ${device.failures[0]}`);
        for (const range of [args.keys, args.values, args.indices, args.scratch, args.count].flat())
            range?.buffer.destroy();
        sorter.dispose();
    }

    const arrayOf = (type, n, pattern) => fill(new ARRAYS[type](n), type, pattern, random);
    const anyOf = (list) => list[random() % list.length];
    const anyOrder = () => ({
        order: anyOf(['ascending', 'descending']),
        floatOrder: anyOf(['nan-last', 'total-order', 'nan-first']),
    });

    /* every form on every type; split is the form that onesweep is held against, by one reference */
    for (const engine of ['onesweep', 'split'])
        for (const subgroups of engine === 'split' ? [false, true] : [false])
            for (const type of Object.keys(ARRAYS)) {
                const name = `sort ${type}${engine === 'split' ? ', split' : ''}${subgroups ? ', subgroups' : ''}`;
                const split = subgroups ? (type === 'u32' ? SHORT : ALL) : type === 'f32' ? SHORT : ALL;
                const from = engine === 'split' ? split : type === 'u32' ? FEW : type === 'f64' ? SHORT : ALL;
                test(
                    name,
                    async () => {
                        const device = await deviceWith(subgroups),
                            s = () => ({ engine, subgroups, ...anyOrder() });
                        if (subgroups && !device.features.has('subgroups')) return 'the adapter has no subgroups';
                        if (all || type !== 'f64')
                            for (const n of [1, 257, 2048, 2049, 3584, 3585])
                                await check(device, type, arrayOf(type, n, anyOf(['random', 'few', 'specials'])), s());
                        if (!all && engine === 'split') return undefined;
                        for (const floatOrder of type[0] === 'f' ? ['total-order', 'nan-first', 'nan-last'] : ['nan-last'])
                            await check(device, type, arrayOf(type, 9000, 'specials'), {
                                ...s(),
                                floatOrder,
                                valueBytes: 4,
                                ...PAIRS[type],
                            });
                        await check(device, type, arrayOf(type, 7500, 'few'), { ...s(), operation: 'argsort' });
                        return undefined;
                    },
                    from
                );
            }

    test(
        'tiles that are never published are counted again',
        async () => {
            const device = await deviceWith(false);
            for (const withhold of [1, 2, 3])
                for (const looks of withhold === 1 ? [0, 5] : [0])
                    for (const [settings, counted] of [
                        [{ operation: 'argsort' }],
                        [{ valueBytes: 4, beginBit: 3, endBit: 14, order: 'descending' }, 14500],
                    ])
                        await check(device, 'u32', arrayOf('u32', 18000, anyOf(['random', 'few'])), settings, {
                            tested: { looks, withhold },
                            counted,
                        });
            await check(device, 'u32', arrayOf('u32', 12000, 'random'), { valueBytes: 4 }, { tested: { looks: 0 } });
            if (!all) return;
            for (const type of ['f32', 'f64', 'u64'])
                for (const settings of [{ operation: 'argsort' }, { valueBytes: 4, ...anyOrder() }])
                    await check(device, type, arrayOf(type, 12000, 'specials'), settings, {
                        tested: { looks: 0, withhold: 1 },
                    });
        },
        FEW
    );

    test('windows', async () => {
        const device = await deviceWith(false);
        for (const [beginBit, endBit] of [
            [0, 1],
            [31, 32],
            [4, 13],
            [7, 24],
            [5, 5],
        ])
            await check(device, 'u32', arrayOf('u32', 1500, 'random'), { beginBit, endBit, ...anyOrder() });
        await check(device, 'u32', arrayOf('u32', 1500, 'random'), { beginBit: 9, endBit: 9, operation: 'argsort' });
        for (const [beginBit, endBit] of [
            [28, 37],
            [63, 0],
            [0, 40],
        ])
            for (const engine of all ? ['onesweep', 'split'] : ['onesweep'])
                await check(device, 'f64', arrayOf('f64', 4500, 'random'), {
                    beginBit,
                    endBit,
                    engine,
                    valueBytes: 4,
                    ...anyOrder(),
                });
    });

    test('digit widths', async () => {
        const device = await deviceWith(false);
        const keys = arrayOf('u32', 4500, 'few');
        for (const [digitBits, sweeps] of [
            [1, 32],
            [2, 16],
            [4, 8],
            [7, 6],
            [8, 4],
        ]) {
            for (const [engine, expected] of all
                ? [
                      ['split', 4 * sweeps],
                      ['auto', 2 + sweeps],
                  ]
                : [['auto', 2 + sweeps]]) {
                await check(device, 'u32', keys, { digitBits, valueBytes: 4, engine });
                const sorter = await createSorter(device, { type: 'u32', digitBits, valueBytes: 4, engine });
                const scratch = upload(device, new Uint8Array(sorter.scratchBytes(keys.length)));
                let dispatches = 0;
                const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups: () => dispatches++ };
                const given = upload(device, copyBytes(keys)),
                    values = upload(device, copyBytes(keys));
                sorter.record(pass, { keys: given, values, n: keys.length, scratch });
                assert(dispatches === expected, `${engine}: ${dispatches} kernels for digits of ${digitBits} bits`);
                sorter.dispose();
            }
        }
        await check(device, 'f64', arrayOf('f64', 4500, 'random'), { digitBits: 7, operation: 'argsort' });
        if (all) await check(device, 'f32', arrayOf('f32', 1500, 'random'), { digitBits: 5, beginBit: 3, ...anyOrder() });
        if (all) await check(device, 'u64', arrayOf('u64', 1500, 'random'), { digitBits: 1, operation: 'argsort' });
    });

    test('values of other sizes', async () => {
        const device = await deviceWith(false);
        for (const valueBytes of all ? [16, 20, 384] : [20])
            await check(device, 'u32', arrayOf('u32', 2100, 'few'), { valueBytes, ...anyOrder() });
        await check(device, 'u32', arrayOf('u32', 300, 'few'), { valueBytes: 20, beginBit: 3, endBit: 3 });
    });

    test('a count in a buffer', async () => {
        const device = await deviceWith(false);
        for (const engine of all ? ['onesweep', 'split'] : ['onesweep']) {
            for (const counted of [0, 1, 2047, 2049, 3584, 5000, 5001, 0xffffffff])
                await check(device, 'u32', arrayOf('u32', 5000, 'random'), { engine, ...anyOrder() }, { counted });
            const few = arrayOf('u32', 9000, 'few');
            await check(device, 'u32', few, { engine, valueBytes: 20 }, { counted: 3700 });
            await check(device, 'u32', few, { engine, operation: 'argsort' }, { counted: 7200, pass: true });
        }
    });

    test('more tiles than a dimension of workgroups has', async () => {
        const device = await deviceWith(false);
        const narrow = changed(device, { limits: changed(device.limits, { maxComputeWorkgroupsPerDimension: 3 }) });
        /* split's scan takes one workgroup a digit, so digits of one bit */
        for (const [engine, tile] of all
            ? [
                  ['split', 2048],
                  ['onesweep', 3584],
              ]
            : [['onesweep', 3584]]) {
            const settings = { engine, beginBit: 3, endBit: 4, valueBytes: 4 };
            await check(narrow, 'u32', arrayOf('u32', tile * 7 + 5, 'random'), settings);
            await check(narrow, 'u32', arrayOf('u32', tile * 7 + 5, 'random'), settings, { counted: tile * 5 + 1 });
        }
    });

    test('more tiles than the scan takes in two steps', async () => {
        const device = await deviceWith(false),
            n = 2048 * 513 + 9,
            keys = arrayOf('u32', n, 'random');
        const sorter = await createSorter(device, { type: 'u32', beginBit: 5, endBit: 6, engine: 'split' });
        const range = upload(device, copyBytes(keys)),
            scratch = upload(device, new Uint8Array(sorter.scratchBytes(n)));
        const encoder = device.createCommandEncoder();
        sorter.record(encoder, { keys: range, n, scratch });
        device.queue.submit([encoder.finish()]);
        const sorted = new Uint32Array(n),
            zeros = keys.filter((key) => (key & 32) === 0);
        sorted.set(zeros);
        sorted.set(
            keys.filter((key) => (key & 32) !== 0),
            zeros.length
        );
        assert(sameBytes(await download(device, range, 4 * n, 'keys'), copyBytes(sorted)), 'keys');
    }, ALL);

    test('two sorts in one encoder share a scratch', async () => {
        const device = await deviceWith(false),
            sorter = await createSorter(device, { type: 'u32' });
        const a = arrayOf('u32', 8000, 'random'),
            b = arrayOf('u32', 7300, 'random');
        const rangeA = upload(device, copyBytes(a)),
            rangeB = upload(device, copyBytes(b));
        const scratch = upload(device, new Uint8Array(sorter.scratchBytes(8000)));
        const encoder = device.createCommandEncoder();
        sorter.record(encoder, { keys: rangeA, n: 8000, scratch });
        sorter.record(encoder, { keys: rangeB, n: 7300, scratch });
        device.queue.submit([encoder.finish()]);
        assert(sameBytes(await download(device, rangeA, a.byteLength, 'a'), copyBytes(a.slice().sort())), 'the first');
        assert(sameBytes(await download(device, rangeB, b.byteLength, 'b'), copyBytes(b.slice().sort())), 'the second');
    });

    test('arrays that are not on the device yet', async () => {
        const device = await deviceWith(false);
        const keys = arrayOf('f64', 3000, 'specials'),
            values = new Uint8Array(12000).map(() => random());
        const order = stableOrder(keys, 'f64'),
            sorted = inOrder(keys, 8, order),
            moved = inOrder(values, 4, order);
        const indices = await sortOnDevice(device, keys, { operation: 'argsort' });
        assert(indices.length === 3000 && indices.every((x, i) => x === order[i]), 'argsort');
        const results = await Promise.all([
            sortOnDevice(device, keys, { values }),
            sortOnDevice(device, new Uint32Array([3, 1, 2])),
        ]);
        assert(
            results[0] === keys && sameBytes(copyBytes(keys), sorted) && sameBytes(values, moved),
            'sort with values'
        );
        assert(results[1].join() === '1,2,3', 'at the same time');
        assert((await sortOnDevice(device, new Int32Array(0))).length === 0, 'nothing');
    });

    test('arrays on shared and resizable buffers', async () => {
        const device = await deviceWith(false),
            buffers = [];
        if (globalThis.SharedArrayBuffer !== undefined) buffers.push(new SharedArrayBuffer(1204));
        if (ArrayBuffer.prototype.resize !== undefined) buffers.push(new ArrayBuffer(1204, { maxByteLength: 4000 }));
        for (const buffer of buffers) {
            const keys = new Uint32Array(buffer, 4, 300);
            keys.set(arrayOf('u32', 300, 'random'));
            const sorted = Uint32Array.from(keys).sort();
            assert((await sortOnDevice(device, keys)) === keys, 'it returns its keys');
            assert(sameBytes(copyBytes(keys), copyBytes(sorted)), `keys in a ${buffer.constructor.name}`);
        }
        const keys = new Uint32Array([3, 1, 2]),
            sorting = sortOnDevice(device, keys);
        structuredClone(0, { transfer: [keys.buffer] });
        await refused('SWEEP_ERR_ARGUMENT', () => sorting, 'transferred while it sorts');
    }, FEW);

    test('a device is listened to once', async () => {
        const device = await deviceWith(false);
        let listeners = 0;
        const lost = {
            then() {
                listeners++;
                return new Promise(() => {});
            },
        };
        const heard = changed(device, { lost });
        for (let i = 0; i < 3; i++) await sortOnDevice(heard, new Uint32Array([3, 1, 2]));
        (await createSorter(heard, { type: 'u32' })).dispose();
        assert(listeners === 1, `${listeners} listeners`);
    });

    test('digits as they are taught', async () => {
        const device = await deviceWith(false),
            keys = arrayOf('u32', 9000, 'random');
        const chosen = [
            [16, 16],
            [4097, 5],
            [2, 1],
            [16, 1],
            [10, 1000],
            [7, 3],
            [4096, 1],
            [65536, 65536],
            [256, 0xffffffff],
        ];
        for (const [radix, place] of all ? chosen : chosen.slice(0, 3)) {
            const digits = await createDigits(device, { radix, place });
            const args = {
                keys: upload(device, copyBytes(keys)),
                n: 9000,
                counts: upload(device, new Uint8Array(radix * 4)),
                offsets: upload(device, new Uint8Array(radix * 4)),
            };
            const encoder = device.createCommandEncoder();
            digits.histogram(encoder, { keys: args.keys, n: args.n, counts: args.counts });
            digits.offsets(encoder, { counts: args.counts, offsets: args.offsets });
            device.queue.submit([encoder.finish()]);
            const counts = new Uint32Array(radix),
                offsets = new Uint32Array(radix);
            for (const key of keys) counts[Math.floor(key / place) % radix]++;
            for (let d = 1; d < radix; d++) offsets[d] = offsets[d - 1] + counts[d - 1];
            const read = async (range, name) => download(device, range, radix * 4, `${name} of radix ${radix}`);
            assert(
                sameBytes(await read(args.counts, 'counts'), copyBytes(counts)),
                `counts of radix ${radix}, place ${place}`
            );
            assert(sameBytes(await read(args.offsets, 'offsets'), copyBytes(offsets)), `offsets of radix ${radix}`);
        }
        assert(device.failures.length === 0, device.failures[0]);
    }, FEW);

    async function refused(code, call, what) {
        let error;
        try {
            await call();
        } catch (thrown) {
            error = thrown;
        }
        assert(error instanceof SweepError && error.code === code, `${what}: ${code}, not ${error}`);
    }

    test('wrong arguments', async () => {
        const device = await deviceWith(false),
            wrong = (call, what) => refused('SWEEP_ERR_ARGUMENT', call, what);
        await wrong(() => createSorter(undefined, { type: 'u32' }), 'no device');
        for (const settings of [
            undefined,
            null,
            {},
            { type: 'u8' },
            { type: 'toString' },
            { type: 'u32', operation: 'merge' },
            { type: 'u32', order: 'up' },
            { type: 'u32', floatOrder: 'x' },
            { type: 'u32', valueBytes: 6 },
            { type: 'u32', valueBytes: -4 },
            { type: 'u32', operation: 'argsort', valueBytes: 4 },
            { type: 'u32', beginBit: 33 },
            { type: 'u32', endBit: 33 },
            { type: 'u32', beginBit: 9, endBit: 8 },
            { type: 'u32', subgroups: 1 },
            { type: 'u32', digitBits: 0 },
            { type: 'u32', digitBits: 9 },
            { type: 'u32', digitBits: '4' },
            { type: 'u32', engine: 'lsd' },
            { type: 'u32', descending: true },
            { type: 'u32', toString: 1 },
            JSON.parse('{"type":"u32","__proto__":1}'),
            Object.create({ type: 'u32' }),
            Object.assign([], { type: 'u32' }),
        ])
            await wrong(() => createSorter(device, settings), JSON.stringify(settings));
        await refused(
            'SWEEP_ERR_UNSUPPORTED',
            () => createSorter(device, { type: 'u32', subgroups: true }),
            'no subgroups'
        );

        const sorter = await createSorter(device, { type: 'u32' }),
            n = 1000;
        const pairs = await createSorter(device, { type: 'u32', valueBytes: 4 });
        const argsort = await createSorter(device, { type: 'u32', operation: 'argsort' });
        const make = (size, usage = STORAGE) => device.createBuffer({ size, usage });
        const keys = make(4 * n),
            scratch = make(pairs.scratchBytes(n)),
            encoder = device.createCommandEncoder();
        const good = { keys, n, scratch };
        for (const [what, into, args] of [
            ['no encoder', undefined, good],
            ['no arguments', encoder, undefined],
            ['null', encoder, null],
            ['inherited arguments', encoder, Object.create(good)],
            ['an unknown one', encoder, { ...good, size: 1 }],
            ['no n', encoder, { ...good, n: undefined }],
            ['half a key', encoder, { ...good, n: 1.5 }],
            ['no keys', encoder, { ...good, keys: undefined }],
            ['an array', encoder, { ...good, keys: new Uint32Array(n) }],
            ['few keys', encoder, { ...good, keys: make(4 * n - 4) }],
            ['the usage', encoder, { ...good, keys: make(4 * n, COPY_DST) }],
            ['the offset', encoder, { ...good, keys: { buffer: make(8 * n), offset: 4 } }],
            ['a range outside', encoder, { ...good, keys: { buffer: keys, offset: 256, size: 4 * n } }],
            ['no scratch', encoder, { ...good, scratch: undefined }],
            ['little scratch', encoder, { ...good, scratch: make(1024) }],
            ['overlap', encoder, { ...good, scratch: keys, keys: scratch }],
            ['the same', encoder, { ...good, keys: scratch }],
            ['values', encoder, { ...good, values: make(4 * n) }],
            ['indices', encoder, { ...good, indices: make(4 * n) }],
            ['the count', encoder, { ...good, count: { buffer: scratch } }],
            ['no count', encoder, { ...good, count: 5 }],
        ])
            await wrong(() => sorter.record(into, args), what);
        await wrong(() => pairs.record(encoder, good), 'no values');
        await wrong(() => pairs.record(encoder, { ...good, values: keys }), 'values are keys');
        await wrong(() => argsort.record(encoder, { ...good, scratch: make(argsort.scratchBytes(n)) }), 'no indices');
        await wrong(() => sorter.scratchBytes(-1), 'a negative n');
        await refused('SWEEP_ERR_UNSUPPORTED', () => sorter.scratchBytes(2 ** 30), 'too many keys');
        sorter.dispose();
        await wrong(() => sorter.record(encoder, good), 'a sorter that was disposed of');
        for (const bad of [
            undefined,
            { radix: 1 },
            { radix: 65537 },
            { radix: 2.5 },
            { radix: 2, place: 0 },
            { radix: 2, bits: 1 },
            null,
            Object.create({ radix: 2 }),
        ])
            await wrong(() => createDigits(device, bad), JSON.stringify(bad));
        await wrong(() => createDigits(null, { radix: 4 }), 'no device for digits');
        const digits = await createDigits(device, { radix: 4 }),
            counts = make(16, STORAGE | COPY_DST);
        const pass = device.createCommandEncoder().beginComputePass();
        for (const [what, into, args] of [
            ['no arguments', encoder, undefined],
            ['null', encoder, null],
            ['no encoder', null, { keys, counts, n }],
            ['a compute pass', pass, { keys, counts, n }],
            ['an unknown one', encoder, { keys, counts, n, radix: 5 }],
            ['counts that cannot be cleared', encoder, { keys, counts: make(16), n }],
        ])
            await wrong(() => digits.histogram(into, args), `histogram: ${what}`);
        await wrong(() => digits.offsets(encoder, null), 'offsets: null');
        await wrong(() => digits.offsets(pass, { counts, offsets: make(16) }), 'offsets: a compute pass');
        for (const bad of [[3, 1, 2], new Uint16Array(3), undefined])
            await wrong(() => sortOnDevice(device, bad), String(bad));
        await wrong(() => sortOnDevice(device, new Uint32Array(3), { values: new Uint8Array(9) }), 'values of 3 bytes');
        const few = new Uint32Array([3, 1, 2, 0]),
            none = new Uint32Array(0),
            gone = new Uint32Array(3);
        structuredClone(0, { transfer: [gone.buffer] });
        for (const [what, ...given] of [
            ['values are the keys', device, few, { values: few }],
            ['values overlap', device, few.subarray(0, 3), { values: few.subarray(1) }],
            ['an order', device, few, { order: 'up' }],
            ['an order, no keys', device, none, { order: 'x' }],
            ['no device, no keys', null, none],
            ['argsort with values, no keys', device, none, { operation: 'argsort', values: none }],
            ['another type', device, few, { type: 'f32' }],
            ['valueBytes', device, few, { valueBytes: 8 }],
            ['null', device, few, null],
            ['inherited settings', device, few, Object.create({ order: 'descending' })],
            ['detached keys', device, gone],
            ['detached values', device, none, { values: gone }],
        ])
            await wrong(() => sortOnDevice(...given), `sortOnDevice: ${what}`);
        assert(few.join() === '3,1,2,0', 'the keys were touched');
        assert(device.failures.length === 0, device.failures[0]);
    });

    test('no memory on the device', async () => {
        const device = await deviceWith(false),
            keys = arrayOf('u32', 3000, 'random'),
            before = copyBytes(keys);
        let pops = 0;
        const poor = changed(device, {
            popErrorScope: () => device.popErrorScope().then(() => (++pops === 3 ? { message: 'no memory' } : null)),
        });
        await refused('SWEEP_ERR_MEMORY', () => sortOnDevice(poor, keys), 'out of memory');
        assert(pops === 3 && sameBytes(copyBytes(keys), before), 'the keys were touched');
    });

    test('scratch in several buffers', async () => {
        const device = await deviceWith(false),
            n = 5000;
        const most = { maxBufferSize: 8 * n },
            small = changed(device, { limits: changed(device.limits, most) });
        const [wide, wideBytes] = all ? ['u64', 8] : ['f64', 4];
        for (const [type, valueBytes, operation] of [
            [wide, wideBytes, 'sort'],
            ['u32', 0, 'argsort'],
            ['u32', 20, 'sort'],
        ]) {
            most.maxBufferSize = Math.max(8, valueBytes) * n;
            const settings = { valueBytes, operation, order: 'descending' };
            const sorter = await createSorter(small, { type, ...settings });
            await refused('SWEEP_ERR_UNSUPPORTED', () => sorter.scratchBytes(n), 'one buffer');
            const sizes = sorter.scratchSizes(n);
            assert(sizes.length > 1 && sizes.every((size) => size <= most.maxBufferSize), `${type}: ${sizes}`);
            assert(sorter.scratchSizes(10).join() === String(sorter.scratchBytes(10)), 'one, where one is enough');
            /* the buffers for n keys do for fewer, however these would have been laid out */
            for (const fewer of [n, n - 1, 4000, 2049, 2])
                await check(small, type, arrayOf(type, fewer, 'few'), settings, { scratchSizes: sizes });
            const encoder = device.createCommandEncoder(),
                keys = arrayOf(type, n, 'random'),
                args = { keys: upload(device, copyBytes(keys)), n };
            if (valueBytes > 0) args.values = upload(device, new Uint8Array(valueBytes * n));
            else args.indices = upload(device, new Uint8Array(4 * n));
            for (const scratch of [[], [device.createBuffer({ size: sizes[0], usage: STORAGE })]])
                await refused('SWEEP_ERR_ARGUMENT', () => sorter.record(encoder, { ...args, scratch }), 'too few');
            const twice = device.createBuffer({ size: Math.max(...sizes), usage: STORAGE });
            await refused(
                'SWEEP_ERR_ARGUMENT',
                () => sorter.record(encoder, { ...args, scratch: sizes.map(() => twice) }),
                'the same one twice'
            );
            sorter.dispose();
        }
        most.maxBufferSize = 8 * n;
        const strict = changed(small, {
            createBuffer(descriptor) {
                assert(descriptor.size <= 8 * n, `a buffer of ${descriptor.size} bytes`);
                return device.createBuffer(descriptor);
            },
        });
        const keys = arrayOf(wide, n, 'random'),
            values = new Uint8Array(n * wideBytes).map(() => random());
        const order = stableOrder(keys, wide),
            sorted = inOrder(keys, 8, order),
            moved = inOrder(values, wideBytes, order);
        await sortOnDevice(strict, keys, { values });
        assert(sameBytes(copyBytes(keys), sorted) && sameBytes(values, moved), 'it sorts');
        const larger = { values: new Uint8Array((n + 1) * wideBytes) };
        await refused('SWEEP_ERR_UNSUPPORTED', () => sortOnDevice(strict, arrayOf(wide, n + 1, 'few'), larger), 'a larger one');
        assert(device.failures.length === 0, device.failures[0]);
    });

    test('a device with less than the kernels need', async () => {
        const device = await deviceWith(false);
        for (const [name, value] of [
            ['maxComputeInvocationsPerWorkgroup', 128],
            ['maxComputeWorkgroupSizeX', 128],
            ['maxComputeWorkgroupStorageSize', 8192],
            ['maxStorageBuffersPerShaderStage', 4],
        ]) {
            const small = changed(device, { limits: changed(device.limits, { [name]: value }) });
            for (const call of [
                () => createSorter(small, { type: 'u32' }),
                () => createDigits(small, { radix: 4 }),
                () => sortOnDevice(small, new Uint32Array([3, 1, 2])),
            ]) {
                const error = await call().catch((thrown) => thrown);
                assert(
                    error.code === 'SWEEP_ERR_UNSUPPORTED' && error.message.includes(`${name} `),
                    `${name}: it says ${error}`
                );
            }
        }
    });

    test('sortOnDevice takes digitBits', async () => {
        const device = await deviceWith(false),
            keys = arrayOf('u32', 3000, 'random'),
            sorted = keys.slice().sort();
        let sweeps = 0;
        const counting = changed(device, {
            createBuffer(descriptor) {
                if (descriptor.usage === 0x40) sweeps++; /* its parameters */
                return device.createBuffer(descriptor);
            },
        });
        await sortOnDevice(counting, keys, { digitBits: 4 });
        assert(sameBytes(copyBytes(keys), copyBytes(sorted)) && sweeps === 8, `${sweeps} sweeps`);
        await refused('SWEEP_ERR_ARGUMENT', () => sortOnDevice(device, keys, { digitBits: 9 }), 'digitBits 9');
    });

    test('buffers are made once and destroyed', async () => {
        const device = await deviceWith(false),
            buffers = [];
        const counting = changed(device, {
            createBuffer(descriptor) {
                const buffer = device.createBuffer(descriptor),
                    entry = { buffer, gone: false };
                const { destroy } = buffer;
                buffer.destroy = function () {
                    entry.gone = true;
                    return destroy.call(this);
                };
                buffers.push(entry);
                return buffer;
            },
        });
        const make = (size) => device.createBuffer({ size, usage: STORAGE | COPY_DST });
        const keys = make(4000),
            counts = make(64),
            offsets = make(64),
            scratch = make(40000);
        for (const [create, use] of [
            [
                () => createDigits(counting, { radix: 16 }),
                (digits, n, encoder) => {
                    digits.histogram(encoder, { keys, counts, n });
                    digits.offsets(encoder, { counts, offsets });
                },
            ],
            [
                () => createSorter(counting, { type: 'u32' }),
                (sorter, n, encoder) => sorter.record(encoder, { keys, n, scratch }),
            ],
        ]) {
            const made = await create(),
                before = buffers.length;
            for (let n = 1; n <= 20; n++) use(made, n, device.createCommandEncoder());
            assert(buffers.length === before, `${buffers.length - before} new buffers in 20 calls`);
            if (Symbol.dispose === undefined) made.dispose();
            else made[Symbol.dispose]();
            assert(before > 0 && buffers.every(({ gone }) => gone), 'they are destroyed');
            await refused('SWEEP_ERR_ARGUMENT', () => use(made, 5, device.createCommandEncoder()), 'disposed of');
        }
        assert(device.failures.length === 0, device.failures[0]);
    });

    test('a kernel that could not be compiled is tried again', async () => {
        const device = await makeDevice();
        let fails = 1;
        const failing = changed(device, {
            createComputePipelineAsync: (descriptor) =>
                fails-- > 0 ? Promise.reject(new Error('not now')) : device.createComputePipelineAsync(descriptor),
        });
        await refused('SWEEP_ERR_DEVICE', () => createDigits(failing, { radix: 4 }), 'the first time');
        (await createDigits(failing, { radix: 4 })).dispose();
    });

    test('a device that was lost before', async () => {
        const device = await makeDevice();
        const digits = await createDigits(device, { radix: 4 });
        const gone = await makeDevice();
        for (const lost of [device, gone]) {
            lost.destroy();
            await lost.lost;
            await refused('SWEEP_ERR_DEVICE', () => createSorter(lost, { type: 'u32' }), 'createSorter');
            await refused('SWEEP_ERR_DEVICE', () => createDigits(lost, { radix: 4 }), 'createDigits');
            await refused('SWEEP_ERR_DEVICE', () => sortOnDevice(lost, new Uint32Array([2, 1])), 'sortOnDevice');
        }
        await refused('SWEEP_ERR_DEVICE', () => digits.histogram(device.createCommandEncoder(), {}), 'histogram');
        await refused('SWEEP_ERR_DEVICE', () => digits.offsets(device.createCommandEncoder(), {}), 'offsets');
    });

    test('a device that is lost', async () => {
        const device = await makeDevice(),
            keys = arrayOf('u32', 3000, 'random'),
            before = copyBytes(keys);
        const sorter = await createSorter(device, { type: 'u32' });
        device.destroy();
        await device.lost;
        await refused('SWEEP_ERR_DEVICE', () => sorter.record(device.createCommandEncoder(), {}), 'record');
        await refused('SWEEP_ERR_DEVICE', () => sortOnDevice(device, keys), 'sortOnDevice');
        const other = await makeDevice();
        const running = refused('SWEEP_ERR_DEVICE', () => sortOnDevice(other, keys), 'lost while it sorts');
        setTimeout(() => other.destroy(), 0);
        await running;
        assert(sameBytes(copyBytes(keys), before), 'the keys were touched');
    }, ALL);

    return tests;
}

/* The object with some properties changed; its methods still belong to it. */
function changed(object, changes) {
    return new Proxy(object, {
        get(target, name) {
            if (name in changes) return changes[name];
            const value = target[name];
            return typeof value === 'function' ? value.bind(target) : value;
        },
    });
}
