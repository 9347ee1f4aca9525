/*
 * The other packages: radix and counting sorts that the registry has, on the types that they are for.
 *
 * In: radixSort of three, and the texts of the two files of hpc-algorithms, which are scripts without exports.
 */

const run = (script) => new Function(`${script}; return HpcAlgorithms.Sorting;`)();

export function makePeers(radixSort, radixScript, countingScript) {
    const aux = new Map(); /* three's scratch, kept for each length */
    const hpc = { ...run(radixScript), ...run(countingScript) };
    return {
        three: {
            types: ['u32'],
            sort(keys) {
                if (!aux.has(keys.length)) aux.set(keys.length, new Uint32Array(keys.length));
                radixSort(keys, { aux: aux.get(keys.length) });
            },
        },
        'hpc-algorithms': {
            types: ['u8', 'u16', 'u32'],
            sort: (keys) =>
                keys.BYTES_PER_ELEMENT === 1
                    ? hpc.SortCountingUInt8(keys)
                    : keys.BYTES_PER_ELEMENT === 2
                      ? hpc.SortCountingUInt16(keys)
                      : hpc.RadixSortLsdUInt32(keys),
        },
    };
}
