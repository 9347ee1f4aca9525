/*
 * The same sweep on many tiles: per-tile histograms and one scan over all of them; then OneSweep, in which tiles run
 * when they like and find out by looking back. Pure: a simulation is a list of events, and a picture is made from its
 * first k.
 */
import { count, digitOf, exclusiveScan, ranks } from './model.js';
import { randomOf } from './keys.js';

/* The tiles: for each the indices of its entries. */
function tilesOf(n, tiles) {
    const size = Math.ceil(n / tiles);
    return Array.from({ length: tiles }, (_, t) =>
        Array.from({ length: Math.max(0, Math.min(size, n - t * size)) }, (_, i) => t * size + i)
    );
}

/* One sweep in tiles. counts[tile][digit], starts[tile][digit]: where that tile's keys of that digit begin. */
export function tiledSweep(entries, tiles, place, bits) {
    const radix = 2 ** bits,
        parts = tilesOf(entries.length, tiles);
    const digits = entries.map(({ key }) => digitOf(key, place, bits));
    const counts = parts.map((part) =>
        count(
            part.map((i) => digits[i]),
            radix
        )
    );
    /* bucket by bucket, and within a bucket tile by tile */
    const row = Array.from({ length: radix * tiles }, (_, cell) => counts[cell % tiles][Math.floor(cell / tiles)]);
    const scanned = exclusiveScan(row);
    const starts = parts.map((_, t) => Array.from({ length: radix }, (_, digit) => scanned[digit * tiles + t]));
    const localRanks = parts.flatMap((part) => ranks(part.map((i) => digits[i])));
    const destinations = parts.flatMap((part, t) => part.map((i) => starts[t][digits[i]] + localRanks[i]));
    return {
        entries,
        tiles,
        parts,
        place,
        bits,
        radix,
        digits,
        counts,
        row,
        scanned,
        starts,
        localRanks,
        destinations,
    };
}

function moved(entries, destinations) {
    const out = new Array(entries.length);
    destinations.forEach((to, i) => (out[to] = entries[i]));
    return out;
}

/* Steps of a tiled sweep: each tile counts, each cell of buckets x tiles is scanned, each tile scatters. */
export function tiledSteps({ tiles, radix }) {
    const each = (phase, length) => Array.from({ length }, (_, i) => ({ phase, i }));
    return [
        { phase: 'start', i: 0 },
        ...each('count', tiles),
        ...each('scan', radix * tiles),
        ...each('scatter', tiles),
        { phase: 'done', i: 0 },
    ];
}

/*
 * OneSweep: `workers` workers take tiles by ticket and each goes on in turns that chance decides (seed). Sweep by
 * sweep: {sweep: a tiled sweep, bucketStarts, events, stuck}, and at the end {output}. A worker stands for a group that
 * is resident on a GPU: it keeps its place until its tile is done, and groups that find none wait outside.
 *
 * An event: {kind, worker, tile} and for a look {at, saw}, for what is published {counts}, for a look that adds
 * {sum}: ticket, count, partial, look, inclusive, scatter. A look that sees nothing is made again when there is
 * something. Without tickets the tiles are taken from the last one on, as a GPU that starts groups in any order may
 * do; with fewer workers than tiles nobody can go on then: the last event is {kind: 'stuck', workers, tiles}, and later sweeps begin with what a right one would have left.
 */
export function oneSweepOf({ input, width, digitBits, tiles, workers, seed, tickets = true }) {
    const random = randomOf(seed),
        sweeps = [];
    let array = input;
    for (let place = 0; place < width; place += digitBits) {
        const sweep = tiledSweep(array, tiles, place, digitBits);
        const bucketStarts = exclusiveScan(count(sweep.digits, sweep.radix)); /* from the one read before all sweeps */
        const { events, destinations, stuck } = simulate(sweep, bucketStarts, workers, random, tickets);
        const output = moved(array, stuck ? sweep.destinations : destinations);
        sweeps.push({ sweep, bucketStarts, events, destinations, output, stuck });
        array = output;
    }
    return { tiles, workers, sweeps, output: array };
}

