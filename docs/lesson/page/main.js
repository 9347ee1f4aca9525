/*
 * The page: settings in, models made, views shown. It owns the one state that there is.
 */
import sweepsort from 'sweepsort';
import { fromAddress, toAddress } from './address.js';
import { byId, fill, h } from './dom.js';
import { makeKeys, MOST_KEYS, parseKeys, roundedText, textOf, TYPES } from './keys.js';
import { sortOf } from './model.js';
import { createBitonicView } from './view_bitonic.js';
import { createBytesView } from './view_bytes.js';
import { createCodeView } from './view_code.js';
import { createHand } from './view_hand.js';
import { createQuiz } from './quiz.js';
import { createPairsView } from './view_pairs.js';
import { createRunView } from './view_run.js';
import { createSortView } from './view_sort.js';
import { createStagingView } from './view_staging.js';
import { createSwitches } from './view_switches.js';
import { createOneSweepView, createTilesView } from './view_tiles.js';
import { showVerdict } from './view_verdict.js';
import { breakSort, SWITCHES, wanted, whyWhole } from './switches.js';
import { oneSweepOf, tiledSweep } from './tiles.js';
import { startTheme } from './theme.js';
import { bitsText } from './words.js';

const START = { n: 16, digitBits: 2, type: 'u8', order: 'ascending', source: 'ties' };
const QUIET = 300; /* milliseconds without a step until the address follows */

const state = {
    asked: START /* as the reader has set them */,
    settings: undefined /* the same, with what typed keys and the switch want of them */,
    seed: 9,
    typed: undefined /* {type, keys}: the keys that were read in the field last */,
    fault: undefined /* the rule that is broken */,
    courseSeed: 5,
    library: undefined,
};

const sortView = createSortView(byId('sort-stage'), follow),
    tilesView = createTilesView(byId('tiles-stage')),
    oneSweepView = createOneSweepView(byId('onesweep-stage'));
const switches = createSwitches(byId('switches'), { onChange: setFault, showFault: () => sortView.showFault() });

/* The settings and the keys for a switch that is on, or for none. */
function keyed(settings) {
    const { n, type, source } = settings;
    const keys =
        source === 'typed' && state.typed ? state.typed.keys.slice(0, n) : makeKeys(n, type, source, state.seed);
    return { ...settings, keys };
}

/* For each switch why it can break nothing here. One that wants another type of typed keys reads them anew. */
function reasons() {
    const whole = {};
    for (const { fault } of SWITCHES) {
        const settings = settingsFor(fault).settings,
            typed = state.typed;
        if (settings.type !== state.settings.type && settings.source === 'typed')
            state.typed = readTyped(settings.type).typed;
        whole[fault] = whyWhole(keyed(settings), fault);
        state.typed = typed;
    }
    return whole;
}

