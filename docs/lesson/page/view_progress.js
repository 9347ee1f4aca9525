/*
 * The sweeps of a sort as a row of marks: which are past, which one is at hand and in what part, which is missing.
 */
import { h } from './dom.js';
import { bitsText, PHASES } from './words.js';

/* marked: whether the step at hand is where the fault of a missing sweep shows. */
export const progressMarks = (sort, step, marked) => [
    ...sort.sweeps.map((sweep, k) => sweepMark(sweep, k, step)),
    ...missingMark(sort, marked),
];

/* A pill a sweep; the one at hand names its parts. */
function sweepMark(sweep, k, { phase, sweep: current }) {
    const state = phase === 'done' || k < current ? 'past' : k === current && phase !== 'start' ? 'current' : 'ahead';
    const parts = ['count', 'scan', 'scatter'].map((part) =>
        h('span', { class: part === phase ? 'part on' : 'part', text: PHASES[part] })
    );
    return h(
        'li',
        { class: `sweep ${state}`, 'aria-current': state === 'current' ? 'step' : false },
        h('b', { text: bitsText(sweep) }),
        ...(state === 'current' ? parts : []),
        state === 'past' && h('span', { 'aria-hidden': 'true', text: '✓' }),
        state !== 'current' && h('span', { class: 'sr', text: state === 'past' ? 'swept' : 'to come' })
    );
}

function missingMark({ faults, width, digitBits }, marked) {
    if (!faults.missing) return [];
    const text = bitsText({ place: width - digitBits, bits: digitBits });
    return [
        h(
            'li',
            { class: marked ? 'sweep gone faulty' : 'sweep gone' },
            h('b', { text }),
            h('span', { class: 'part', text: 'missing' })
        ),
    ];
}
