/*
 * One key as a tile: its value, its digit, its number among its ties, and, in an output, its place. Every stage shows
 * keys by it.
 */
import { h, hue } from './dom.js';
import { textOf } from './keys.js';
import { NOBODY } from './model.js';
import { keyName } from './words.js';

/* name: the element; state: more classes; index: the place below the tile; wrong: marked as such. */
export function keyTile(sort, entry, digit, { state = '', name = 'li', index, wrong = false } = {}) {
    const ties = sort.ties[entry.id],
        text = textOf(entry.bits, sort.type);
    const said = keyName(sort, entry, digit, index) + (wrong ? ', wrong here' : '');
    const classes = [
        'key',
        state,
        digit === undefined ? '' : 'coloured',
        entry.id === NOBODY ? 'nobody' : '',
        wrong ? 'wrong' : '',
    ];
    return h(
        name,
        { class: classes.filter(Boolean).join(' '), style: digit === undefined ? {} : hue(digit), 'data-id': entry.id },
        h('span', { class: 'sr', text: said }),
        h('span', { class: 'value', style: { '--letters': text.length }, text, 'aria-hidden': 'true' }),
        h('span', { class: 'digit', text: digit ?? ' ', 'aria-hidden': 'true' }),
        ties?.of > 1 && h('span', { class: 'tie', text: ties.number, 'aria-hidden': 'true' }),
        wrong && h('span', { class: 'mark', text: '!', 'aria-hidden': 'true' }),
        index !== undefined && h('span', { class: 'index', text: index, 'aria-hidden': 'true' })
    );
}

/* A place of an output that nothing was written to. onChoose: it is a button, by which a reader says "here". */
export function emptySlot(place, onChoose) {
    const face = [
        h('span', { class: 'value', style: { '--letters': 1 }, text: ' ', 'aria-hidden': 'true' }),
        h('span', { class: 'digit', text: ' ', 'aria-hidden': 'true' }),
        h('span', { class: 'index', text: place, 'aria-hidden': 'true' }),
    ];
    if (onChoose === undefined)
        return h(
            'li',
            { class: 'key empty' },
            h('span', { class: 'sr', text: `place ${place}: nothing yet` }),
            ...face
        );
    const label = `To place ${place}`;
    return h(
        'li',
        { class: 'key empty choosable' },
        h('button', { type: 'button', class: 'choose', 'aria-label': label, on: { click: () => onChoose(place) } }),
        ...face
    );
}
