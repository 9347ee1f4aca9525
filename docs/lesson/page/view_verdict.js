/*
 * What the sort came to: in order, nothing lost, ties in order, the same as the library's.
 */
import { fill, h } from './dom.js';
import { typedKeys } from './keys.js';
import { verdictOf } from './model.js';

const list = (numbers) => (numbers.length > 4 ? `${numbers.slice(0, 4).join(', ')} and others` : numbers.join(', '));
const places = (numbers) => `${numbers.length === 1 ? 'place' : 'places'} ${list(numbers)}`;

/* library: undefined while it is not loaded, an Error, or the package's instance. */
export function showVerdict(element, sort, library) {
    const { disorder, unstable, lost, strangers } = verdictOf(sort);
    const line = (good, yes, no) =>
        h(
            'li',
            { class: good ? 'good' : 'bad' },
            h('span', { class: 'sign', 'aria-hidden': 'true', text: good ? '✓' : '✗' }),
            h('span', { class: 'sr', text: good ? 'right: ' : 'wrong: ' }),
            h('span', { text: good ? yes : no })
        );
    fill(
        element,
        h('h3', { text: 'At the end' }),
        h(
            'ul',
            {},
            line(disorder.length === 0, 'The keys are in order.', `The order falls at ${places(disorder)}.`),
            line(
                lost.length + strangers.length === 0,
                'Every key is there once.',
                `${lost.length} of ${sort.keys.length} keys are lost; what stands there instead was never a key.`
            ),
            tiesLine(sort, lost, unstable) ??
                line(
                    unstable.length === 0,
                    'Ties stand in the order in which they came.',
                    `Ties stand the wrong way round at ${places(unstable)}.`
                ),
            libraryLine(sort, library, line)
        )
    );
}

/* Where keys are lost and no ties stand the wrong way round, that says nothing good of ties. */
function tiesLine(sort, lost, unstable) {
    if (lost.length === 0 || unstable.length > 0) return undefined;
    return h(
        'li',
        {},
        h('span', { class: 'sign', 'aria-hidden': 'true', text: '–' }),
        h('span', { text: `There is nothing to say of ties: ${lost.length} of ${sort.keys.length} keys are lost.` })
    );
}

function libraryLine(sort, library, line) {
    if (library === undefined) return h('li', { text: 'The library is being loaded …' });
    if (library instanceof Error) return h('li', { text: `The library does not run here: ${library.message}` });
    const same = sameAsLibrary(sort, library);
    return line(same, 'The library gives the same keys in the same order.', 'The library gives another order.');
}

/* Whether the package sorts the same keys to the same places. */
function sameAsLibrary(sort, library) {
    const { array, options } = typedKeys(sort.keys, sort.type);
    const order = library.argsort(array, { ...options, order: sort.order });
    return order.every((id, place) => sort.result[place].id === id);
}
