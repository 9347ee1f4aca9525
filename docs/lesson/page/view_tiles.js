/*
 * The stages of many tiles: the scan over buckets x tiles, and OneSweep. Everything shown comes from tiles.js.
 */
import { edges, fill, h, hue, layoutOf, onWidth, svg } from './dom.js';
import { emptySlot, keyTile } from './key_tile.js';
import { createPlayer } from './player.js';
import { oneSweepAt, tiledSteps } from './tiles.js';
import { eventWords, tiledWords, workerName } from './words.js';

/* The keys of a tile; a tile may have none. */
function keysOf(sort, sweep, t, counted) {
    const part = sweep.parts[t];
    if (part.length === 0) return h('p', { class: 'hint', text: 'no keys' });
    const tiles = part.map((k) => keyTile(sort, sweep.entries[k], counted ? sweep.digits[k] : undefined));
    return h('ol', { class: 'keys', style: { '--columns': 4 } }, ...tiles);
}

function outputBand(sort, sweep, slots, columns) {
    const tiles = slots.map((i, place) =>
        i === undefined ? emptySlot(place) : keyTile(sort, sweep.entries[i], sweep.digits[i], { index: place })
    );
    return h(
        'div',
        { class: 'band' },
        h('h3', { text: 'The output of this sweep' }),
        h('ol', { class: 'keys output', style: { '--columns': columns } }, ...tiles)
    );
}

/* A stage: words, a picture, the controls. draw(at) makes the picture anew. */
function makeStage(stage, id, name, draw, partAfter) {
    const words = h('p', { class: 'words', id: `${id}-words`, 'aria-live': 'polite' }),
        picture = h('div', { class: 'picture', id: `${id}-picture` }),
        controls = h('div', { class: 'player' });
    fill(stage, h('div', { class: 'say' }, words), picture, controls);
    const player = createPlayer({ stage, element: controls, name, said: words, onStep: draw, partAfter, quiet: true });
    onWidth(picture, () => draw(player.at));
    return { words, picture, player };
}

