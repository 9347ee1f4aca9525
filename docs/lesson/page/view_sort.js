/*
 * The stage of the sort: the keys as a sweep finds them, the buckets (or, for one bit, the three bands of a split), the
 * output, and an arrow from the key at hand to its place. Everything shown comes from model.js.
 */
import { arrow, columnsOf, edges, fill, h, hue, onWidth, svg } from './dom.js';
import { binaryOf, textOf } from './keys.js';
import { firstDifference, NOBODY, rowsAt, shownBuckets, stepsOf } from './model.js';
import { createPlayer } from './player.js';
import { bitsText, entryName, keyName, PHASES, ruleOf, stepWords } from './words.js';

const BAR = 84; /* pixels of the longest bar */

export function createSortView(stage) {
    let sort,
        right /* the same sort without a fault */,
        steps = [],
        columns = 16; /* keys in a row; asked for when the width changes: asking makes the browser lay out the page */
    const progress = h('ol', { class: 'progress' }),
        words = h('p', { class: 'words', id: 'sort-words', 'aria-live': 'polite' }),
        now = h('div', { class: 'now' }),
        picture = h('div', { class: 'picture', id: 'sort-picture' }),
        controls = h('div', { class: 'player' });
    fill(stage, progress, words, now, picture, controls);
    const player = createPlayer({
        element: controls,
        name: 'the sort',
        said: words,
        onStep: draw,
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
        columns = columnsOf(picture);
        if (sort) draw(player.at);
    });

    function draw(at) {
        const step = steps[at],
            rows = rowsAt(sort, step);
        fill(progress, ...sort.sweeps.map((sweep, k) => sweepMark(sweep, k, step)), ...missingMark(sort, step));
        words.textContent = stepWords(sort, step, rows);
        const overlay = svg('svg', { class: 'overlay', 'aria-hidden': 'true' });
        if (rows === undefined || step.phase === 'done') {
            fill(now, ...doneNow(sort));
            fill(picture, resultRow(sort, right, columns));
            return;
        }
        fill(now, ...nowParts(sort, step, rows));
        const { sweep } = rows;
        fill(
            picture,
            sweep.bands ? splitBandsTable(sort, step, rows, columns) : keysRow(sort, step, rows, columns),
            sweep.bands ? undefined : bucketTables(sort, step, rows, columns),
            outputRow(sort, right, step, rows, columns),
            overlay
        );
        drawArrows(picture, overlay, step, rows, columns);
    }

    return {
        /* Another sort; keeps the step where it can. */
        show(broken, clean, keepStep) {
            sort = broken;
            right = clean;
            steps = stepsOf(sort);
            player.set(steps.length, keepStep ? Math.min(player.at, steps.length - 1) : 0);
        },
        showFault() {
            player.go(firstDifference(sort, right));
            stage.scrollIntoView({ block: 'start' });
            player.focus();
        },
        go: (at) => player.go(at),
        get step() {
            return steps[player.at];
        },
        get rows() {
            return rowsAt(sort, steps[player.at]);
        },
    };
}

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

function missingMark({ faults, width, digitBits }) {
    if (!faults.missing) return [];
    const text = bitsText({ place: width - digitBits, bits: digitBits });
    return [h('li', { class: 'sweep gone' }, h('b', { text }), h('span', { class: 'part', text: 'missing' }))];
}

/* The key at hand: as which number it is ordered, its digit, and the sum that is its place. */
function nowParts(sort, step, { sweep }) {
    if (step.phase === 'start' || (step.phase === 'scan' && !sweep.bands))
        return [h('p', { class: 'hint', text: hint(sort, step) })];
    const { i } = step,
        entry = sweep.entries[i],
        digit = sweep.digits[i],
        text = binaryOf(entry.key, sort.width),
        end = sort.width - sweep.place;
    const begin = end - sweep.bits;
    const bits = h(
        'span',
        { class: 'binary' },
        text.slice(0, begin),
        h('mark', { style: hue(digit), text: text.slice(begin, end) }),
        text.slice(end)
    );
    const { unstable, inclusive } = sort.faults,
        scanName = unstable || inclusive ? 'its scan' : 'zeros before';
    const parts = [
        h('p', {}, h('b', { text: entryName(entry, sort) }), entry.key === entry.bits ? ' is ' : ' counts as ', bits),
    ];
    if (step.phase === 'scatter' && !sweep.bands)
        parts.push(
            h(
                'p',
                { class: 'sum' },
                term(sweep.offsets[digit], `bucket ${digit} begins`, digit),
                ' + ',
                term(sweep.ranks[i], unstable ? 'its rank' : 'of it before'),
                ' = ',
                term(sweep.destinations[i], 'place', digit)
            )
        );
    if (step.phase === 'scatter' && sweep.bands && digit === 1)
        parts.push(
            h(
                'p',
                { class: 'sum' },
                term(sweep.bands.zeros, 'zeros'),
                ' + ',
                term(sweep.bands.places[i], unstable ? 'its place from the end' : 'its place'),
                ' − ',
                term(sweep.bands.scan[i], scanName),
                ' = ',
                term(sweep.destinations[i], 'place', digit)
            )
        );
    if (step.phase === 'scatter' && sweep.bands && digit === 0)
        parts.push(
            h(
                'p',
                { class: 'sum' },
                term(sweep.bands.scan[i], scanName),
                ' = ',
                term(sweep.destinations[i], 'place', 0)
            )
        );
    return parts;
}

