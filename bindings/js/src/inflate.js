/*
 * The bytes of a gzip file without a name: DEFLATE (RFC 1951), by one table of all 15-bit words for each code. The
 * platform's DecompressionStream would do, but jsdom and older browsers lack it, or the streams round it.
 */

const LONGEST = 15; /* bits of a code */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]; /* of the lengths of the lengths' code */

/* {base, extra} of each symbol that stands for a range of `bits`-bit steps; first: the smallest value. */
function rangesOf(symbols, step, first) {
    const ranges = [];
    for (let i = 0, base = first; i < symbols; i++) {
        const extra = Math.max(0, (i >> step) - 1);
        ranges.push({ base, extra });
        base += 1 << extra;
    }
    return ranges;
}
const LENGTHS = [...rangesOf(28, 2, 3), { base: 258, extra: 0 }];
const DISTANCES = rangesOf(30, 1, 1);

/* The canonical code with these lengths: for each word of 15 bits, symbol << 4 | bits of the code it begins with. */
function tableOf(lengths) {
    const table = new Uint16Array(1 << LONGEST);
    let code = 0;
    for (let bits = 1; bits <= LONGEST; bits++, code <<= 1)
        for (const [symbol, length] of lengths.entries()) {
            if (length !== bits) continue;
            let reversed = 0; /* codes come with their highest bit first, all else with the lowest */
            for (let b = 0; b < bits; b++) reversed |= ((code >> b) & 1) << (bits - 1 - b);
            for (let word = reversed; word < table.length; word += 1 << bits) table[word] = (symbol << 4) | bits;
            code++;
        }
    return table;
}

export function gunzip(packed) {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const out = new Uint8Array(view.getUint32(packed.length - 4, true));
    let at = 10 /* behind the header */,
        word = 0,
        have = 0,
        end = 0;

    const peek = (bits) => {
        for (; have < bits; have += 8) word |= packed[at++] << have;
        return word & ((1 << bits) - 1);
    };
    const take = (bits) => {
        const value = peek(bits);
        word >>>= bits;
        have -= bits;
        return value;
    };
    const decode = (table) => {
        const entry = table[peek(LONGEST)];
        take(entry & 15);
        return entry >> 4;
    };

    const readCodes = () => {
        const literals = take(5) + 257,
            distances = take(5) + 1,
            count = take(4) + 4;
        const small = new Uint8Array(19);
        for (const symbol of ORDER.slice(0, count)) small[symbol] = take(3);
        const table = tableOf(small),
            lengths = [];
        while (lengths.length < literals + distances) {
            const symbol = decode(table);
            if (symbol < 16) lengths.push(symbol);
            else {
                const length = symbol === 16 ? lengths.at(-1) : 0;
                const times = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7);
                for (let i = 0; i < times; i++) lengths.push(length);
            }
        }
        return [tableOf(lengths.slice(0, literals)), tableOf(lengths.slice(literals))];
    };
    const fixedCodes = () => [
        tableOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
        tableOf(new Array(30).fill(5)),
    ];

    for (let last = 0; !last; ) {
        last = take(1);
        const kind = take(2);
        if (kind === 0) {
            take(have & 7);
            const size = take(16);
            take(16); /* the size's complement */
            for (let i = 0; i < size; i++) out[end++] = take(8);
            continue;
        }
        const [literals, distances] = kind === 1 ? fixedCodes() : readCodes();
        for (let symbol = decode(literals); symbol !== 256; symbol = decode(literals)) {
            if (symbol < 256) {
                out[end++] = symbol;
                continue;
            }
            const { base, extra } = LENGTHS[symbol - 257],
                length = base + take(extra);
            const far = DISTANCES[decode(distances)],
                distance = far.base + take(far.extra);
            for (let i = 0; i < length; i++, end++) out[end] = out[end - distance];
        }
    }
    return out;
}
