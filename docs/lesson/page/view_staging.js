/*
 * Inside one tile: a ballot of eight lanes, and the lines of memory that its writes touch, staged or not.
 */
import { fill, h, hue } from './dom.js';
import { makeKeys } from './keys.js';
import { sortOf } from './model.js';
import { ballot, LANES, writesOf } from './staging.js';
import { tiledSweep } from './tiles.js';

const BITS = 2,
    TILES = 4;

export function createStagingView(element) {
    let lane = 5,
        seed = 4,
        sweep;
    const staged = h('input', { type: 'checkbox', id: 'staged', on: { change: draw } });
    const again = h('button', { type: 'button', text: 'Another tile', on: { click: () => fresh(seed + 1) } });
    const vote = h('div', { class: 'band' }),
        writes = h('div', { class: 'band' });
    fill(
        element,
        vote,
        h(
            'div',
            { class: 'settings inside' },
            h('label', { class: 'check' }, staged, ' Stage the keys in the tile first'),
            again
        ),
        writes
    );

    function fresh(newSeed) {
        seed = newSeed;
        const keys = makeKeys(TILES * 16, 'u8', 'random', seed);
        sweep = tiledSweep(sortOf({ keys, type: 'u8', order: 'ascending', digitBits: 8 }).input, TILES, 0, BITS);
        draw();
    }

    function draw() {
        const tile = sweep.parts[1],
            digits = tile.map((i) => sweep.digits[i]),
            eight = digits.slice(0, LANES),
            { votes, same, before, rank } = ballot(eight, lane, BITS);
        const mask = (name, list) =>
            h(
                'tr',
                {},
                h('th', { scope: 'row', text: name }),
                ...list.map((on) => h('td', { class: on ? 'on' : '', text: on ? 1 : 0 }))
            );
        const lanes = eight.map((digit, i) =>
            h(
                'td',
                {},
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'lane coloured',
                        style: hue(digit),
                        'aria-pressed': String(i === lane),
                        'aria-label': `lane ${i}, digit ${digit}`,
                        on: { click: () => choose(i) },
                    },
                    String(digit)
                )
            )
        );
        fill(
            vote,
            h('p', {
                class: 'words',
                role: 'status',
                text: `Lane ${lane} has digit ${eight[lane]}: ${rank} of its digit ${rank === 1 ? 'is' : 'are'} before it in this group, so its rank here is ${rank}. Choose another lane.`,
            }),
            h(
                'table',
                { class: 'ballot' },
                h(
                    'tbody',
                    {},
                    h('tr', {}, h('th', { scope: 'row', text: 'digit' }), ...lanes),
                    ...votes.map((list, bit) => mask(`same bit ${bit}`, list)).reverse(),
                    mask('same digit', same),
                    mask('and before', before)
                )
            )
        );
        const groups = writesOf(
            tile.map((i) => sweep.destinations[i]),
            digits,
            staged.checked
        );
        const lines = groups.reduce((sum, group) => sum + group.lines.length, 0);
        fill(
            writes,
            h('p', {
                class: 'words',
                role: 'status',
                id: 'staging-said',
                text: `${tile.length} keys, ${LANES} at a time, touch ${lines} lines of memory ${staged.checked ? 'staged: neighbours write beside each other' : 'as they stand: neighbours write far apart'}.`,
            }),
            ...groups.map(({ lanes: places, lines: own }, g) =>
                h(
                    'p',
                    { class: 'group' },
                    h('b', { text: `Group ${g}: ` }),
                    `places ${places.join(', ')} · ${own.length} ${own.length === 1 ? 'line' : 'lines'}`
                )
            )
        );
    }

    function choose(i) {
        lane = i;
        draw();
        vote.querySelectorAll('.lane')[i].focus();
    }

    fresh(seed);
}
