/*
 * The left and right arrow keys step, wherever the focus is: in the stage that has it, or else in the one of which most
 * is seen. Fields that use these keys themselves keep them.
 */
const stages = [];
const KEEP = 'input:not([type=checkbox]), select, textarea, [data-arrows]';

/* Registers a stage; act: {on, back}. */
export function stepByArrows(stage, act) {
    stages.push({ stage, act });
}

/* Pixels of a stage's height that are on the screen. */
function seen(stage) {
    const { top, bottom } = stage.getBoundingClientRect();
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
}

const scrolls = (element) => element.matches('.scroll') && element.scrollWidth > element.clientWidth;

document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target instanceof Element && (target.matches(KEEP) || scrolls(target))) return;
    const own =
        stages.find(({ stage }) => stage.contains(target)) ??
        [...stages].sort((a, b) => seen(b.stage) - seen(a.stage)).find(({ stage }) => seen(stage) > 0);
    if (own === undefined) return;
    event.preventDefault();
    own.act[key === 'ArrowRight' ? 'on' : 'back']();
});