const term = (number, name, digit) =>
    h(
        'span',
        { class: digit === undefined ? 'term' : 'term coloured', style: digit === undefined ? {} : hue(digit) },
        h('b', { text: number }),
        h('small', { text: name })
    );

function hint({ type, order, faults }, { phase }) {
    if (phase === 'scan')
        return (
            'The running sum goes from the smallest digit to the largest. ' +
            (faults.inclusive
                ? 'It is inclusive: a bucket’s own keys are in it, and that is the fault.'
                : 'It is exclusive: a bucket’s own keys are not in it.')
        );
    const rule = ruleOf(type, order, faults.unsigned);
    return `${rule} Only digits are taken from that: the keys themselves move as they are.`;
}

function doneNow({ sweeps, keys }) {
    return [h('p', { class: 'hint', text: `${sweeps.length} × ${keys.length} moves, and not one comparison.` })];
}

/* One entry as a tile: the value, its digit, and its number among its ties. */
function tile(sort, entry, digit, { state = '', name = 'li', index, wrong = false } = {}) {
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
        h('span', { class: 'digit', text: digit === undefined ? ' ' : digit, 'aria-hidden': 'true' }),
        ties?.of > 1 && h('span', { class: 'tie', text: ties.number, 'aria-hidden': 'true' }),
        wrong && h('span', { class: 'mark', text: '!', 'aria-hidden': 'true' }),
        index !== undefined && h('span', { class: 'index', text: index, 'aria-hidden': 'true' })
    );
}

const grid = (columns) => ({ '--columns': columns });

/* Cells that fill a table's last part, so that columns stand below each other. They are made anew for each row. */
const padding = (cells) => Array.from({ length: cells }, () => h('td', { class: 'pad' }));

function keysRow(sort, step, { sweep, counted, moved }, columns) {
    const tiles = sweep.entries.map((entry, i) => {
        const current = i === step.i && (step.phase === 'count' || step.phase === 'scatter');
        const state = current ? 'current' : i < moved ? 'moved' : '';
        return tile(sort, entry, i < counted ? sweep.digits[i] : undefined, { state });
    });
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The keys, as this sweep finds them' }),
        h('ol', { class: 'keys input', style: grid(columns) }, ...tiles)
    );
}

/* For one bit: under each key its flag, the scan, and its destination. */
function splitBandsTable(sort, step, rows, columns) {
    const { sweep, counted, moved, flags, scan } = rows;
    const chunks = [];
    for (let from = 0; from < sweep.entries.length; from += columns) {
        const part = Array.from({ length: Math.min(columns, sweep.entries.length - from) }, (_, k) => from + k);
        const row = (name, cell, extra = '') =>
            h(
                'tr',
                { class: extra },
                h('th', { scope: 'row', text: name }),
                ...part.map((i) =>
                    h('td', { class: i === step.i && step.phase !== 'start' ? 'current' : '' }, cell(i))
                ),
                ...padding(columns - part.length)
            );
        const keyCell = (i) => {
            const current = i === step.i && step.phase !== 'start';
            return tile(sort, sweep.entries[i], i < counted ? sweep.digits[i] : undefined, {
                name: 'span',
                state: current ? 'current' : i < moved ? 'moved' : '',
            });
        };
        const number = (list) => (i) =>
            list?.[i] === undefined ? h('span', { class: 'unknown', text: '·' }) : h('b', { text: list[i] });
        const goes = sweep.destinations.map((to, i) => (i < moved ? to : undefined));
        chunks.push(
            h(
                'table',
                { class: 'bands', style: grid(columns) },
                h('caption', {
                    class: 'sr',
                    text: `Keys ${from} to ${from + part.length - 1}: flag, scan and destination`,
                }),
                h(
                    'tbody',
                    {},
                    row('key', keyCell, 'input'),
                    row('flag', number(flags)),
                    row('scan', number(scan)),
                    row('goes to', number(goes), 'goes')
                )
            )
        );
    }
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The keys; a flag for each 0; the scan of the flags; the destination' }),
        ...chunks
    );
}