function simulate(sweep, bucketStarts, workers, random, tickets) {
    const { parts, counts, tiles, radix, digits, localRanks } = sweep;
    const published = new Array(tiles).fill(undefined),
        destinations = new Array(digits.length);
    const events = [];
    const team = Array.from({ length: workers }, () => ({ tile: undefined, next: 'ticket' }));
    let ticket = 0;
    const say = (worker, kind, more = {}) => events.push({ kind, worker, tile: team[worker].tile, ...more });

    /* One action of a worker. */
    function act(worker) {
        const me = team[worker];
        switch (me.next) {
            case 'ticket':
                me.tile = tickets ? ticket : tiles - 1 - ticket;
                ticket++;
                say(worker, 'ticket');
                me.next = 'count';
                break;
            case 'count':
                say(worker, 'count');
                me.sum = new Array(radix).fill(0);
                me.at = me.tile - 1;
                me.next = me.tile === 0 ? 'inclusive' : 'partial';
                break;
            case 'partial':
                published[me.tile] = { kind: 'partial', counts: counts[me.tile] };
                say(worker, 'partial', { counts: counts[me.tile] });
                me.next = 'look';
                break;
            case 'look': {
                const seen = published[me.at];
                if (seen !== undefined) me.sum = me.sum.map((sum, digit) => sum + seen.counts[digit]);
                say(worker, 'look', { at: me.at, saw: seen === undefined ? 'nothing' : seen.kind, sum: me.sum });
                me.waits = seen === undefined;
                if (seen?.kind === 'inclusive') me.next = 'inclusive';
                else if (seen !== undefined) me.at--;
                break;
            }
            case 'inclusive': {
                const all = counts[me.tile].map((own, digit) => own + me.sum[digit]);
                published[me.tile] = { kind: 'inclusive', counts: all };
                say(worker, 'inclusive', { counts: all, sum: me.sum });
                me.next = 'scatter';
                break;
            }
            case 'scatter':
                for (const i of parts[me.tile])
                    destinations[i] = bucketStarts[digits[i]] + me.sum[digits[i]] + localRanks[i];
                say(worker, 'scatter');
                me.next = 'ticket';
                break;
        }
    }
    const canAct = ({ next, waits, at }) =>
        next === 'ticket' ? ticket < tiles : next !== 'look' || !waits || published[at] !== undefined;
    for (;;) {
        const able = team.flatMap((me, worker) => (canAct(me) ? [worker] : []));
        if (able.length === 0) {
            const stuck = ticket < tiles;
            if (stuck) events.push({ kind: 'stuck', workers, tiles });
            return { events, destinations, stuck };
        }
        act(able[Math.floor(random() * able.length)]);
    }
}

/* The picture after the first k events of one sweep. */
export function oneSweepAt({ sweep, events, destinations }, k) {
    const tiles = sweep.parts.map(() => ({ status: 'free', worker: undefined, published: undefined, sum: undefined })),
        slots = new Array(sweep.digits.length).fill(undefined),
        finished = [];
    for (const event of events.slice(0, k)) {
        if (event.kind === 'stuck') break;
        const tile = tiles[event.tile];
        tile.looking = undefined;
        tile.sum = event.sum ?? tile.sum;
        tile.worker = event.worker;
        switch (event.kind) {
            case 'ticket':
                tile.status = 'claimed';
                break;
            case 'count':
                tile.status = 'counted';
                break;
            case 'look':
                tile.status = event.saw === 'nothing' ? 'waiting' : 'looking';
                tile.looking = event.at;
                break;
            case 'partial':
            case 'inclusive':
                tile.status = event.kind;
                tile.published = { kind: event.kind, counts: event.counts };
                break;
            case 'scatter':
                tile.status = 'done';
                finished.push(event.tile);
                for (const i of sweep.parts[event.tile]) slots[destinations[i]] = i;
                break;
        }
    }
    return { tiles, slots, finished, last: events[k - 1] };
}
