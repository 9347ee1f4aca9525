/*
 * The package beside other sorts of typed arrays, in whatever engine runs this: Node or a page.
 *
 * In: sweepsort's default export, peers ({name: {types, sort}}, each sorts an array in place or returns the sorted
 * one), the sizes, and print, which gets each line of the table. Out: true if every sort was right.
 *
 * Rounds are interleaved: sweepsort, then each other sort, then again, each on random arrays that it has not seen.
 * Small arrays are timed many at a time. The figures are medians of the wall clock.
 */

const TYPES = {
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
if (globalThis.Float16Array !== undefined) TYPES.f16 = Float16Array;
const KEYS_A_READING = 65536; /* one reading of the clock spans at least so many */

/* Random bits; floats: uniform from -1 to 1. */
function randomArray(Type, n) {
    const array = new Type(n),
        bytes = new Uint8Array(array.buffer);
    if (array[Symbol.toStringTag].startsWith('Float')) return array.map(() => 2 * Math.random() - 1);
    for (let i = 0; i < bytes.length; i += 65536) crypto.getRandomValues(bytes.subarray(i, i + 65536));
    return array;
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/* Milliseconds a call, on `many` arrays of n keys each cut from one pool. */
function timed(sort, pool, n, many) {
    const arrays = Array.from({ length: many }, () => {
        const at = Math.floor(Math.random() * (pool.length - n + 1));
        return pool.slice(at, at + n);
    });
    const begin = performance.now();
    for (const array of arrays) sort(array);
    return (performance.now() - begin) / many;
}

const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

export async function measure({ sweepsort, peers, sizes, print }) {
    const sweep = await sweepsort();
    let right = true;
    const sorts = {
        sweepsort: { sort: (keys) => sweep.sort(keys) },
        'TypedArray.sort': { sort: (keys) => keys.sort() },
        ...peers,
    };
    const names = Object.keys(sorts);
    print(
        `${'type'.padEnd(5)}${'n'.padStart(10)}  ` + names.map((name) => name.padStart(16)).join('') + '  milliseconds'
    );
    for (const [type, Type] of Object.entries(TYPES))
        for (const n of sizes) {
            const fitting = names.filter((name) => sorts[name].types === undefined || sorts[name].types.includes(type));
            const many = Math.max(1, Math.ceil(KEYS_A_READING / n)),
                pool = randomArray(Type, Math.max(n, 1 << 20));
            const rounds = n >= 1e7 ? 3 : n >= 1e6 ? 5 : 11,
                times = Object.fromEntries(fitting.map((name) => [name, []]));
            const expected = pool.slice(0, n).sort();
            for (const name of fitting) {
                const given = pool.slice(0, n);
                if (!same(sorts[name].sort(given) ?? given, expected)) {
                    print(`WRONG: ${name}, ${type}, ${n}`);
                    right = false;
                }
            }
            for (let round = 0; round < rounds; round++) {
                for (const name of fitting) times[name].push(timed(sorts[name].sort, pool, n, many));
                await new Promise((resolve) => setTimeout(resolve));
            }
            const ours = median(times.sweepsort);
            const cells = names.map((name) => {
                if (times[name] === undefined) return '';
                const time = name === 'sweepsort' ? ours : median(times[name]);
                return time.toPrecision(3) + (name === 'sweepsort' ? '' : ` ${(time / ours).toFixed(1)}x`);
            });
            print(`${type.padEnd(5)}${String(n).padStart(10)}  ` + cells.map((cell) => cell.padStart(16)).join(''));
        }
    return right;
}
