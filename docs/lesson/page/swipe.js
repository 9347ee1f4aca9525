/*
 * A swipe across an element, by one finger: to the left and to the right. Scrolling up and down stays the browser's.
 */
const FAR = 40; /* pixels */

export function onSwipe(element, { left, right }) {
    let from;
    element.addEventListener(
        'touchstart',
        ({ touches }) => (from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : undefined),
        { passive: true }
    );
    element.addEventListener('touchend', ({ changedTouches: [touch] }) => {
        if (from === undefined) return;
        const x = touch.clientX - from.x,
            y = touch.clientY - from.y;
        from = undefined;
        if (Math.abs(x) < FAR || Math.abs(x) < 2 * Math.abs(y)) return;
        (x < 0 ? left : right)();
    });
}