function showSort(step = 0) {
    const now = keyed(state.settings),
        whole = reasons();
    if (state.fault && whole[state.fault]) {
        byId('n-note').textContent = `The switch is off again. ${whole[state.fault]}`;
        state.fault = undefined;
        settle();
        showSettings();
        showSort(step);
        return;
    }
    state.right = sortOf(now);
    state.sort = state.fault ? breakSort(now, state.fault) : state.right;
    sortView.show(state.sort, state.right, step);
    switches.show(state.fault, state.sort, whole);
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
        tickets: !byId('onesweep-backwards').checked,
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

/* What was typed, read in a type: {typed, read}. Keys that were read before in that type stay while it cannot be. */
function readTyped(type) {
    if (state.asked.source !== 'typed')
        return { typed: state.typed?.type === type ? state.typed : undefined, read: {} };
    const read = parseKeys(byId('typed').value, type);
    const typed = read.keys ? { type, keys: read.keys } : state.typed?.type === type ? state.typed : undefined;
    return { typed, read };
}

/* The settings with a switch on: typed keys are read in the type at hand and say how many there are. */
function settingsFor(fault) {
    const { type } = wanted(state.asked, fault),
        { typed, read } = readTyped(type);
    const n = state.asked.source === 'typed' && typed ? typed.keys.length : state.asked.n;
    return { settings: wanted({ ...state.asked, n }, fault), typed, read };
}

/* Settings from what was asked. */
function settle() {
    const { settings, typed, read } = settingsFor(state.fault);
    state.settings = settings;
    state.typed = typed;
    const instead = typed ? 'The keys that were read before are still shown.' : 'Random keys are shown instead.';
    byId('typed-error').textContent = read.error === undefined ? '' : `${read.error} ${instead}`;
    byId('typed').setAttribute('aria-invalid', read.error !== undefined);
    byId('typed-note').textContent = roundedText(read.rounded ?? []);
}

const typedShown = () => state.asked.source === 'typed' && state.typed !== undefined;

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
    if (settings.type && TYPES[settings.type].kind !== 'float' && state.fault === 'unsigned') state.fault = undefined;
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

/* One rule is broken at a time: to see what it was for. */
function setFault(fault, on) {
    state.fault = on ? fault : undefined;
    settle();
    showSettings();
    const { asked, settings } = state,
        whole = typedShown() ? state.typed.keys.length : asked.n;
    const notes = [];
    if (settings.n < whole) notes.push(`${settings.n} of ${whole} keys, so that the last tile has a tail`);
    if (settings.type !== asked.type) notes.push(`type ${TYPES[settings.type].name}, which the fault is about`);
    byId('n-note').textContent = notes.length ? `While the switch is on: ${notes.join('; ')}.` : '';
    showSort(sortView.at);
}

/* Typing begins with the keys that are there. */
function startTyping() {
    const { keys, type } = state.right;
    byId('typed').value = keys.map((bits) => textOf(bits, type)).join(' ');
    change({ source: 'typed' });
}

/* The address of what is shown now. */
function addressNow() {
    const { n, digitBits: bits, type, order, source } = state.asked;
    const keys =
        source === 'typed'
            ? byId('typed')
                  .value.trim()
                  .split(/[\s,;]+/)
                  .join(',')
            : undefined;
    return toAddress({ n, bits, type, order, source, seed: state.seed, broken: state.fault, step: sortView.at, keys });
}

let waiting;
function follow() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
        try {
            history.replaceState(null, '', addressNow());
        } catch {
            /* a browser may refuse; the button "Copy" still has the address */
        }
    }, QUIET);
}

/* Shows what an address says; one that names a part of the page is the browser's. */
function goToAddress(hash) {
    clearTimeout(waiting); /* what was shown before must not overwrite it */
    const fields = fromAddress(hash);
    if (fields === undefined) return false;
    const { seed, broken, step, keys, bits, ...settings } = fields;
    if (keys !== undefined) byId('typed').value = keys;
    state.seed = seed ?? state.seed;
    state.fault = broken;
    state.asked = { ...START, ...settings, digitBits: bits ?? START.digitBits };
    settle();
    showSettings();
    showSort(step ?? 0);
    byId('sort-stage').scrollIntoView();
    return true;
}

async function copyAddress() {
    const text = new URL(addressNow(), location.href).href;
    const said = byId('n-note');
    try {
        await navigator.clipboard.writeText(text);
        said.textContent = 'Copied: the address of this step.';
    } catch {
        history.replaceState(null, '', addressNow());
        said.textContent = 'The address of this step stands in the address bar: copy it there.';
    }
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
    on('copy', 'click', copyAddress);
    on('typed', 'input', () => change({ source: 'typed' }));
    on('tiles-bits', 'change', showTiles);
    for (const id of ['onesweep-tiles', 'onesweep-workers', 'onesweep-bits', 'onesweep-sweep', 'onesweep-backwards'])
        on(id, 'change', showOneSweep);
    on('onesweep-again', 'click', () => {
        state.courseSeed += 1;
        showOneSweep();
    });
    addEventListener('hashchange', ({ newURL }) => goToAddress(new URL(newURL).hash));
}

startTheme(byId('theme'));
wire();
if (!goToAddress(location.hash)) {
    settle();
    showSettings();
    showSort();
}
createHand(byId('hand'));
createStagingView(byId('staging'));
createBitonicView(byId('bitonic'));
createPairsView(byId('pairs-card'));
createCodeView(byId('write-card'));
createQuiz(byId('quiz'));
const bytesView = createBytesView(byId('bytes'));
createRunView(byId('run'), bytesView.measured);
try {
    state.library = await sweepsort();
} catch (error) {
    state.library = error;
}
verdict();
/* for the tests of this page: its state and views */
window.lesson = { state, sortView, tilesView, oneSweepView };
