/*
 * The tables between the keys and the output: a column a bucket, with its bar, its count and where it begins; or, for
 * one bit, a column a key, with its flag, its scan and where it goes.
 */
import { fold, h, hue, scroller } from './dom.js';
import { keyTile } from './key_tile.js';
import { shownBuckets } from './model.js';

/* Cells that fill a table's last part, so that columns stand below each other. They are made anew for each row. */
const padding = (cells) => Array.from({ length: cells }, () => h('td', { class: 'pad' }));

const known = (x) => (x === undefined ? h('span', { class: 'unknown', text: '·' }) : h('b', { text: x }));

/* The row of a split in which a broken rule shows. */
const ROW_OF = { inclusive: 'scan', unstable: 'scan', highest: 'goes to' };

/* For one bit: under each key its flag, the scan, and its destination. fault: the rule that the step at hand breaks. */
export function splitBandsTable(sort, step, rows, { columns: most, rail }, fault) {
    const { sweep, counted, moved, flags, scan } = rows,
        working = step.phase !== 'start',
        columns = rail ? sweep.entries.length : most;
    const part = (from, to) => {
        const own = Array.from({ length: to - from }, (_, k) => from + k);
        const state = (i, name) =>
            i === step.i && working ? `current${fault && name === (ROW_OF[fault] ?? 'key') ? ' faulty' : ''}` : '';
        const row = (name, cell, extra = '') =>
            h(
                'tr',
                { class: extra },
                h('th', { scope: 'row', text: name }),
                ...own.map((i) => h('td', { class: state(i, name) }, cell(i))),
                ...padding(columns - own.length)
            );
        const keyCell = (i) =>
            keyTile(sort, sweep.entries[i], i < counted ? sweep.digits[i] : undefined, {
                name: 'span',
                state: i === step.i && working ? 'current' : i < moved ? 'moved' : '',
            });
        return h(
            'table',
            { class: 'bands', style: { '--columns': columns } },
            h('caption', {}, h('span', { class: 'sr', text: `Keys ${from} to ${to - 1}: flag, scan and destination` })),
            h(
                'tbody',
                {},
                row('key', keyCell, 'input'),
                row('flag', (i) => known(flags[i])),
                row('scan', (i) => known(scan[i])),
                row('goes to', (i) => known(i < moved ? sweep.destinations[i] : undefined), 'goes')
            )
        );
    };
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The keys; a flag for each 0; the scan of the flags; the destination' }),
        ...scroller(rail, 'Keys and flags', fold(sweep.entries.length, columns, part))
    );
}

/* Histogram and offsets: a column a bucket. tall: pixels of the longest bar. */
export function bucketTables(sort, step, { sweep, counts, offsets, next, moved }, layout, fault) {
    const shown = shownBuckets(sweep),
        most = Math.max(...sweep.counts),
        { rail, tall } = layout,
        columns = rail ? shown.length : layout.columns;
    const unit = Math.min(14, tall / most),
        empty = sweep.radix - shown.length;
    const active =
        step.phase === 'scan'
            ? step.i
            : step.phase === 'count' || step.phase === 'scatter'
              ? sweep.digits[step.i]
              : undefined;
    const wide = Math.min(columns, shown.length);
    const part = (from, to) => {
        const own = shown.slice(from, to),
            rest = wide - own.length;
        const state = (d, extra) =>
            d === active ? `current${fault === 'inclusive' && extra === 'offsets' ? ' faulty' : ''}` : '';
        const row = (name, cell, extra = '') =>
            h(
                'tr',
                { class: extra },
                h('th', { scope: 'row', text: name }),
                ...own.map((d) => h('td', { class: state(d, extra) }, cell(d))),
                ...padding(rest)
            );
        const bar = (d) =>
            h('span', {
                class: unit < 5 ? 'bar solid' : 'bar',
                style: { ...hue(d), '--unit': `${unit}px`, '--count': counts[d] },
            });
        const chip = (d) => h('th', { scope: 'col' }, h('span', { class: 'chip', style: hue(d), text: d }));
        return h(
            'table',
            { class: 'buckets', style: { '--shown': wide } },
            h('caption', {}, h('span', { class: 'sr', text: `Buckets ${own[0]} to ${own.at(-1)}` })),
            h(
                'thead',
                {},
                h(
                    'tr',
                    { class: 'bars', style: { '--height': `${unit * most}px` }, 'aria-hidden': 'true' },
                    h('th', {}),
                    ...own.map((d) => h('td', {}, bar(d))),
                    ...padding(rest)
                ),
                h('tr', {}, h('th', { scope: 'row', text: 'bucket' }), ...own.map(chip), ...padding(rest))
            ),
            h(
                'tbody',
                {},
                row('count', (d) => String(counts[d])),
                row('begins at', (d) => known(offsets[d]), 'offsets'),
                moved > 0 && !sort.faults.unstable && row('next goes to', (d) => known(next[d]), 'next')
            )
        );
    };
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The buckets: how many, and where each begins' }),
        ...scroller(rail, 'Buckets', fold(shown.length, columns, part)),
        empty > 0 && h('p', { class: 'hint', text: `${empty} of the ${sweep.radix} buckets are empty and not shown.` })
    );
}