export function createTilesView(stage) {
    let sort,
        sweep,
        steps = [];
    const made = makeStage(
        stage,
        'tiles',
        'the tiles',
        (at) => sort && draw(at),
        (at) => {
            const phase = steps[Math.min(at + 1, steps.length - 1)].phase;
            return steps.findLastIndex((step) => step.phase === phase);
        }
    );

    function draw(at) {
        const { phase, i } = steps[at],
            { words, picture } = made;
        words.textContent = tiledWords(sweep, steps[at]);
        const reach = ['start', 'count', 'scan', 'scatter', 'done'].indexOf(phase);
        const done = (own, all) => (reach > own ? all : reach === own ? i + 1 : 0);
        const counted = done(1, sweep.tiles),
            scanned = done(2, sweep.row.length),
            moved = done(3, sweep.tiles);
        const slots = new Array(sweep.digits.length).fill(undefined);
        for (const k of sweep.parts.slice(0, moved).flat()) slots[sweep.destinations[k]] = k;
        const current = phase === 'count' || phase === 'scatter' ? i : phase === 'scan' ? i % sweep.tiles : undefined;
        fill(
            picture,
            h(
                'div',
                { class: 'tiles', style: { '--tiles': sweep.tiles } },
                ...sweep.parts.map((_, t) =>
                    h(
                        'div',
                        { class: `tile${t === current ? ' current' : ''}${t < moved ? ' moved' : ''}` },
                        h('h3', { text: `Tile ${t}` }),
                        keysOf(sort, sweep, t, t < counted)
                    )
                )
            ),
            matrix(counted, scanned, phase === 'scan' ? i : undefined),
            outputBand(sort, sweep, slots, layoutOf(picture).columns)
        );
    }

    /* Buckets x tiles: counts, and below each, once the scan has been there, where those keys begin. */
    function matrix(counted, scanned, at) {
        const { tiles, radix, row, scanned: starts } = sweep;
        const cell = (digit, t) => {
            const k = digit * tiles + t,
                known = k < scanned;
            return h(
                'td',
                { class: `${k === at ? 'current' : ''}${known ? ' known' : ''}` },
                h('span', { class: 'count', text: t < counted ? row[k] : '·' }),
                h(
                    'span',
                    { class: 'start' },
                    h('span', { class: 'arrowhead', 'aria-hidden': 'true', text: '→ ' }),
                    h('span', { class: 'sr', text: ' begins at ' }),
                    known ? String(starts[k]) : '·'
                )
            );
        };
        return h(
            'div',
            { class: 'band' },
            h('h3', { text: 'How many keys of each digit in each tile → where they begin' }),
            h(
                'div',
                { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Buckets and tiles' },
                h(
                    'table',
                    { class: 'matrix' },
                    h(
                        'thead',
                        {},
                        h(
                            'tr',
                            {},
                            h('th', { scope: 'col', text: 'bucket' }),
                            ...sweep.parts.map((_, t) => h('th', { scope: 'col', text: `tile ${t}` }))
                        )
                    ),
                    h(
                        'tbody',
                        {},
                        ...Array.from({ length: radix }, (_, digit) =>
                            h(
                                'tr',
                                {},
                                h('th', { scope: 'row' }, h('span', { class: 'chip', style: hue(digit), text: digit })),
                                ...sweep.parts.map((_, t) => cell(digit, t))
                            )
                        )
                    )
                )
            )
        );
    }

    return {
        show(newSort, newSweep) {
            sort = newSort;
            sweep = newSweep;
            steps = tiledSteps(sweep);
            made.player.set(steps.length);
        },
        get sweep() {
            return sweep;
        },
        go: (at) => made.player.go(at),
    };
}

const STATUS = {
    free: ['○', 'not taken'],
    claimed: ['◔', 'taken'],
    counted: ['◑', 'counted'],
    partial: ['◑', 'partial published'],
    waiting: ['…', 'waiting'],
    looking: ['◕', 'looking back'],
    inclusive: ['◕', 'inclusive published'],
    done: ['●', 'done'],
};

export function createOneSweepView(stage) {
    let sort, course;
    const made = makeStage(
        stage,
        'onesweep',
        'OneSweep',
        (at) => course && draw(at),
        () => course.events.length
    );

    function draw(at) {
        const { words, picture } = made,
            { sweep } = course;
        const { tiles, slots, finished, last } = oneSweepAt(course, at);
        words.textContent =
            at > 0 && at === course.events.length && !course.stuck
                ? `${eventWords(last)} All are done, in the order ${finished.join(', ')}.`
                : eventWords(last);
        const overlay = svg('svg', { class: 'overlay', 'aria-hidden': 'true' });
        const cards = tiles.map((tile, t) => card(tile, t, last));
        fill(
            picture,
            h('div', { class: 'tiles publish', style: { '--tiles': 4 } }, ...cards),
            h('p', {
                class: 'hint',
                text: `Ended so far: ${finished.length ? finished.map((t) => `tile ${t}`).join(', ') : 'none'}.`,
            }),
            outputBand(sort, sweep, slots, layoutOf(picture).columns),
            at > 0 &&
                h(
                    'div',
                    { class: 'band' },
                    h('h3', { text: 'The last events' }),
                    h(
                        'ol',
                        { class: 'log' },
                        ...course.events
                            .slice(Math.max(0, at - 5), at)
                            .reverse()
                            .map((event) => h('li', { text: eventWords(event) }))
                    )
                ),
            overlay
        );
        if (last?.kind === 'look') drawLook(picture, overlay, cards[last.tile], cards[last.at], last.saw);
    }

    function card(tile, t, last) {
        const [sign, status] = STATUS[tile.status],
            { sweep } = course;
        const started = tile.status !== 'free' && tile.status !== 'claimed';
        return h(
            'div',
            { class: `tile ${tile.status}${last?.tile === t ? ' current' : ''}`, 'data-tile': t },
            h(
                'h3',
                {},
                `Tile ${t} `,
                h('small', { text: tile.worker === undefined ? '' : `worker ${workerName(tile.worker)}` })
            ),
            h('p', { class: 'status' }, h('span', { 'aria-hidden': 'true', text: `${sign} ` }), status),
            keysOf(sort, sweep, t, started),
            published(tile.published, sweep)
        );
    }

    function published(word, { radix }) {
        const name = word === undefined ? 'nothing published' : word.kind;
        const counts = Array.from({ length: radix }, (_, digit) =>
            h(
                'span',
                { class: 'chip', style: hue(digit) },
                h('small', { text: `${digit}:` }),
                h('b', { text: word?.counts[digit] ?? '·' })
            )
        );
        return h(
            'div',
            { class: `published ${word?.kind ?? 'none'}` },
            h('span', { class: 'flag', text: name }),
            h('div', { class: 'counts' }, ...counts)
        );
    }

    return {
        show(newSort, newCourse) {
            sort = newSort;
            course = newCourse;
            made.player.set(course.events.length + 1);
        },
        get course() {
            return course;
        },
        go: (at) => made.player.go(at),
    };
}

/* A look from one tile back to another: along the upper edges, from right to left. */
function drawLook(picture, overlay, from, to, saw) {
    overlay.setAttribute('width', picture.clientWidth);
    overlay.setAttribute('height', picture.clientHeight);
    const a = edges(from, picture),
        b = edges(to, picture);
    if (Math.abs(a.top - b.top) > 4) {
        /* to the row above: from the looker's upper edge to the other's lower edge */
        const end = b.bottom + 1;
        const shaft = `M${a.x} ${a.top} C${a.x} ${a.top - 16} ${b.x} ${end + 22} ${b.x} ${end + 7}`;
        const head = `M${b.x - 5} ${end + 9} L${b.x} ${end} L${b.x + 5} ${end + 9} Z`;
        overlay.append(
            svg(
                'g',
                { class: `arrow look ${saw}` },
                svg('path', { class: 'shaft', d: shaft }),
                svg('path', { class: 'head', d: head })
            )
        );
        return;
    }
    const y = a.top + 2,
        lift = 22;
    overlay.append(
        svg(
            'g',
            { class: `arrow look ${saw}` },
            svg('path', { class: 'shaft', d: `M${a.x} ${y} C${a.x} ${y - lift} ${b.x} ${y - lift} ${b.x} ${y - 6}` }),
            svg('path', { class: 'head', d: `M${b.x - 5} ${y - 9} L${b.x} ${y} L${b.x + 5} ${y - 9} Z` })
        )
    );
}
