/*
 * The real run: what to run, the charts, and the table with every number.
 */
import { chart, shapeOf } from './chart.js';
import { COURSE, DIGIT_BITS, figure, HYBRID_COPIES, KEY_BITS, predictedCopies, sweepsOf, thousands } from './cost.js';
import { fill, h, onWidth } from './dom.js';
import { findBackends, runAll } from './run.js';

const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7];
const POWERS = ['10³', '10⁴', '10⁵', '10⁶', '10⁷'];
const LOOKS = {
    wasm: { shape: 'circle', kind: 'one' },
    onesweep: { shape: 'star', kind: 'four' },
    hybrid: { shape: 'down', kind: 'five' },
    threads: { shape: 'square', kind: 'two' },
    webgpu: { shape: 'triangle', kind: 'three' },
    once: { shape: 'diamond', kind: 'plan' },
    anew: { shape: 'diamond', kind: 'plan anew' },
    pieces: { shape: 'down', kind: 'plan pieces' },
    course: { shape: 'cross', kind: 'course' },
};

/* How much more than its arithmetic the library in WebAssembly takes here, in a sentence. */
function beyond(rows) {
    const row = rows.find(({ backend, digitBits, error }) => backend === 'wasm' && digitBits === 8 && !error);
    if (row === undefined) return '';
    const factor = row.copies / predictedCopies(8, false);
    return ` With digits of 8 bits WebAssembly took ${figure(factor)} times what its bytes alone would.`;
}

