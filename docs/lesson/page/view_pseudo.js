/*
 * The pseudocode beside the picture: the lines that the step is at are marked, with what they have made.
 */
import { fill, h } from './dom.js';
import { atStep, linesOf } from './pseudo.js';

export function createPseudo(element) {
    const list = h('ol', { class: 'code-lines' }),
        box = h('details', { class: 'pseudo', open: true }, h('summary', { text: 'The same as code' }), list);
    if (matchMedia('(max-width: 40rem)').matches) box.open = false; /* there the picture has the room */
    fill(element, box);
    return {
        show(sort, step, rows) {
            const made = atStep(sort, step, rows);
            fill(
                list,
                ...linesOf(sort).map(({ name, depth, text, broken }) =>
                    h(
                        'li',
                        {
                            class: `${name in made ? 'on' : ''}${broken ? ' broken' : ''}`,
                            'data-line': name,
                            'aria-current': name in made ? 'step' : false,
                        },
                        h('code', { style: { '--depth': depth }, text }),
                        broken && h('span', { class: 'sr', text: ' (the broken rule)' }),
                        made[name] !== undefined && h('output', { text: made[name] })
                    )
                )
            );
        },
    };
}
