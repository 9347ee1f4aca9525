/*
 * Builds the lesson: one file of HTML that needs nothing else.
 *
 * In:  node build.mjs PACKAGE OUT. PACKAGE: the built npm package (make js). Out: the file OUT.
 *
 * Every module of page/ and of the package stays the module that it is: the page's import map names each one and
 * gives its text as a data: address. Imports between them are by those names, since a module without an address of
 * its own has no neighbours.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [from, to] = process.argv.slice(2);
if (to === undefined) {
    console.error('usage: node build.mjs PACKAGE OUT');
    process.exit(2);
}
const page = fileURLToPath(new URL('page/', import.meta.url));
const STYLES = ['base.css', 'stage.css', 'parts.css'];
const NOT_IN_A_PAGE = ['node.js'];
const ENTRIES = {
    sweepsort: "export * from 'sweepsort/index.js'; export { default } from 'sweepsort/index.js';",
    'sweepsort/webgpu': "export * from 'sweepsort/webgpu.js';",
};

/* Text as a data: address: only what an address cannot hold is escaped, so that it can still be read. */
const address = (text) => 'data:text/javascript;charset=utf-8,' + text.replace(/[%#\n\r\t]/g, encodeURIComponent);

/* Replaces, and insists that there was something to replace. */
function put(text, mark, by) {
    if (text.split(mark).length !== 2) throw new Error(`index.html must have ${mark} once`);
    return text.replace(mark, () => by);
}

/* A directory's modules: each by name and address. */
function modules(directory, prefix) {
    const names = readdirSync(directory).filter((name) => name.endsWith('.js') && !NOT_IN_A_PAGE.includes(name));
    return names.map((name) => {
        const text = readFileSync(join(directory, name), 'utf8');
        const linked = text.replace(
            /(\bfrom |\bimport\()'\.\/([\w.]+)'/g,
            (_, word, other) => `${word}'${prefix}/${other}'`
        );
        return [`${prefix}/${name}`, address(linked)];
    });
}

const imports = Object.fromEntries([...modules(page, 'lesson'), ...modules(from, 'sweepsort')]);
for (const [name, text] of Object.entries(ENTRIES)) imports[name] = address(text);

let html = readFileSync(join(page, 'index.html'), 'utf8');
const styles = STYLES.map((name) => readFileSync(join(page, name), 'utf8'));
html = put(html, '/* styles */', styles.join('\n'));
html = put(html, '{}</script>', `${JSON.stringify({ imports }, null, 1).replaceAll('<', '\\u003c')}</script>`);
mkdirSync(dirname(to), { recursive: true });
writeFileSync(to, html);
console.log(`${to} (${Math.round(html.length / 1024)} KiB)`);
