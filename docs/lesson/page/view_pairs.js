/*
 * Pairs: keys with payloads, sorted in a way that the reader chooses, and what a check says of it.
 */
import { fill, h } from './dom.js';
import { checkPairs, permutationOf, somePairs, sortPairs, WAYS } from './pairs.js';

export function createPairsView(element) {
    let pairs = somePairs(1),
        seed = 1;
    const way = h(
        'select',
        { id: 'pairs-way', on: { change: draw } },
        ...Object.entries(WAYS).map(([value, { name }]) => h('option', { value, text: name }))
    );
    const again = h('button', { type: 'button', text: 'Other pairs', on: { click: other } }),
        table = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Pairs before and after' }),
        said = h('ul', { class: 'cases', id: 'pairs-said' }),
        live = h('div', { role: 'status' }, said);
    fill(element, h('div', { class: 'settings inside' }, h('label', {}, 'Sorted how ', way), again), table, live);

    function other() {
        pairs = somePairs(++seed);
        draw();
    }

    function draw() {
        const after = sortPairs(pairs, way.value),
            { keys, payloads } = checkPairs(pairs, after);
        const own = new Map(pairs.map(({ key, payload }) => [payload, key]));
        const row = (name, list) =>
            h(
                'tr',
                {},
                h('th', { scope: 'row', text: name }),
                ...list.map((x) => (x instanceof Node ? x : h('td', { text: x })))
            );
        const marked = after.map(({ key, payload }) =>
            h('td', { class: own.get(payload) === key ? '' : 'apart', text: payload })
        );
        fill(
            table,
            h(
                'table',
                { class: 'pairs' },
                h(
                    'tbody',
                    {},
                    row(
                        'keys',
                        pairs.map(({ key }) => key)
                    ),
                    row(
                        'payloads',
                        pairs.map(({ payload }) => payload)
                    ),
                    row('sortperm', permutationOf(pairs)),
                    row(
                        'keys after',
                        after.map(({ key }) => key)
                    ),
                    row('payloads after', marked)
                )
            )
        );
        const line = (wrong, yes) =>
            h(
                'li',
                { class: wrong ? 'bad' : 'good' },
                h('span', { class: 'sign', 'aria-hidden': 'true', text: wrong ? '✗' : '✓' }),
                h('span', { text: wrong ?? yes })
            );
        fill(
            said,
            line(keys, 'Keys: in order, and the same ones.'),
            line(payloads, 'Payloads: each stands with its key, and ties as they came.')
        );
    }
    draw();
}
