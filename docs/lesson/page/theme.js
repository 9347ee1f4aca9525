/*
 * Light or dark: the system's choice until the button is pressed, then the reader's, kept where the browser keeps
 * things.
 */

const KEY = 'sweepsort-lesson-theme';

function kept() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; /* a browser may refuse, as some do to a page from a disk */
    }
}

function keep(theme) {
    try {
        localStorage.setItem(KEY, theme);
    } catch {
        /* the choice holds for this visit */
    }
}

export function startTheme(button) {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const root = document.documentElement;
    const now = () => root.dataset.theme ?? (system.matches ? 'dark' : 'light');
    const show = () => {
        const other = now() === 'dark' ? 'Light' : 'Dark';
        button.textContent = other;
        button.setAttribute('aria-label', `${other} colours`);
    };
    const chosen = kept();
    if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen;
    button.addEventListener('click', () => {
        root.dataset.theme = now() === 'dark' ? 'light' : 'dark';
        keep(root.dataset.theme);
        show();
    });
    system.addEventListener('change', show);
    show();
}
