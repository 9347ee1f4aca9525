/*
 * A chart against digit bits: a logarithmic axis, a mark and a line a series, each with a shape of its own. Pictures
 * only: the same numbers stand in a table beside it.
 */
import { svg } from './dom.js';
import { DIGIT_BITS } from './cost.js';

const HEIGHT = 280,
    LEFT = 52,
    RIGHT = 14,
    TOP = 34,
    BOTTOM = 44;

const SHAPES = {
    circle: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
    square: 'M-4.5-4.5h9v9h-9z',
    triangle: 'M0-6 5.5 4.5h-11z',
    diamond: 'M0-6 6 0 0 6-6 0z',
    cross: 'M-5-5 5 5M-5 5 5-5',
    down: 'M0 6 5.5-4.5h-11z',
    star: 'M-5 0h10M0-5v10M-3.5-3.5l7 7M-3.5 3.5l7-7',
};

/* A mark by itself, for a legend. */
export const shapeOf = ({ shape, kind }) =>
    svg(
        'svg',
        { viewBox: '-8 -8 16 16', class: `shape ${kind}`, 'aria-hidden': 'true' },
        svg('path', { d: SHAPES[shape] })
    );

/* 0.1, 1, 10, 100, 10³, 10⁴ ... */
function power(tick) {
    const exponent = Math.round(Math.log10(tick));
    return exponent > 2
        ? `10${[...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`
        : String(10 ** exponent);
}

/*
 * series: [{name, shape, kind (its class), line (drawn or not), points: [[digitBits, y], ...]}]. title: what y is.
 * width: in pixels, so that its letters are as large as the page's.
 */
export function chart({ title, series, width }) {
    const values = series.flatMap(({ points }) => points.map(([, y]) => y)).filter((y) => y > 0);
    const low = 10 ** Math.floor(Math.log10(Math.min(...values, 1))),
        high = 10 ** Math.ceil(Math.log10(Math.max(...values, 10)));
    const x = (bits) => LEFT + 24 + (DIGIT_BITS.indexOf(bits) * (width - LEFT - RIGHT - 48)) / (DIGIT_BITS.length - 1),
        y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * Math.log(high / value)) / Math.log(high / low);
    const picture = svg('svg', {
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        class: 'chart',
        role: 'img',
        'aria-label': `${title} against digit bits; the numbers are in the table below`,
    });
    picture.append(svg('text', { x: 4, y: 16, class: 'title', text: title }));
    for (let tick = low; tick <= high * 1.01; tick *= 10) {
        picture.append(svg('line', { x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick), class: 'grid' }));
        picture.append(svg('text', { x: LEFT - 8, y: y(tick) + 4, class: 'tick right', text: power(tick) }));
    }
    for (const bits of DIGIT_BITS)
        picture.append(svg('text', { x: x(bits), y: HEIGHT - BOTTOM + 18, class: 'tick', text: bits }));
    picture.append(svg('text', { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, class: 'tick', text: 'digit bits' }));
    for (const { shape, kind, line, points } of series) {
        const group = svg('g', { class: `series ${kind}` });
        if (line)
            group.append(
                svg('path', {
                    class: 'line',
                    d: points.map(([bits, value], k) => `${k ? 'L' : 'M'}${x(bits)} ${y(value)}`).join(''),
                })
            );
        for (const [bits, value] of points)
            group.append(
                svg('path', { class: 'point', d: SHAPES[shape], transform: `translate(${x(bits)} ${y(value)})` })
            );
        picture.append(group);
    }
    return picture;
}
