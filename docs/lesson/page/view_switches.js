/*
 * The switches that break the sort: a card each. One is on at a time; one that can break nothing is disabled and says
 * why.
 */
import { fill, h } from './dom.js';
import { verdictOf } from './model.js';
import { consequence, SWITCHES } from './switches.js';

/* onChange(fault, on); showFault(). Out: {show(fault that is on, the sort, {fault: why it can break nothing})}. */
export function createSwitches(element, { onChange, showFault }) {
    const cards = SWITCHES.map(({ fault, name, text }) => {
        const box = h('input', {
            type: 'checkbox',
            id: `switch-${fault}`,
            'aria-describedby': `why-${fault}`,
            on: { change: () => onChange(fault, box.checked) },
        });
        const result = h('p', { class: 'consequence', role: 'status' }),
            why = h('p', { class: 'hint why', id: `why-${fault}` });
        const show = h('button', {
            type: 'button',
            class: 'show',
            text: 'Show where',
            hidden: true,
            on: { click: showFault },
        });
        const card = h(
            'div',
            { class: 'card switch', 'data-fault': fault },
            h(
                'label',
                { class: 'toggle' },
                box,
                h('span', { class: 'knob', 'aria-hidden': 'true' }),
                h('b', { text: name })
            ),
            h('p', { text }),
            why,
            result,
            show
        );
        return { fault, box, card, why, result, show };
    });
    fill(element, ...cards.map(({ card }) => card));
    return {
        show(broken, sort, whole) {
            for (const { fault, box, card, why, result, show } of cards) {
                const on = fault === broken;
                box.checked = on;
                box.disabled = !on && whole[fault] !== undefined;
                why.textContent = box.disabled ? `Nothing to break: ${whole[fault]}` : '';
                card.classList.toggle('on', on);
                card.classList.toggle('off', box.disabled);
                show.hidden = !on;
                result.textContent = on ? consequence(verdictOf(sort), sort.keys.length) : '';
            }
        },
    };
}
