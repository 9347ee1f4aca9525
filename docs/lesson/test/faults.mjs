/*
 * Plants faults in the lesson, one at a time, and expects a suite to fail each time. In: a regular expression, for
 * those faults alone that it meets; run where run.sh copied the lesson. The copies lie in planted/.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url)),
    copy = fileURLToPath(new URL('../../planted/', import.meta.url));

const STEPS = 'every step of whole sorts',
    SWITCH = 'each switch breaks',
    RUN = 'a real run',
    KEYBOARD = 'by the keyboard',
    CHECKER = 'an accessibility checker';

/* file, what stands there, what shall, the suite, and the names of the tests that ought to see it */
const FAULTS = [
    ['keys.js', 'bits & sign ? bits ^ all : bits ^ sign', 'bits ^ sign', 'model', 'transformed key'],
    ['keys.js', 'if (magnitude > INFINITY) return all;', '', 'model', 'transformed key'],
    ['keys.js', 'rest === 0.5 && below % 2 === 1', 'rest === 0.5', 'model', 'nearest'],
    ['keys.js', 'value < low ||', '', 'model', 'cannot be a key'],
    [
        'model.js',
        '(faults.inclusive ? inclusiveScan : exclusiveScan)(counts)',
        'inclusiveScan(counts)',
        'model',
        'every sweep',
    ],
    ['model.js', 'const arrival = faults.unstable ?', 'const arrival = random ?', 'model', 'every sweep'],
    ['model.js', 'return highest ? places.reverse() : places;', 'return places;', 'model', 'every switch'],
    ['switches.js', 'if (disorder.length > 0) return sort;', 'return sort;', 'model', 'every switch'],
    ['where.js', 'if (took === before) return undefined;', '', 'model', 'where a broken rule'],
    ['where.js', "['unstable', 'unsigned', 'highest']", "['unstable', 'highest']", 'model', 'where a broken rule'],
    ['address.js', 'Object.hasOwn(FIELDS, name) ? FIELDS[name](text) : undefined', 'text', 'model', 'an address'],
    ['hand.js', 'place.get(a.id) > place.get(b.id)', 'false', 'model', 'by hand'],
    ['predict.js', 'if (place === to)', 'if (place >= to)', 'model', 'predictions'],
    [
        'pseudo.js',
        '{ count: `count[${digit}] = ${rows.counts[digit]}` }',
        '{ count: `count[${digit}]` }',
        'model',
        'pseudocode',
    ],
    ['pairs.js', 'own.get(payload) !== key', 'false', 'model', 'pairs'],
    ['bitonic.js', '(k * (k + 1)) / 2', 'k * k', 'model', 'bitonic'],
    ['staging.js', 'is && i < lane', 'is && i <= lane', 'model', 'inside a tile'],
    ['exercise.js', 'x !== wanted[part][i]', 'false', 'model', 'the exercise'],
    [
        'questions.js',
        'numbers.every((x, k) => x === wanted[k])',
        'numbers.some((x, k) => x === wanted[k])',
        'model',
        'questions',
    ],
    ['tiles.js', 'tickets ? ticket : tiles - 1 - ticket', 'ticket', 'model', 'without tickets'],
    [
        'cost.js',
        "if (way === 'hybrid') return [block('count', 0), ",
        "if (way === 'hybrid') return [",
        'model',
        'blocks',
    ],
    ['player.js', 'onSwipe(said.parentElement,', 'onSwipe(element,', 'page', 'on a phone'],
    ['view_sort.js', 'if (cell) centre(rail, cell);', '', 'page', 'on a phone'],
    ['stage.css', 'position: sticky;\n        bottom: 0;', '', 'page', 'on a phone'],
    ['parts.css', '*::after {\n        transition: none', '.none {\n        transition: none', 'page', 'no motion'],
    ['key_tile.js', "h('span', { class: 'sr', text: said }),", '', 'page', 'a screen reader'],
    ['index.html', 'href="#pairs"', 'href="#pair"', 'model', 'links lead'],

    ['view_hand.js', 'list.setPointerCapture(event.pointerId);', '', 'page', 'by hand'],
    ['view_hand.js', "list.addEventListener('pointermove'", "list.addEventListener('mousemove'", 'page', 'by hand'],
    ['arrow_keys.js', 'target.matches(KEEP) ||', '', 'page', 'the arrow keys'],
    ['main.js', 'history.replaceState', 'void', 'page', 'the arrow keys'],
    ['view_sort.js', 'asked = at;\n            draw', 'draw', 'page', 'predict'],
    ['sandbox.js', 'within(LIMIT, () => ({ stopped: at }));', '', 'page', 'own code'],
    ['view_switches.js', 'box.disabled = !on && whole[fault] !== undefined;', '', 'page', SWITCH],
    ['model.js', 'zeros + places[i] - scan[i]', 'zeros + places[i] - scan[i] - 1', 'model', 'every sweep'],
    ['model.js', 'k < moved && to >= sweep.n', 'k < moved && to >= sweep.n - 1', 'model', 'every step'],
    ['model.js', 'offset + movedOf[digit]', 'offset', 'model', 'every step'],
    ['model.js', 'own > 0 ? [digit]', 'own > 1 ? [digit]', 'page', STEPS],
    ['model.js', 'const tail = faults.guarded ?', 'const tail = false ?', 'model', 'every switch'],
    ['model.js', 'width - (missing ? digitBits : 0)', 'width', 'model', 'every switch'],
    ['model.js', 'Boolean(faults.unsigned &&', 'Boolean(false &&', 'model', 'every switch'],
    ['model.js', 'rank(a) === rank(b) && a.id', 'false && a.id', 'model', 'the verdict'],
    ['tiles.js', 'scanned[digit * tiles + t]', 'scanned[digit * tiles]', 'model', 'many tiles'],
    ['tiles.js', 'Math.floor(cell / tiles)', 'cell % radix', 'model', 'many tiles'],
    [
        'tiles.js',
        "if (seen?.kind === 'inclusive') me.next = 'inclusive';",
        "if (seen !== undefined) me.next = 'inclusive';",
        'model',
        'OneSweep',
    ],
    ['tiles.js', "me.tile === 0 ? 'inclusive' : 'partial'", "'partial'", 'model', 'OneSweep'],
    ['tiles.js', 'me.at--', 'me.at -= 2', 'model', 'OneSweep'],
    ['tiles.js', '+ me.sum[digits[i]] +', '+', 'model', 'OneSweep'],
    ['cost.js', '1.5 * sweeps : sweeps + 0.5', '1.5 * sweeps : sweeps + 1', 'model', 'arithmetic'],
    ['switches.js', 'n: settings.n - 3', 'n: settings.n', 'model', 'every switch'],
    ['view_tables.js', 'known(offsets[d])', 'known(counts[d])', 'page', STEPS],
    ['view_tables.js', 'known(next[d])', 'known(offsets[d])', 'page', STEPS],
    ['view_tables.js', "'--count': counts[d]", "'--count': sweep.counts[d]", 'page', STEPS],
    ['view_tables.js', 'known(scan[i])', 'known(flags[i])', 'page', STEPS],
    ['view_sort.js', "arrowOf(step.i, 'current')", 'undefined', 'page', STEPS],
    ['view_sort.js', 'wrong: entry.id !== right.result[place].id', 'wrong: false', 'page', SWITCH],
    ['view_verdict.js', 'order.every((id, place)', 'order.some((id, place)', 'page', SWITCH],
    ['view_tiles.js', 'slots[sweep.destinations[k]] = k', 'slots[k] = k', 'page', 'many tiles'],
    ['view_tiles.js', "if (last?.kind === 'look')", 'if (false)', 'page', 'many tiles'],
    ['player.js', 'stepTo(at - 1)', 'stepTo(at - 2)', 'page', STEPS],
    ['player.js', "said.setAttribute('aria-live', 'off');", '', 'page', 'to the end of each part'],
    ['main.js', "read.error === undefined ? '' :", 'true ? "" :', 'page', 'typed keys'],
    ['main.js', 'state.typed?.type === type ? state.typed : undefined;', 'state.typed;', 'page', 'typed keys'],
    [
        'main.js',
        'state.settings = settings;',
        'state.settings = state.asked = settings;',
        'page',
        'a switch gives back',
    ],
    ['words.js', "if (kind === 'float' && asUnsigned)", 'if (false)', 'model', 'the words on floats'],
    ['words.js', "broken ? 'would' : 'will'", "'will'", 'model', 'every switch'],
    ['view_run.js', 'if (stop || document.activeElement === halt) start.focus();', '', 'page', 'after Stop'],
    ['view_run.js', 'running = false;\n        draw(shown);', '', 'page', 'after Stop'],
    ['run.js', 'if (got[i] !== expected[i])', 'if (false)', 'page', RUN],
    ['run.js', "memory: 'page',", "memory: 'page', gone: fetch('https://localhost:1/').catch(() => 0),", 'page', RUN],
    ['base.css', 'outline: 3px solid var(--accent);', 'outline: none;', 'page', KEYBOARD],
    ['base.css', '--soft: #565e68;', '--soft: #a9aeb6;', 'page', CHECKER],
    ['stage.css', 'overflow-x: auto;', 'min-width: 50rem;', 'page', CHECKER],
    ['quiz.js', 'id: `question-${q}`,', 'id: `question-${q}`, tabindex: -1,', 'page', KEYBOARD],
    ['player.js', "'aria-label': label, title: label,", '', 'page', CHECKER],
    ['theme.js', "now() === 'dark' ? 'light' : 'dark'", "'dark'", 'page', 'the colours'],
];