/* Histogram and offsets: a column a bucket. */
function bucketTables(sort, step, { sweep, counts, offsets, next, moved }, columns) {
    const shown = shownBuckets(sweep),
        most = Math.max(...sweep.counts);
    const unit = Math.min(14, BAR / most),
        empty = sweep.radix - shown.length;
    const active =
        step.phase === 'scan'
            ? step.i
            : step.phase === 'count' || step.phase === 'scatter'
              ? sweep.digits[step.i]
              : undefined;
    const known = (x) => (x === undefined ? h('span', { class: 'unknown', text: '·' }) : String(x));
    const tables = [];
    for (let from = 0; from < shown.length; from += columns) {
        const part = shown.slice(from, from + columns),
            width = shown.length > columns ? columns : part.length,
            rest = width - part.length;
        const row = (name, cell, extra = '') =>
            h(
                'tr',
                { class: extra },
                h('th', { scope: 'row', text: name }),
                ...part.map((d) => h('td', { class: d === active ? 'current' : '' }, cell(d))),
                ...padding(rest)
            );
        const bar = (d) =>
            h('span', { class: 'bar', style: { ...hue(d), '--unit': `${unit}px`, '--count': counts[d] } });
        tables.push(
            h(
                'table',
                { class: 'buckets', style: { '--shown': width } },
                h('caption', { class: 'sr', text: `Buckets ${part[0]} to ${part.at(-1)}` }),
                h(
                    'thead',
                    {},
                    h(
                        'tr',
                        { class: 'bars', style: { '--height': `${unit * most}px` }, 'aria-hidden': 'true' },
                        h('th', {}),
                        ...part.map((d) => h('td', {}, bar(d))),
                        ...padding(rest)
                    ),
                    h(
                        'tr',
                        {},
                        h('th', { scope: 'row', text: 'bucket' }),
                        ...part.map((d) =>
                            h('th', { scope: 'col' }, h('span', { class: 'chip', style: hue(d), text: d }))
                        ),
                        ...padding(rest)
                    )
                ),
                h(
                    'tbody',
                    {},
                    row('count', (d) => String(counts[d])),
                    row('begins at', (d) => known(offsets[d]), 'offsets'),
                    moved > 0 && !sort.faults.unstable && row('next goes to', (d) => known(next[d]), 'next')
                )
            )
        );
    }
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The buckets: how many, and where each begins' }),
        ...tables,
        empty > 0 && h('p', { class: 'hint', text: `${empty} of the ${sweep.radix} buckets are empty and not shown.` })
    );
}

function outputRow(sort, right, step, { sweep, slots, outside }, columns) {
    const wanted = right.sweeps[step.sweep]?.output;
    const tiles = slots.map((k, place) => {
        if (k === undefined)
            return h(
                'li',
                { class: 'key empty' },
                h('span', { class: 'sr', text: `place ${place}: nothing yet` }),
                h('span', { class: 'value', style: { '--letters': 1 }, text: ' ' }),
                h('span', { class: 'digit', text: ' ' }),
                h('span', { class: 'index', text: place, 'aria-hidden': 'true' })
            );
        const entry = sweep.entries[k];
        const state = step.phase === 'scatter' && k === step.i ? 'current' : '';
        return tile(sort, entry, sweep.digits[k], { index: place, state, wrong: entry.id !== wanted?.[place]?.id });
    });
    const fallen = outside.map((k) =>
        tile(sort, sweep.entries[k], sweep.digits[k], {
            index: sweep.destinations[k],
            state: step.phase === 'scatter' && k === step.i ? 'current outside' : 'outside',
            wrong: true,
        })
    );
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The output of this sweep' }),
        h('ol', { class: 'keys output', style: grid(columns) }, ...tiles),
        fallen.length > 0 && h('h3', { class: 'trouble', text: 'Outside the array' }),
        fallen.length > 0 && h('ol', { class: 'keys fallen', style: grid(columns) }, ...fallen)
    );
}

function resultRow(sort, right, columns) {
    const tiles = sort.result.map((entry, place) =>
        tile(sort, entry, undefined, { index: place, wrong: entry.id !== right.result[place].id })
    );
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The result' }),
        h('ol', { class: 'keys output result', style: grid(columns) }, ...tiles)
    );
}

/* Faint arrows of the keys already moved where all stand in one row; a strong one for the key at hand. */
function drawArrows(picture, overlay, step, { sweep, moved, slots, outside }, columns) {
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
    const oneRow = slots.length <= 16 && sources.length <= 16 && columns === 16;
    const past = oneRow ? Array.from({ length: moved - 1 }, (_, i) => arrowOf(i, 'past')) : [];
    const arrows = [...past, arrowOf(step.i, 'current')].filter(Boolean);
    overlay.setAttribute('width', picture.clientWidth);
    overlay.setAttribute('height', picture.clientHeight);
    overlay.append(...arrows);
}
