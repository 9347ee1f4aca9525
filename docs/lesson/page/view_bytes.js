/*
 * The bytes that a sort moves, as blocks: each is one read or one write of all keys. Beside each row what it comes to,
 * and what was measured.
 */
import { blocksOf, bytesOf, copiesOf, DIGIT_BITS, figure, KEY_BITS, sweepsOf } from './cost.js';
import { fill, h } from './dom.js';

const WAYS = [
    { way: 'copy', name: 'A copy' },
    { way: 'once', name: 'Counted once, before all sweeps', backends: ['wasm', 'onesweep'] },
    { way: 'anew', name: 'Counted in every sweep', backends: ['threads', 'webgpu'] },
    { way: 'hybrid', name: 'HYBRID: one sweep, then pieces in cache', backends: ['hybrid'] },
];
const NAMES = { wasm: 'WebAssembly', onesweep: 'OneSweep', hybrid: 'HYBRID', threads: 'threads', webgpu: 'WebGPU' };
const LETTERS = { count: 'C', read: 'R', write: 'W' };

export function createBytesView(element) {
    let rows = [],
        n = 1e6;
    const bits = h(
        'select',
        { id: 'bytes-bits', on: { change: draw } },
        ...DIGIT_BITS.map((width) => h('option', { value: width, selected: width === 8, text: width }))
    );
    const said = h('p', { class: 'words', role: 'status' }),
        table = h('div', { class: 'ways' });
    fill(element, h('div', { class: 'settings inside' }, h('label', {}, 'Digit bits ', bits)), said, table);

    function draw() {
        const digitBits = Number(bits.value),
            sweeps = sweepsOf(KEY_BITS, digitBits);
        said.textContent =
            `${sweeps} sweeps of ${digitBits === 1 ? '1 bit' : `${digitBits} bits`}. A copy is 2 blocks. A sweep reads and ` +
            'writes: 2 blocks, 1 copy. Counting is a read, 1 block, 0.5 copies: once for the whole sort, ' +
            `${sweeps} + 0.5 = ${sweeps + 0.5} copies, or in every sweep, 1.5 × ${sweeps} = ${1.5 * sweeps}.`;
        fill(table, ...WAYS.map((one) => wayRow(one, digitBits)));
    }

    function wayRow({ way, name, backends = [] }, digitBits) {
        const blocks = blocksOf(way, digitBits),
            found = rows.filter((row) => backends.includes(row.backend) && row.digitBits === digitBits && !row.error);
        const total = `${copiesOf(blocks)} x copy, ${figure(bytesOf(blocks, n) / 1e6)} MB`;
        const measured = found.map(
            (row) => `${NAMES[row.backend]} took ${figure(row.copies)} x copy, ${figure(row.milliseconds)} ms`
        );
        const own = way === 'copy' ? rows.find(({ copy }) => copy !== undefined) : undefined;
        if (own) measured.push(`measured: ${figure(own.copy)} ms`);
        return h(
            'div',
            { class: 'way', 'data-way': way },
            h(
                'p',
                {},
                h('b', { text: name }),
                ` ${total}`,
                measured.length > 0 && h('span', { class: 'measured', text: ` · ${measured.join('; ')}` })
            ),
            h(
                'div',
                { class: 'blocks', 'aria-hidden': 'true' },
                ...blocks.map(({ what, sweep }) =>
                    h('span', {
                        class: `block ${what}${sweep % 2 ? ' odd' : ''}`,
                        text: blocks.length > 26 ? '' : LETTERS[what],
                    })
                )
            )
        );
    }

    draw();
    return {
        /* Rows of run.js, of n keys (undefined: nothing has run). */
        measured(newRows, newN) {
            rows = newRows;
            n = newN ?? 1e6;
            draw();
        },
    };
}