function freshCopy() {
    rmSync(copy, { recursive: true, force: true });
    cpSync(top, copy, { recursive: true });
}

/* What came of the tests with these names, on a page that was built anew: {status, why}. The status is 124 where they
   hang; why: the first thing that they found. */
function run(suite, names) {
    const go = (...words) =>
        execFileSync(process.execPath, words, {
            cwd: copy,
            stdio: 'pipe',
            timeout: 600000,
            encoding: 'utf8',
            env: { PATIENCE: '20000', ...process.env },
        });
    try {
        go('build.mjs', '../../package', 'built/index.html');
        go(`--test-name-pattern=${names}`, `test/${suite}.mjs`);
        return { status: 0 };
    } catch (error) {
        const [, why] = /^ *error: (?:\|-\n)?(.*(?:\n.*){2})/m.exec(error.stdout ?? '') ?? [];
        return { status: error.status ?? 124, why: (why ?? error.message).replace(/\s+/g, ' ').slice(0, 160) };
    }
}

const [only] = process.argv.slice(2);
const faults = FAULTS.filter((fault) => only === undefined || new RegExp(only).test(fault.join(' ')));
let missed = 0;
freshCopy();
for (const suite of new Set(faults.map((fault) => fault[3]))) {
    const names = faults.filter((fault) => fault[3] === suite).map((fault) => fault[4]);
    const { status, why } = run(suite, [...new Set(names)].join('|'));
    console.log(`without a fault, ${suite} ends with ${status} ${why ?? ''}`);
    if (status !== 0) process.exit(status === 77 ? 77 : 1);
}
for (const [file, from, to, suite, names] of faults) {
    freshCopy();
    const text = readFileSync(`${copy}page/${file}`, 'utf8');
    let result = 'NOT PLANTED',
        why = '';
    if (text.includes(from)) {
        writeFileSync(`${copy}page/${file}`, text.replaceAll(from, to));
        const found = run(suite, names);
        result = found.status === 0 ? 'MISSED' : 'seen';
        why = found.why ?? '';
    }
    console.log(`${result.padEnd(8)} ${file}: ${from} -> ${to}\n    ${why}`);
    missed += result !== 'seen';
}
rmSync(copy, { recursive: true, force: true });
console.log(`${faults.length - missed} passed, ${missed} failed`);
process.exit(missed > 0 ? 1 : 0);
