/*
 * Three questions. A choice is answered at once, in words.
 */
import { fill, h } from './dom.js';

const QUESTIONS = [
    {
        ask: 'Why must every sweep be stable?',
        part: '#sort',
        answers: [
            [
                'So that no key is written outside the array.',
                false,
                'No: that is what right offsets and padding are for.',
            ],
            [
                'So that keys with equal digits keep the order that earlier sweeps gave them.',
                true,
                'Yes. The last sweep sees the highest digit alone; all else is the order that it finds and keeps.',
            ],
            [
                'So that every sweep takes the same time.',
                false,
                'No: an unstable sweep is no slower. It is only wrong.',
            ],
        ],
    },
    {
        ask: 'What is the exclusive scan of the counts?',
        part: '#sort',
        answers: [
            [
                'The rank of a key within its bucket.',
                false,
                'No: the rank counts earlier keys of the same digit. The scan adds up other digits.',
            ],
            ['The size of each bucket.', false, 'No: the sizes are the counts themselves, before the scan.'],
            [
                'The place at which each bucket begins in the output.',
                true,
                'Yes: the sum of all smaller digits’ counts. With the bucket’s own count in it, it would be where ' +
                    'the bucket ends.',
            ],
        ],
    },
    {
        ask: '32-bit keys are sorted with digits of 8 bits rather than 4. What changes?',
        part: '#cost',
        answers: [
            [
                'Half as many sweeps, 4 and not 8; and 256 buckets, not 16, to count, scan and write to.',
                true,
                'Yes: bytes moved go down by half, and what each sweep keeps in fast memory grows by sixteen.',
            ],
            [
                'Twice as many sweeps, with fewer buckets each.',
                false,
                'No: a wider digit means fewer sweeps, and more buckets.',
            ],
            [
                'Nothing: the result is the same.',
                false,
                'The result is the same, but the way there is not: look at the sweeps, and at the buckets.',
            ],
        ],
    },
];

export function createQuiz(element) {
    fill(
        element,
        ...QUESTIONS.map(({ ask, part, answers }, q) => {
            const said = h('p', { class: 'answer', role: 'status' });
            const choices = answers.map(([text, good, why]) =>
                h(
                    'label',
                    { class: 'choice' },
                    h('input', {
                        type: 'radio',
                        name: `question-${q}`,
                        on: {
                            change: () => {
                                said.className = `answer ${good ? 'good' : 'bad'}`;
                                fill(
                                    said,
                                    h('span', { class: 'sign', 'aria-hidden': 'true', text: good ? '✓ ' : '✗ ' }),
                                    why,
                                    ' ',
                                    !good && h('a', { href: part, text: 'Look again.' })
                                );
                            },
                        },
                    }),
                    h('span', { text })
                )
            );
            return h('fieldset', { class: 'card' }, h('legend', { text: `${q + 1}. ${ask}` }), ...choices, said);
        })
    );
}
