/*
 * The rows that the stage of the sort shows, and those that it must show, by the library.
 */
import { ordered, TYPES } from '../../page/keys.js';
import { libraryDigit, libraryOrder, library } from '../tools.mjs';

/* In the page: what the stage of the sort shows, as rows. */
function readRows() {
    const picture = document.querySelector('#sort-picture'),
        list = (selector, read) => [...picture.querySelectorAll(selector)].map(read);
    const text = (element) => element.textContent.trim(),
        number = (element) => (text(element) === '·' ? null : Number(text(element)));
    const id = (element) => (element.dataset.id === undefined ? null : Number(element.dataset.id));
    const rowsOf = (table, name) =>
        list(`table.${table} tr`, (row) => row)
            .filter((row) => row.querySelector('th[scope=row]')?.textContent === name)
            .flatMap((row) => [...row.querySelectorAll('td:not(.pad), th[scope=col]')]);
    return {
        words: text(document.querySelector('#sort-words')),
        input: list('.input > li, .input td > .key', id),
        digits: list('.input > li .digit, .input td .digit', (x) => (text(x) === '' ? null : Number(text(x)))),
        buckets: rowsOf('buckets', 'bucket').map(number),
        counts: rowsOf('buckets', 'count').map(number),
        bars: list('.bar', (bar) => Number(bar.style.getPropertyValue('--count'))),
        offsets: rowsOf('buckets', 'begins at').map(number),
        next: rowsOf('buckets', 'next goes to').map(number),
        flags: rowsOf('bands', 'flag').map(number),
        scan: rowsOf('bands', 'scan').map(number),
        goes: rowsOf('bands', 'goes to').map(number),
        output: list('.output > li', id),
        wrong: list('.output > li', (x) => x.classList.contains('wrong')),
        arrows: list('.overlay .arrow.current', () => 1).length,
    };
}

export const shownRows = (page) => page.evaluate(readRows);

/* The rows now, and after each of `times` presses of a button of the sort's stage. */
export const rowsOfPresses = (page, act, times) =>
    page.evaluate(`{
        const read = ${readRows},
            button = document.querySelector('#sort-stage [data-act=${act}]'),
            all = [read()];
        for (let k = 0; k < ${times}; k++) {
            button.click();
            all.push(read());
        }
        all;
    }`);

/* The first numbers of a row; the others are not known yet. */
const upTo = (list, limit) => list.map((x, i) => (i < limit ? x : null));

/* What it must show, by the library: `keys` as the sweep finds them are the library's order of the digits below. */
export function wantedRows(one, step) {
    const { width } = TYPES[one.type],
        place = step.sweep * one.digitBits,
        n = one.keys.length;
    const phase = ['start', 'count', 'scan', 'scatter', 'done'].indexOf(step.phase);
    if (step.phase === 'done') return { output: libraryOrder(one) };
    const input = place === 0 ? one.keys.map((_, i) => i) : libraryOrder(one, 0, place),
        found = input.map((i) => one.keys[i]);
    const transformed = found.map((bits) => ordered(bits, one.type, one.order));
    const reach = (own) => (phase > own ? n : phase === own ? step.i + 1 : 0);
    const all = libraryDigit(transformed, place, one.digitBits),
        seen = libraryDigit(transformed.slice(0, reach(1)), place, one.digitBits).counts,
        gone = libraryDigit(transformed.slice(0, reach(3)), place, one.digitBits).counts;
    const order = libraryOrder({ ...one, keys: found }, place, Math.min(place + one.digitBits, width)),
        goes = order.reduce((list, i, to) => ((list[i] = to), list), []);
    const output = new Array(n).fill(null);
    goes.forEach((to, i) => i < reach(3) && (output[to] = input[i]));
    const digits = transformed.map((key) => Math.floor(key / 2 ** place) % 2 ** one.digitBits);
    const wanted = { input, output, digits: upTo(digits, reach(1)), arrows: phase === 3 ? 1 : 0 };
    if (one.digitBits === 1) {
        const flags = digits.map((bit) => 1 - bit);
        return {
            ...wanted,
            flags: upTo(flags, reach(1)),
            scan: upTo([...library.offsets(Uint32Array.from(flags))], reach(2)),
            goes: upTo(goes, reach(3)),
        };
    }
    const buckets = all.counts.map((_, digit) => digit).filter((digit) => one.digitBits <= 4 || all.counts[digit] > 0);
    const pick = (list) => buckets.map((digit) => list[digit]);
    const known = (digit) => phase > 2 || (phase === 2 && digit <= step.i);
    return {
        ...wanted,
        buckets,
        counts: pick(seen),
        bars: pick(seen),
        offsets: pick(all.offsets.map((x, digit) => (known(digit) ? x : null))),
        next: phase === 3 ? pick(all.offsets.map((x, digit) => x + gone[digit])) : [],
    };
}
