/*
 * The stage of the sort: the keys as a sweep finds them, the buckets (or, for one bit, the three bands of a split), the
 * output, and an arrow from the key at hand to its place. Everything shown comes from model.js.
 */
import { arrow, centre, edges, fill, h, hue, layoutOf, onWidth, scroller, svg } from './dom.js';
import { emptySlot, keyTile } from './key_tile.js';
import { rowsAt, stepsOf } from './model.js';
import { createPlayer } from './player.js';
import { isAsked, question, reply } from './predict.js';
import { nowParts } from './view_now.js';
import { progressMarks } from './view_progress.js';
import { createPseudo } from './view_pseudo.js';
import { bucketTables, splitBandsTable } from './view_tables.js';
import { faultNote, faultOf, faultStep } from './where.js';
import { stepWords } from './words.js';

/* onStep(at): called at every step that is shown. */
export function createSortView(stage, onStep) {
    let sort,
        right /* the same sort without a fault */,
        steps = [],
        layout = { columns: 16, rail: false, tall: 84 } /* asked for when the width changes: asking costs a layout */,
        settling = false /* a new sort is being shown: no step that the reader took */,
        asked /* the number of the step that is asked about, while it is */,
        answer; /* {at, good, text}: what was said to the last prediction */
    const progress = h('ol', { class: 'progress' }),
        words = h('p', { class: 'words', id: 'sort-words', 'aria-live': 'polite' }),
        now = h('div', { class: 'now' }),
        picture = h('div', { class: 'picture', id: 'sort-picture' }),
        code = h('div', { class: 'beside' }),
        controls = h('div', { class: 'player' });
    const predict = h('input', { type: 'checkbox', id: 'predict', on: { change: () => draw(player.at) } });
    fill(
        stage,
        progress,
        h('div', { class: 'say' }, words),
        h('div', { class: 'split' }, h('div', { class: 'main' }, now, picture), code),
        controls
    );
    const pseudo = createPseudo(code);
    const player = createPlayer({
        stage,
        element: controls,
        name: 'the sort',
        said: words,
        more: h('label', { class: 'predict' }, predict, ' Ask me where keys will go'),
        onStep(at) {
            if (asked !== at + 1) asked = undefined;
            if (answer?.at !== at) answer = undefined;
            draw(at);
            if (settling) return;
            if (layout.rail) keepInView(picture.querySelector('.current'));
            onStep(at);
        },
        mayGo(at) {
            const ask =
                predict.checked && faultOf(sort) === undefined && asked !== at && isAsked(sort, steps[at] ?? {});
            if (!ask) return true;
            asked = at;
            draw(player.at);
            return false;
        },
        partAfter: (at) => {
            const { phase, sweep } = steps[at];
            const k = steps.findIndex((step, i) => i > at && (step.phase !== phase || step.sweep !== sweep));
            return k < 0 ? steps.length - 1 : at < k - 1 ? k - 1 : partEnd(k);
        },
    });
    const partEnd = (k) => {
        while (k + 1 < steps.length && steps[k + 1].phase === steps[k].phase && steps[k + 1].sweep === steps[k].sweep)
            k++;
        return k;
    };
    onWidth(picture, () => {
        layout = layoutOf(picture);
        if (sort) draw(player.at);
    });

    /* Where the page is narrow the sentence and the controls stay on the screen; what is between them must show the
       key at hand. */
    function keepInView(cell) {
        if (cell === null) return;
        const { top, bottom } = cell.getBoundingClientRect(),
            above = words.parentElement.getBoundingClientRect(),
            below = controls.getBoundingClientRect();
        if (below.top > innerHeight || above.bottom < 0) return; /* the stage is not on the screen */
        if (top < above.bottom + 8) scrollBy(0, top - above.bottom - 8);
        else if (bottom > below.top - 8) scrollBy(0, bottom - below.top + 8);
    }

    function choose(place) {
        const at = asked;
        answer = { at, ...reply(sort, steps[at], place) };
        player.go(at);
        player.focus();
    }

    function draw(at) {
        const step = steps[at],
            rows = rowsAt(sort, step),
            note = faultNote(sort, step);
        fill(progress, ...progressMarks(sort, step, note !== undefined));
        words.textContent = asked === undefined ? stepWords(sort, step, rows) : question(sort, steps[asked]);
        pseudo.show(sort, step, rows);
        const said =
            answer && h('p', { class: `reply ${answer.good ? 'good' : 'bad'}`, role: 'status', text: answer.text });
        if (rows === undefined || step.phase === 'done') {
            fill(now, ...nowParts(sort, { ...step, phase: 'done' }, rows, note));
            fill(picture, resultRow(sort, right, layout));
            return;
        }
        fill(now, said, ...nowParts(sort, step, rows, note));
        const { sweep } = rows,
            fault = note === undefined ? undefined : faultOf(sort),
            overlay = svg('svg', { class: 'overlay', 'aria-hidden': 'true' });
        const tables = sweep.bands
            ? [splitBandsTable(sort, step, rows, layout, fault)]
            : [keysRow(sort, step, rows, layout, fault), bucketTables(sort, step, rows, layout, fault)];
        fill(
            picture,
            ...tables,
            outputRow(sort, right, step, rows, layout, asked === undefined ? undefined : choose),
            overlay
        );
        picture.classList.toggle('split-columns', Boolean(sweep.bands) && !layout.rail);
        if (layout.rail) {
            showCurrent(picture, step, rows, asked === undefined ? step.i : steps[asked].i);
            for (const rail of picture.querySelectorAll('.rail'))
                rail.addEventListener('scroll', () => drawArrows(picture, overlay, step, rows, layout), {
                    passive: true,
                });
        }
        drawArrows(picture, overlay, step, rows, layout);
    }

    return {
        /* Another sort, at a step of it. */
        show(broken, clean, at) {
            sort = broken;
            right = clean;
            steps = stepsOf(sort);
            asked = answer = undefined;
            settling = true;
            player.set(steps.length, Math.min(at, steps.length - 1));
            settling = false;
        },
        showFault() {
            player.go(faultStep(sort));
            stage.scrollIntoView({ block: 'start' });
            player.focus();
        },
        go: (at) => player.go(at),
        get at() {
            return player.at;
        },
        get step() {
            return steps[player.at];
        },
    };
}

