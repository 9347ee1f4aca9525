/*
 * The page: settings in, models made, views shown. It owns the one state that there is.
 */
import sweepsort from 'sweepsort';
import { byId, fill, h } from './dom.js';
import { makeKeys, MOST_KEYS, parseKeys, textOf, TYPES } from './keys.js';
import { sortOf } from './model.js';
import { createQuiz } from './quiz.js';
import { createRunView } from './view_run.js';
import { createSortView } from './view_sort.js';
import { createOneSweepView, createTilesView } from './view_tiles.js';
import { createSwitches, showVerdict } from './view_verdict.js';
import { SWITCHES } from './switches.js';
import { oneSweepOf, tiledSweep } from './tiles.js';
import { startTheme } from './theme.js';
import { bitsText } from './words.js';

const state = {
    settings: { n: 16, digitBits: 2, type: 'u8', order: 'ascending', source: 'random' },
    seed: 9,
    typed: [],
    faults: {},
    courseSeed: 5,
    library: undefined,
};

const sortView = createSortView(byId('sort-stage')),
    tilesView = createTilesView(byId('tiles-stage')),
    oneSweepView = createOneSweepView(byId('onesweep-stage'));
const switches = createSwitches(byId('switches'), { onChange: setFault, showFault: () => sortView.showFault() });

/* The sort of the settings, broken as the switches say. */
const sortWith = (faults) => {
    const { n, type, source } = state.settings;
    const keys = source === 'typed' ? state.typed : makeKeys(n, type, source, state.seed);
    return sortOf({ keys, ...state.settings, faults });
};

function showSort(keepStep = false) {
    const sort = sortWith(state.faults);
    state.sort = sort;
    state.right = sortWith({});
    sortView.show(sort, state.right, keepStep);
    switches.show(state.faults, sort);
    verdict();
    showTiles();
    showOneSweep();
}

const verdict = () => showVerdict(byId('sort-verdict'), state.sort, state.library);

function showTiles() {
    tilesView.show(state.right, tiledSweep(state.right.input, 4, 0, Number(byId('tiles-bits').value)));
}

function showOneSweep() {
    const digitBits = Number(byId('onesweep-bits').value),
        { right, courseSeed: seed } = state;
    const course = oneSweepOf({
        input: right.input,
        width: right.width,
        digitBits,
        tiles: Number(byId('onesweep-tiles').value),
        workers: Number(byId('onesweep-workers').value),
        seed,
    });
    const select = byId('onesweep-sweep'),
        chosen = Math.min(Math.max(select.selectedIndex, 0), course.sweeps.length - 1);
    fill(
        select,
        ...course.sweeps.map(({ sweep }, k) =>
            h('option', { value: k, selected: k === chosen, text: `${k + 1}: ${bitsText(sweep)}` })
        )
    );
    state.course = course;
    oneSweepView.show(right, course.sweeps[chosen]);
}

/* The settings' fields show the state. */
function showSettings() {
    const { n, digitBits, type, order, source } = state.settings;
    byId('n').value = n;
    byId('digit-bits').value = digitBits;
    byId('type').value = type;
    byId('order').value = order;
    byId('source').value = source;
    byId('n').disabled = byId('again').disabled = source === 'typed';
    byId('typed-field').hidden = source !== 'typed';
}

function change(settings) {
    state.settings = { ...state.settings, ...settings };
    if (TYPES[state.settings.type].kind !== 'float') state.faults = { ...state.faults, unsigned: false };
    showSettings();
    showSort();
}

function setFault(fault, on) {
    if (on) {
        state.faults = { ...state.faults, [fault]: true };
        state.settings = SWITCHES.find((one) => one.fault === fault).wants(state.settings);
        showSettings();
    } else {
        state.faults = { ...state.faults, [fault]: false };
    }
    showSort(true);
}

function readTyped() {
    const read = parseKeys(byId('typed').value, state.settings.type);
    byId('typed-error').textContent = read.error ?? '';
    byId('typed').setAttribute('aria-invalid', read.error !== undefined);
    if (read.error !== undefined) return;
    state.typed = read.keys;
    change({ n: read.keys.length, source: 'typed' });
}

/* Typing begins with the keys that are there. */
function startTyping() {
    const { keys, type } = state.right;
    byId('typed').value = keys.map((bits) => textOf(bits, type)).join(' ');
    readTyped();
}

/* Keys that were typed stay where the other type has them, too. */
function changeType(type) {
    const read = parseKeys(byId('typed').value, type);
    if (state.settings.source === 'typed' && read.error === undefined) state.typed = read.keys;
    else if (state.settings.source === 'typed') state.settings = { ...state.settings, source: 'random' };
    change({ type });
}

function wire() {
    fill(byId('type'), ...Object.entries(TYPES).map(([type, { name }]) => h('option', { value: type, text: name })));
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    byId('settings').addEventListener('submit', (event) => event.preventDefault());
    on('n', 'change', () => {
        const n = Math.round(Number(byId('n').value)) || 16;
        change({ n: Math.min(MOST_KEYS, Math.max(2, n)) });
    });
    on('digit-bits', 'change', () => change({ digitBits: Number(byId('digit-bits').value) }));
    on('type', 'change', () => changeType(byId('type').value));
    on('order', 'change', () => change({ order: byId('order').value }));
    on('source', 'change', () => {
        const source = byId('source').value;
        if (source === 'typed') startTyping();
        else change({ source });
    });
    on('again', 'click', () => {
        state.seed += 1;
        showSort();
    });
    on('typed', 'input', readTyped);
    on('tiles-bits', 'change', showTiles);
    for (const id of ['onesweep-tiles', 'onesweep-workers', 'onesweep-bits', 'onesweep-sweep'])
        on(id, 'change', showOneSweep);
    on('onesweep-again', 'click', () => {
        state.courseSeed += 1;
        showOneSweep();
    });
}

startTheme(byId('theme'));
wire();
showSettings();
showSort();
createQuiz(byId('quiz'));
createRunView(byId('run'));
try {
    state.library = await sweepsort();
} catch (error) {
    state.library = error;
}
verdict();
/* for the tests of this page: its state and views */
window.lesson = { state, sortView, tilesView, oneSweepView };
