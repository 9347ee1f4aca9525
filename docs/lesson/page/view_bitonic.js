/*
 * Rounds of a bitonic sort, levels of merging and sweeps, for as many keys as the reader likes.
 */
import { bitonicRounds, movesOf } from './bitonic.js';
import { COURSE, thousands } from './cost.js';
import { fill, h } from './dom.js';

const SIZES = [1000, 65536, 1e6, COURSE.keys, 2 ** 24, 1e9];

export function createBitonicView(element) {
    const size = h(
        'select',
        { id: 'bitonic-n', on: { change: draw } },
        ...SIZES.map((n) => h('option', { value: n, selected: n === COURSE.keys, text: thousands(n) }))
    );
    const said = h('p', { class: 'words', role: 'status', id: 'bitonic-said' }),
        rows = h('div', { class: 'ways' });
    fill(element, h('div', { class: 'settings inside' }, h('label', {}, 'Keys ', size)), said, rows);

    function draw() {
        const n = Number(size.value),
            { k, padded, rounds } = bitonicRounds(n),
            moves = movesOf(n, 32, 8);
        said.textContent =
            `Bitonic: ${thousands(n)} keys are filled up to 2^${k} = ${thousands(padded)}; ` +
            `1 + 2 + … + ${k} = ${k} × ${k + 1} / 2 = ${rounds} rounds. Radix, 32-bit keys, 8-bit digits: ${moves.radix} sweeps, ` +
            'whatever n is.';
        const row = (name, count) =>
            h(
                'div',
                { class: 'way' },
                h('p', {}, h('b', { text: name }), ` ${count} times every key`),
                h('div', { class: 'meter', 'aria-hidden': 'true', style: { '--share': count / moves.bitonic } })
            );
        fill(
            rows,
            row('Bitonic sort', moves.bitonic),
            row('Merge sort, in twos', moves.merge),
            row('Radix sort', moves.radix)
        );
    }
    draw();
}
