/*
 * The key at hand: as which number it is ordered, its digit, the sum that is its place, and what is wrong with the
 * step, if a rule is broken in it.
 */
import { h, hue } from './dom.js';
import { binaryOf, TYPES } from './keys.js';
import { entryName, ruleOf } from './words.js';

export function nowParts(sort, step, rows, note) {
    const parts =
        step.phase === 'done'
            ? [hintOf(`${sort.sweeps.length} × ${sort.keys.length} moves, and not one comparison.`)]
            : step.phase === 'start' || (step.phase === 'scan' && !rows.sweep.bands)
              ? [hintOf(hint(sort, step))]
              : keyParts(sort, step, rows);
    if (note !== undefined) parts.push(faultLine(note));
    return parts;
}

const hintOf = (text) => h('p', { class: 'hint', text });

const faultLine = (note) =>
    h(
        'p',
        { class: 'fault-note' },
        h('span', { class: 'mark', 'aria-hidden': 'true', text: '!' }),
        h('span', {}, h('b', { text: 'The fault: ' }), note)
    );

function keyParts(sort, step, { sweep }) {
    const { i } = step,
        entry = sweep.entries[i],
        digit = sweep.digits[i];
    const bits = h('span', { class: 'binary' }, ...digitMarked(entry.key, sort.width, sweep, digit));
    const name = h('b', { text: entryName(entry, sort) });
    const parts =
        TYPES[sort.type].kind === 'float'
            ? [h('p', {}, name, ' is ', floatBits(entry.bits)), h('p', {}, 'counts as ', bits)]
            : [h('p', {}, name, entry.key === entry.bits ? ' is ' : ' counts as ', bits)];
    if (step.phase === 'scatter') parts.push(sum(sort, sweep, i, digit));
    return parts;
}

/* The bits with the digit marked. */
function digitMarked(key, width, { place, bits }, digit) {
    const text = binaryOf(key, width),
        end = width - place,
        begin = end - bits;
    return [text.slice(0, begin), h('mark', { style: hue(digit), text: text.slice(begin, end) }), text.slice(end)];
}

/* A float's own bits: sign, exponent, fraction, each with its name below it. */
function floatBits(bits) {
    const text = binaryOf(bits, 16);
    const part = (name, from, to) =>
        h('span', { class: 'field' }, h('span', { text: text.slice(from, to) }), h('small', { text: name }));
    return h('span', { class: 'binary fields' }, part('sign', 0, 1), part('exponent', 1, 6), part('fraction', 6, 16));
}

/* place = where the bucket begins + keys of it before; for one bit, by the flags. */
function sum({ faults: { unstable, inclusive } }, sweep, i, digit) {
    const { bands } = sweep,
        place = term(sweep.destinations[i], 'place', digit);
    const rank = unstable ? 'its rank' : 'of it before';
    if (!bands)
        return sumLine(
            term(sweep.offsets[digit], `bucket ${digit} begins`, digit),
            ' + ',
            term(sweep.ranks[i], rank),
            ' = ',
            place
        );
    const scan = term(bands.scan[i], unstable ? 'zeros arrived' : inclusive ? 'its scan' : 'zeros before');
    if (digit === 0) return sumLine(scan, ' = ', place);
    const own = term(bands.places[i], unstable ? 'arrived before' : 'its place');
    return sumLine(term(bands.zeros, 'zeros'), ' + ', own, ' − ', scan, ' = ', place);
}

const sumLine = (...terms) => h('p', { class: 'sum' }, ...terms);

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
                ? 'It is inclusive: a bucket’s own keys are in it.'
                : 'It is exclusive: a bucket’s own keys are not in it.')
        );
    const rule = ruleOf(type, order, faults.unsigned);
    return `${rule} Only digits are taken from that: the keys themselves move as they are.`;
}
