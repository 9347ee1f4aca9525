/*
 * The questions, as fields to fill in; an answer is checked when the reader asks, and the reason is told with it.
 */
import { fill, h } from './dom.js';
import { isAnswer, questionsOf } from './questions.js';

export function createQuiz(element) {
    let seed = 1;
    const list = h('div', { class: 'quiz-list' });
    const again = h('button', {
        type: 'button',
        id: 'quiz-again',
        text: 'Other numbers',
        on: { click: () => show(seed + 1) },
    });
    fill(element, list, again);

    function show(newSeed) {
        seed = newSeed;
        fill(list, ...questionsOf(seed).map(card));
    }

    function card(question, q) {
        const said = h('p', { class: 'answer', role: 'status' });
        const boxes = (question.choices ?? []).map((text, k) =>
            h(
                'label',
                { class: 'choice' },
                h('input', { type: 'checkbox', id: `question-${q}-${k}` }),
                h('span', { text })
            )
        );
        const field = h('input', {
            type: 'text',
            id: `question-${q}`,
            class: question.kind,
            inputmode: question.kind === 'number' ? 'numeric' : 'text',
            autocomplete: 'off',
            'aria-labelledby': `ask-${q}`,
        });
        const given = () => (boxes.length ? boxes.map((box) => box.firstChild.checked) : field.value);
        const check = (event) => {
            event.preventDefault();
            const good = isAnswer(question, given());
            said.className = `answer ${good ? 'good' : 'bad'}`;
            fill(
                said,
                h('span', { class: 'sign', 'aria-hidden': 'true', text: good ? '✓' : '✗' }),
                good
                    ? h('span', { text: `Yes. ${question.why}` })
                    : h(
                          'span',
                          {},
                          'Not yet. ',
                          h('a', { href: question.part, text: 'Look again' }),
                          ', or try it above.'
                      )
            );
        };
        return h(
            'form',
            { on: { submit: check } },
            h(
                'fieldset',
                { class: 'card' },
                h('legend', { id: `ask-${q}`, text: `${q + 1}. ${question.ask}` }),
                ...(boxes.length ? boxes : [field]),
                h('div', { class: 'settings inside' }, h('button', { class: 'strong', text: 'Check' })),
                said
            )
        );
    }

    show(seed);
}
