/*
 * The page: settings in, models made, views shown. It owns the one state that there is.
 */
import sweepsort from 'sweepsort';
import { byId, fill, h } from './dom.js';
import { makeKeys, MOST_KEYS, parseKeys, roundedText, textOf, TYPES } from './keys.js';
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
    asked: { n: 16, digitBits: 2, type: 'u8', order: 'ascending', source: 'random' } /* as the reader has set them */,
    settings: undefined /* the same, with what typed keys and switches want of them */,
    seed: 9,
    typed: undefined /* {type, keys}: the keys that were read in the field last */,
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
    const keys = typedShown() ? state.typed.keys.slice(0, n) : makeKeys(n, type, source, state.seed);
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

/* Whether the keys are those that were typed; where they cannot be read, random ones stand in. */
const typedShown = () => state.asked.source === 'typed' && state.typed !== undefined;

/* The settings as the switches that are on want them. */
const wanted = (settings) =>
    SWITCHES.reduce((now, { fault, wants }) => (state.faults[fault] ? wants(now) : now), settings);

/* Settings from what was asked: typed keys are read in the type at hand and say how many there are. */
function settle() {
    const { type } = wanted(state.asked);
    const read = state.asked.source === 'typed' ? parseKeys(byId('typed').value, type) : {};
    if (read.keys) state.typed = { type, keys: read.keys };
    else if (state.typed?.type !== type) state.typed = undefined;
    const instead = state.typed ? 'The keys that were read before are still shown.' : 'Random keys are shown instead.';
    byId('typed-error').textContent = read.error === undefined ? '' : `${read.error} ${instead}`;
    byId('typed').setAttribute('aria-invalid', read.error !== undefined);
    byId('typed-note').textContent = roundedText(read.rounded ?? []);
    state.settings = wanted({ ...state.asked, n: typedShown() ? state.typed.keys.length : state.asked.n });
}

/* The settings' fields show the state. */
function showSettings() {
    const { n, digitBits, type, order, source } = state.settings;
    byId('n').value = n;
    byId('digit-bits').value = digitBits;
    byId('type').value = type;
    byId('order').value = order;
    byId('source').value = source;
    byId('n').disabled = byId('again').disabled = typedShown();
    byId('typed-field').hidden = source !== 'typed';
}

function change(settings) {
    state.asked = { ...state.asked, ...settings };
    if (settings.type && TYPES[settings.type].kind !== 'float') state.faults = { ...state.faults, unsigned: false };
    byId('n-note').textContent = '';
    settle();
    showSettings();
    showSort();
}

/* How many keys, of which the page shows only so many. */
function changeCount(text) {
    const asked = Math.round(Number(text)),
        n = Math.min(MOST_KEYS, Math.max(2, text.trim() === '' || Number.isNaN(asked) ? 16 : asked));
    change({ n });
    if (n !== asked) byId('n-note').textContent = `The page shows 2 to ${MOST_KEYS} keys: now ${n}.`;
}

function setFault(fault, on) {
    state.faults = { ...state.faults, [fault]: on };
    settle();
    showSettings();
    showSort(true);
    const { asked, settings } = state,
        whole = typedShown() ? state.typed.keys.length : asked.n;
    const notes = [];
    if (settings.n < whole) notes.push(`${settings.n} of ${whole} keys, so that the last tile has a tail`);
    if (settings.type !== asked.type) notes.push(`type ${TYPES[settings.type].name}, which the fault is about`);
    byId('n-note').textContent = notes.length ? `While the switch is on: ${notes.join('; ')}.` : '';
}

/* Typing begins with the keys that are there. */
function startTyping() {
    const { keys, type } = state.right;
    byId('typed').value = keys.map((bits) => textOf(bits, type)).join(' ');
    change({ source: 'typed' });
}

function wire() {
    fill(byId('type'), ...Object.entries(TYPES).map(([type, { name }]) => h('option', { value: type, text: name })));
    const on = (id, event, act) => byId(id).addEventListener(event, act);
    byId('settings').addEventListener('submit', (event) => event.preventDefault());
    on('n', 'change', () => changeCount(byId('n').value));
    on('digit-bits', 'change', () => change({ digitBits: Number(byId('digit-bits').value) }));
    on('type', 'change', () => change({ type: byId('type').value }));
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
    on('typed', 'input', () => change({ source: 'typed' }));
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
settle();
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
