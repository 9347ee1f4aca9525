/*
 * The editor: a starter, requirements, hints, a check on hidden cases, a solution, and the same in C.
 */
import { fill, h } from './dom.js';
import { C_FORM, hiddenCases, HINTS, judgeCase, SOLUTION, STARTER } from './exercise.js';
import { runInWorker } from './sandbox.js';

export function createCodeView(element) {
    let seed = 1,
        hint = 0;
    const editor = h('textarea', {
        id: 'code',
        rows: STARTER.split('\n').length,
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
    });
    editor.value = STARTER;
    const said = h('div', { id: 'code-result', role: 'status' }),
        hints = h('ol', { class: 'hints' });
    const check = h('button', { type: 'button', id: 'code-check', class: 'strong', text: 'Check', on: { click: run } });
    const more = h('button', { type: 'button', id: 'code-hint', text: 'A hint', on: { click: giveHint } });
    const reset = h('button', {
        type: 'button',
        text: 'Begin anew',
        on: { click: () => ((editor.value = STARTER), fill(said)) },
    });
    const sample = (name, code) =>
        h('details', {}, h('summary', { text: name }), h('pre', { tabindex: 0 }, h('code', { text: code })));
    fill(
        element,
        h('label', { for: 'code', text: 'Your code, in JavaScript' }),
        editor,
        h('div', { class: 'settings inside' }, check, more, reset),
        said,
        hints,
        sample('A solution', SOLUTION),
        sample('The same in C', C_FORM)
    );

    function giveHint() {
        if (hint < HINTS.length) hints.append(h('li', { text: HINTS[hint++] }));
        more.disabled = hint === HINTS.length;
    }

    async function run() {
        check.disabled = true;
        said.textContent = 'Running …';
        const cases = hiddenCases(seed++),
            { results, stopped, error } = await runInWorker(editor.value, cases);
        check.disabled = false;
        if (error !== undefined) {
            fill(said, h('ul', { class: 'cases' }, line(false, 'Your code did not run', error)));
            return;
        }
        const lines = cases.map((one, k) => {
            if (k === stopped) return line(false, one.name, 'It was ended after a second.');
            if (results[k] === undefined) return line(undefined, one.name, 'not run');
            const broke = judgeCase(one, results[k]);
            return line(broke === undefined, one.name, broke);
        });
        const good = lines.filter((item) => item.matches('.good')).length;
        fill(
            said,
            h('p', {
                text:
                    good === cases.length
                        ? 'All cases are right. That is a sweep.'
                        : `${good} of ${cases.length} cases are right.`,
            }),
            h('ul', { class: 'cases' }, ...lines)
        );
    }

    const line = (good, name, why) =>
        h(
            'li',
            { class: good === undefined ? '' : good ? 'good' : 'bad' },
            h('span', { class: 'sign', 'aria-hidden': 'true', text: good === undefined ? '–' : good ? '✓' : '✗' }),
            h('span', { class: 'sr', text: good ? 'right: ' : 'wrong: ' }),
            h('span', { text: why === undefined ? name : `${name}: ${why}` })
        );
}
