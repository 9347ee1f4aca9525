/*
 * The controls of a stage: first, back, play, next, next part, last, a slider for the step, and the speed. The arrow
 * keys and, on a touch screen, swiping across the sentence step, too.
 *
 * In: stage, and element, where the controls go; name, what is stepped through; onStep(at), called for every step;
 * mayGo(at): false where one step on must wait for an answer; partAfter(at): the step at which the next part begins;
 * said: the live region, which is silent while playing, and, if quiet, until the reader takes a step; more: what else
 * stands among the controls. Out: {set(length, at), go(at), focus(), at}.
 */
import { stepByArrows } from './arrow_keys.js';
import { fill, h, svg } from './dom.js';
import { onSwipe } from './swipe.js';

const SPEEDS = [
    ['slow', 1200],
    ['medium', 450],
    ['fast', 120],
    ['very fast', 30],
];

const ICONS = {
    first: 'M5 4v12M16 4 8 10l8 6z',
    back: 'M14 4 6 10l8 6z',
    play: 'M6 4l9 6-9 6z',
    pause: 'M6 4v12M14 4v12',
    next: 'M6 4l8 6-8 6z',
    part: 'M4 4l6 6-6 6zM11 4l6 6-6 6z',
    last: 'M15 4v12M4 4l8 6-8 6z',
};

function icon(name) {
    return svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'icon' }, svg('path', { d: ICONS[name] }));
}

export function createPlayer({
    stage,
    element,
    name,
    onStep,
    mayGo = () => true,
    partAfter,
    said,
    quiet = false,
    more,
}) {
    let length = 1,
        at = 0,
        timer;
    const button = (what, label, act) =>
        h(
            'button',
            { type: 'button', 'data-act': what, 'aria-label': label, title: label, on: { click: act } },
            icon(what)
        );
    const playing = () => timer !== undefined;
    const stepTo = (k) => {
        pause();
        said.setAttribute('aria-live', 'polite');
        go(k);
    };
    const stepOn = () => {
        if (at === length - 1 || mayGo(at + 1)) stepTo(at + 1);
    };
    const first = button('first', 'To the start', () => stepTo(0)),
        back = button('back', 'One step back', () => stepTo(at - 1)),
        play = button('play', 'Play', () => (playing() ? pause() : start())),
        next = button('next', 'One step on', stepOn),
        part = button('part', 'To the end of this part', () => stepTo(partAfter(at))),
        last = button('last', 'To the end', () => stepTo(length - 1));
    const slider = h('input', {
        type: 'range',
        min: 0,
        max: 0,
        value: 0,
        'aria-label': `Step of ${name}`,
        on: { input: () => stepTo(Number(slider.value)) },
    });
    const where = h('span', { class: 'where' });
    const speed = h(
        'select',
        { on: { change: () => playing() && start() } },
        ...SPEEDS.map(([text, wait]) => h('option', { value: wait, selected: text === 'medium', text }))
    );
    fill(
        element,
        h(
            'div',
            { class: 'buttons', role: 'group', 'aria-label': `Steps of ${name}` },
            first,
            back,
            play,
            next,
            part,
            last
        ),
        h('div', { class: 'track' }, slider, where)
    );
    element.after(h('div', { class: 'extras' }, h('label', { class: 'speed' }, 'Speed ', speed), more));
    const back1 = () => stepTo(at - 1);
    stepByArrows(stage, { on: stepOn, back: back1 });
    onSwipe(said.parentElement, { left: stepOn, right: back1 });

    function start() {
        if (at === length - 1) go(0);
        clearInterval(timer);
        said.setAttribute('aria-live', 'off');
        timer = setInterval(() => (at < length - 1 && mayGo(at + 1) ? go(at + 1) : pause()), Number(speed.value));
        face('pause', 'Pause');
    }

    function pause() {
        if (!playing()) return;
        clearInterval(timer);
        timer = undefined;
        said.setAttribute('aria-live', 'polite');
        face('play', 'Play');
        onStep(at);
    }

    function face(what, label) {
        fill(play, icon(what));
        play.setAttribute('aria-label', label);
        play.title = label;
    }

    function go(k) {
        at = Math.max(0, Math.min(length - 1, k));
        slider.value = at;
        slider.setAttribute('aria-valuetext', `step ${at} of ${length - 1}`);
        where.textContent = `${at} / ${length - 1}`;
        onStep(at);
    }

    return {
        /* Another course of steps: their number, and the one to be at. */
        set(count, step = 0) {
            pause();
            if (quiet) said.setAttribute('aria-live', 'off');
            length = count;
            slider.max = count - 1;
            go(step);
        },
        go: stepTo,
        focus: () => slider.focus({ preventScroll: true }),
        get at() {
            return at;
        },
    };
}