/* onRows(rows, n): called whenever there are other rows. */
export async function createRunView(element, onRows) {
    const rows = [];
    let stop = false,
        running = false,
        found = [];
    const size = h(
        'select',
        { id: 'run-n' },
        ...SIZES.map((n, k) => h('option', { value: n, selected: n === 1e6, text: `${POWERS[k]} keys` }))
    );
    const which = h(
        'select',
        { id: 'run-keys' },
        h('option', { value: 'random', text: 'random' }),
        h('option', { value: 'sorted', text: 'in order already' })
    );
    const choices = h(
        'div',
        { class: 'choices', role: 'group', 'aria-label': 'Where to run' },
        h('p', { class: 'hint', text: 'Looking at what this machine has …' })
    );
    const start = h('button', { type: 'button', id: 'run-start', class: 'strong', text: 'Run', on: { click: run } }),
        halt = h('button', { type: 'button', text: 'Stop', hidden: true, on: { click: () => (stop = true) } });
    const status = h('p', {
        class: 'words',
        role: 'status',
        id: 'run-status',
        text: 'Nothing has run yet: the charts show the arithmetic and the course’s figures.',
    });
    const charts = h('div', { class: 'charts' }),
        legend = h('ul', { class: 'legend' }),
        table = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'All numbers' });
    fill(
        element,
        h(
            'div',
            { class: 'settings inside' },
            h('label', {}, 'How many ', size),
            h('label', {}, 'Which keys ', which),
            choices,
            start,
            halt
        ),
        status,
        charts,
        legend,
        table,
        h('p', {
            class: 'hint',
            text:
                'Keys have 32 bits. Every output is compared with the browser’s own sort, key by key, before its ' +
                'time counts. The copy is timed once for each memory and size, and all rows are divided by it: one ' +
                'of a typed array, by one thread, or one on the GPU, where the keys lie and stay. Times of ' +
                'WebAssembly have the call’s two copies, into the library’s memory and back, which the arithmetic ' +
                'has not; with threads it sorts by the lowest digit first.',
        })
    );
    let shown; /* how many keys the rows are of */
    onWidth(element, () => draw(shown));
    found = await findBackends();
    fill(
        choices,
        ...found.map(({ id, name, why, backend }) =>
            h(
                'label',
                { class: backend ? 'choice' : 'choice absent' },
                h('input', {
                    type: 'checkbox',
                    value: id,
                    checked: Boolean(backend) && !['webgpu', 'onesweep', 'hybrid'].includes(id),
                    disabled: !backend,
                }),
                h('span', {}, `${name} `, h('small', { text: why }))
            )
        )
    );

    async function run() {
        const chosen = [...choices.querySelectorAll('input:checked')].map(({ value }) => value),
            n = Number(size.value);
        const backends = found.filter(({ id }) => chosen.includes(id));
        if (backends.length === 0) {
            status.textContent = 'Choose where to run.';
            return;
        }
        stop = false;
        running = true;
        halt.hidden = false;
        if (document.activeElement === start) halt.focus();
        start.disabled = true;
        rows.length = 0;
        shown = n;
        let wrong = 0;
        try {
            await runAll({
                backends,
                n,
                widths: [...DIGIT_BITS].reverse(),
                seed: 1,
                sorted: which.value === 'sorted',
                say: (text) => (status.textContent = text),
                stopped: () => stop,
                result(row) {
                    rows.push(row);
                    wrong += row.error !== undefined;
                    draw(shown);
                },
            });
            status.textContent = stop
                ? 'Stopped.'
                : wrong
                  ? `${wrong} of ${rows.length} runs gave no time: see the table.`
                  : `Done: ${rows.length} runs of ${thousands(n)} keys, every output checked.${beyond(rows)}`;
        } catch (error) {
            status.textContent = `This did not run: ${error.message}`;
        }
        running = false;
        draw(shown);
        start.disabled = false;
        if (stop || document.activeElement === halt) start.focus();
        halt.hidden = true;
    }

    function draw(n) {
        const ran = found.filter(({ id }) => rows.some(({ backend, error }) => backend === id && error === undefined));
        const measured = (pick) =>
            ran.map(({ id, name }) => ({
                name,
                ...LOOKS[id],
                line: true,
                points: rows
                    .filter(({ backend, error }) => backend === id && error === undefined)
                    .map((row) => [row.digitBits, pick(row)])
                    .sort(([a], [b]) => a - b),
            }));
        const plan = (name, look, recounts) => ({
            name,
            ...LOOKS[look],
            line: true,
            points: DIGIT_BITS.map((bits) => [bits, predictedCopies(bits, recounts)]),
        });
        const plans = [
            plan('by the arithmetic, one counting read', 'once', false),
            plan('by the arithmetic, counted in every sweep', 'anew', true),
            {
                name: 'by the arithmetic, HYBRID',
                ...LOOKS.pieces,
                line: true,
                points: DIGIT_BITS.map((bits) => [bits, HYBRID_COPIES]),
            },
        ];
        const course = { name: `${COURSE.name}, ${thousands(COURSE.keys)} keys`, ...LOOKS.course, line: false };
        const copies = [
            ...plans,
            { ...course, points: COURSE.copies.map((mark) => [mark.digitBits, mark.copies]) },
            ...measured((row) => row.copies),
        ];
        const times = [
            { ...course, points: COURSE.nanoseconds.map((mark) => [mark.digitBits, mark.nanoseconds]) },
            ...measured((row) => (row.milliseconds * 1e6) / row.n),
        ];
        const room = charts.clientWidth,
            width = room < 720 ? Math.max(room, 240) : (room - 24) / 2;
        fill(
            charts,
            chart({ title: 'x copy', series: copies, width }),
            chart({ title: 'nanoseconds a key', series: times, width })
        );
        fill(legend, ...copies.map((one) => h('li', {}, shapeOf(one), one.name)));
        fill(table, numbers(n));
        onRows(rows, n);
    }

    /* A row a digit width: the sweeps, the arithmetic, the course, and what was measured. */
    function numbers(n) {
        const head = ['digit bits', 'sweeps', 'arithmetic, x copy', 'course, x copy'];
        const cells = (bits) => {
            const course = COURSE.copies.find(({ digitBits }) => digitBits === bits);
            const speed = COURSE.nanoseconds.find(({ digitBits }) => digitBits === bits)?.nanoseconds;
            return [
                sweepsOf(KEY_BITS, bits),
                `${predictedCopies(bits, false)} or ${predictedCopies(bits, true)}`,
                course ? `${course.copies}, ${speed.toFixed(1)} ns a key` : '–',
                ...found
                    .filter(({ id }) => rows.some(({ backend }) => backend === id))
                    .map(({ id }) => cell(rows.find((row) => row.backend === id && row.digitBits === bits))),
            ];
        };
        const names = found.filter(({ id }) => rows.some(({ backend }) => backend === id)).map(({ name }) => name);
        return h(
            'table',
            { class: 'numbers' },
            h('caption', { text: n === undefined ? 'By the arithmetic' : `${thousands(n)} keys` }),
            h('thead', {}, h('tr', {}, ...[...head, ...names].map((text) => h('th', { scope: 'col', text })))),
            h(
                'tbody',
                {},
                ...DIGIT_BITS.map((bits) =>
                    h('tr', {}, h('th', { scope: 'row', text: bits }), ...cells(bits).map((text) => h('td', { text })))
                )
            )
        );
    }

    /* '…' is to come yet, '—' was not run */
    const cell = (row) =>
        row === undefined
            ? running
                ? '…'
                : '—'
            : row.error !== undefined
              ? row.error
              : `${figure(row.milliseconds)} ms, ${figure(row.copies)} x copy`;
}