/* Every rail shows the key at hand: in the keys, in the buckets, and in the output the place where it went. */
function showCurrent(picture, step, { sweep }, i) {
    for (const rail of picture.querySelectorAll('.rail')) {
        const places = rail.querySelectorAll('.output > li');
        const cell =
            rail.querySelector('.fallen .current') ??
            (places.length
                ? places[sweep.destinations[step.phase === 'start' ? 0 : i]]
                : rail.querySelector('.current'));
        if (cell) centre(rail, cell);
    }
}

const grid = (columns) => ({ '--columns': columns });

function keysRow(sort, step, { sweep, counted, moved }, { columns, rail }, fault) {
    const faulty = fault && fault !== 'inclusive' ? ' faulty' : '';
    const tiles = sweep.entries.map((entry, i) => {
        const current = i === step.i && (step.phase === 'count' || step.phase === 'scatter');
        const state = current ? `current${faulty}` : i < moved ? 'moved' : '';
        return keyTile(sort, entry, i < counted ? sweep.digits[i] : undefined, { state });
    });
    const list = h('ol', { class: 'keys input', style: grid(rail ? tiles.length : columns) }, ...tiles);
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The keys, as this sweep finds them' }),
        ...scroller(rail, 'The keys', [list])
    );
}

/* choose: while the page asks where a key will go, every empty place is a button. */
function outputRow(sort, right, step, { sweep, slots, outside }, { columns, rail }, choose) {
    const wanted = right.sweeps[step.sweep]?.output;
    const tiles = slots.map((k, place) => {
        if (k === undefined) return emptySlot(place, choose);
        const entry = sweep.entries[k];
        const state = step.phase === 'scatter' && k === step.i ? 'current' : '';
        return keyTile(sort, entry, sweep.digits[k], { index: place, state, wrong: entry.id !== wanted?.[place]?.id });
    });
    const fallen = outside.map((k) =>
        keyTile(sort, sweep.entries[k], sweep.digits[k], {
            index: sweep.destinations[k],
            state: step.phase === 'scatter' && k === step.i ? 'current outside' : 'outside',
            wrong: true,
        })
    );
    const across = grid(rail ? tiles.length : columns);
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The output of this sweep' }),
        ...scroller(rail, 'The output', [h('ol', { class: 'keys output', style: across }, ...tiles)]),
        fallen.length > 0 && h('h3', { class: 'trouble', text: 'Outside the array' }),
        fallen.length > 0 && h('ol', { class: 'keys fallen', style: grid(columns) }, ...fallen)
    );
}

function resultRow(sort, right, { columns }) {
    const tiles = sort.result.map((entry, place) =>
        keyTile(sort, entry, undefined, { index: place, wrong: entry.id !== right.result[place].id })
    );
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The result' }),
        h('ol', { class: 'keys output result', style: grid(columns) }, ...tiles)
    );
}

/* Faint arrows of the keys already moved where all stand in one row; a strong one for the key at hand. */
function drawArrows(picture, overlay, step, { sweep, moved, slots, outside }, { rail }) {
    overlay.replaceChildren();
    if (step.phase !== 'scatter') return;
    const sources = sweep.bands
            ? [...picture.querySelectorAll('tr.goes td')]
            : [...picture.querySelectorAll('.input > li')],
        places = [...picture.querySelectorAll('.output > li')],
        fallen = [...picture.querySelectorAll('.fallen > li')];
    const targetOf = (i) =>
        sweep.destinations[i] < sweep.n ? places[sweep.destinations[i]] : fallen[outside.indexOf(i)];
    const arrowOf = (i, kind) => {
        if (!sources[i] || !targetOf(i)) return undefined;
        const from = edges(sources[i], picture),
            to = edges(targetOf(i), picture);
        const g = arrow({ x: from.x, y: from.bottom }, { x: to.x, y: to.top }, { class: `arrow ${kind}` });
        g.style.setProperty('--hue', hue(sweep.digits[i])['--hue']);
        return g;
    };
    const oneRow = slots.length <= 16 && sources.length <= 16 && !rail;
    const past = oneRow ? Array.from({ length: moved - 1 }, (_, i) => arrowOf(i, 'past')) : [];
    const arrows = [...past, arrowOf(step.i, 'current')].filter(Boolean);
    overlay.setAttribute('width', picture.clientWidth);
    overlay.setAttribute('height', picture.clientHeight);
    overlay.append(...arrows);
}
