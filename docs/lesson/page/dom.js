/*
 * The few helpers that views share: elements, arrows, and the colour of a digit.
 */

/* An element. `class`, `text` and `on` (listeners) are what they say; other names are attributes; false leaves one
   out. */
export function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) continue;
        if (key === 'class') element.className = value;
        else if (key === 'text') element.textContent = value;
        else if (key === 'on')
            for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
        else if (key === 'style')
            for (const [property, x] of Object.entries(value)) element.style.setProperty(property, x);
        else element.setAttribute(key, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
    return element;
}

/* The same for pictures. */
export function svg(name, attributes = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
        if (key === 'text') element.textContent = value;
        else if (value !== undefined && value !== false) element.setAttribute(key, value);
    element.append(...children.filter(Boolean));
    return element;
}

export const byId = (id) => document.getElementById(id);

/* Puts the children in place of all that an element has. */
export function fill(element, ...children) {
    element.replaceChildren(...children.filter((child) => child !== undefined && child !== null && child !== false));
}

/* The hue of a digit: the sixteen of the project's pictures. A number always stands beside it. */
const HUES = [215, 28, 140, 285, 50, 190, 340, 95, 245, 10, 165, 310, 75, 200, 265, 120];
export const hue = (digit) => ({ '--hue': HUES[digit % HUES.length] });

/* Calls act when the element is first laid out, and whenever its width is another one. */
export function onWidth(element, act) {
    let width;
    new ResizeObserver(() => {
        if (element.clientWidth === width) return;
        width = element.clientWidth;
        act();
    }).observe(element);
}

/* How a picture is laid out: 16 keys in a row; where it is narrow one row, a rail, that scrolls sideways. */
export const layoutOf = (element) => {
    const rail = element.clientWidth < 620;
    return { columns: rail ? 8 : 16, rail, tall: rail ? 44 : 84 };
};

/* A long row in parts of so many columns: make(from, to) for each. */
export function fold(length, columns, make) {
    const parts = [];
    for (let from = 0; from < length; from += columns) parts.push(make(from, Math.min(length, from + columns)));
    return parts;
}

/* Parts that scroll sideways where the layout is a rail, and can be reached by the keyboard to do so. */
export const scroller = (rail, name, parts) =>
    rail ? [h('div', { class: 'scroll rail', tabindex: 0, role: 'region', 'aria-label': name }, ...parts)] : parts;

/* Scrolls a rail, and nothing else, so that the cell stands in its middle. */
export function centre(rail, cell) {
    const box = rail.getBoundingClientRect(),
        own = cell.getBoundingClientRect();
    rail.scrollLeft += own.left + own.width / 2 - (box.left + box.width / 2);
}

/* Where an element lies in a stage: the middle of its upper and lower edges. */
export function edges(element, stage) {
    const box = element.getBoundingClientRect(),
        base = stage.getBoundingClientRect();
    const x = box.left - base.left + box.width / 2;
    return {
        x,
        top: box.top - base.top,
        bottom: box.bottom - base.top,
        left: box.left - base.left,
        right: box.right - base.left,
    };
}

/* An arrow that leaves one point downwards and reaches another from above. */
export function arrow(from, to, attributes) {
    const bend = Math.max(18, Math.abs(to.y - from.y) * 0.4);
    const path = `M${from.x} ${from.y} C${from.x} ${from.y + bend} ${to.x} ${to.y - bend - 6} ${to.x} ${to.y - 6}`;
    const head = `M${to.x - 5} ${to.y - 9} L${to.x} ${to.y - 1} L${to.x + 5} ${to.y - 9} Z`;
    return svg('g', attributes, svg('path', { d: path, class: 'shaft' }), svg('path', { d: head, class: 'head' }));
}
