/*
 * A sweep by hand: keys that are dragged into order by mouse or finger, or moved by the arrow keys.
 */
import { fill, h } from './dom.js';
import { handKeys, judge, outcome, SWEEPS } from './hand.js';

export function createHand(element) {
    let seed = 3,
        sweep = 0,
        before = [] /* as the sweep at hand found them */,
        keys = [],
        done = false;
    const task = h('p', { class: 'words' }),
        list = h('ol', { class: 'keys hand', 'aria-label': 'Keys to put into order' }),
        said = h('p', { class: 'answer', role: 'status' });
    const check = h('button', { type: 'button', class: 'strong', text: 'Check', on: { click: look } }),
        next = h('button', { type: 'button', text: 'Next sweep', hidden: true, on: { click: goOn } }),
        again = h('button', { type: 'button', text: 'Other keys', on: { click: () => start(seed + 1) } });
    fill(element, task, list, h('div', { class: 'settings inside' }, check, next, again), said);

    function start(newSeed) {
        seed = newSeed;
        keys = handKeys(seed);
        begin(0);
    }

    function begin(number) {
        sweep = number;
        before = keys;
        done = false;
        said.className = 'answer';
        said.textContent = '';
        next.hidden = true;
        check.disabled = false;
        task.textContent =
            `Sweep ${sweep + 1} of 2: drag the keys into order by their ${SWEEPS[sweep].name} alone. ` +
            'Or choose one and press the left and right arrow keys.';
        draw();
    }

    function draw() {
        fill(list, ...keys.map(item));
    }

    function item(key) {
        const [first, last] = String(key.value);
        const part = (text, on) => h('span', { class: on ? 'cut on' : 'cut', text });
        return h(
            'li',
            { class: 'key movable', 'data-id': key.id },
            h(
                'button',
                { type: 'button', 'data-arrows': '', 'aria-label': nameOf(key), on: { keydown: byKey } },
                part(first, sweep === 1),
                part(last, sweep === 0)
            ),
            equals(key).length > 1 && h('span', { class: 'tie', 'aria-hidden': 'true', text: numberOf(key) })
        );
    }

    /* Equal keys wear the number in which they came. */
    const equals = ({ value }) => keys.filter((key) => key.value === value);
    const numberOf = (key) => equals(key).filter(({ id }) => id <= key.id).length;
    const nameOf = (key) => (equals(key).length > 1 ? `${key.value}, number ${numberOf(key)}` : String(key.value));
    const indexOf = (id) => keys.findIndex((key) => key.id === id);

    /* Puts a key at a place; the others close up. */
    function move(id, to) {
        const from = indexOf(id);
        if (to < 0 || to >= keys.length || to === from) return;
        keys = [...keys];
        keys.splice(to, 0, ...keys.splice(from, 1));
        const own = list.children[from],
            other = list.children[to];
        if (to > from) other.after(own);
        else other.before(own);
    }

    function byKey(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const button = event.currentTarget,
            id = Number(button.parentElement.dataset.id);
        move(id, indexOf(id) + step);
        button.focus();
        said.textContent = `${keys[indexOf(id)].value} is now at place ${indexOf(id)}.`;
        said.className = 'answer';
    }

    /* The place whose middle is nearest to a point. */
    function placeAt(x, y) {
        const far = [...list.children].map((child) => {
            const box = child.getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
        });
        return far.indexOf(Math.min(...far));
    }

    let held; /* the id of the key that a pointer holds */
    list.addEventListener('pointerdown', (event) => {
        const own = event.target.closest('.movable');
        if (!own || event.button !== 0) return;
        held = Number(own.dataset.id);
        own.classList.add('held');
        list.setPointerCapture(event.pointerId); /* the list's, since the key's own place in it changes */
    });
    list.addEventListener('pointermove', (event) => {
        if (held !== undefined) move(held, placeAt(event.clientX, event.clientY));
    });
    const release = () => {
        list.querySelector('.held')?.classList.remove('held');
        list.querySelector(`[data-id="${held}"] button`)?.focus({ preventScroll: true });
        held = undefined;
    };
    list.addEventListener('pointerup', release);
    list.addEventListener('pointercancel', release);

    function look() {
        const { sorted, stable, text } = judge(before, keys, SWEEPS[sweep]);
        done = sorted;
        const end = sorted && sweep === 1 ? ` ${outcome(keys)}` : '';
        said.className = `answer ${stable ? 'good' : 'bad'}`;
        fill(
            said,
            h('span', { class: 'sign', 'aria-hidden': 'true', text: stable ? '✓' : '✗' }),
            h('span', { text: text + end })
        );
        next.hidden = !(sorted && sweep === 0);
        next.textContent = stable ? 'Next sweep' : 'Go on all the same';
    }

    function goOn() {
        if (!done) return;
        begin(1);
        list.querySelector('button').focus();
    }

    start(seed);
}
