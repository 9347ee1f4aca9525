/*
 * The package where something is missing that other engines have: in Node before 18.14, and in the documents of jsdom, as
 * vitest (its window's names become Node's) and jest (modules run in its window) set them up. Each runs in a process of
 * its own. In: the words that such a process gets; none for the tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const TRY = `async (sweepsort) => {
    const sweep = await sweepsort({ threads: 'all' });
    const answer = [...sweep.sort(new Float32Array([3, -1, 2])), ...sweep.argsort(new Uint8Array([7, 5]))].join();
    sweep.dispose();
    return answer;
}`;

async function inNode() {
    return (0, eval)(TRY)((await import('sweepsort')).default);
}

/* As vitest: what the window has stands in front of what Node has. */
async function withNamesOf({ window }) {
    for (const name of ['Blob', 'Event', 'EventTarget', 'File', 'MessageEvent', 'document', 'navigator', 'window'])
        Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
    return inNode();
}

/* As jest: the modules themselves are the window's, which the package's condition "default" is for. */
async function inside(dom) {
    const context = dom.getInternalVMContext(),
        modules = new Map();
    const load = (url) => {
        if (!modules.has(url.href))
            modules.set(
                url.href,
                new vm.SourceTextModule(readFileSync(url, 'utf8'), { context, identifier: url.href })
            );
        return modules.get(url.href);
    };
    const entry = load(new URL('../package/index.js', import.meta.url));
    await entry.link((specifier, from) => load(new URL(specifier, from.identifier)));
    await entry.evaluate();
    return vm.runInContext(TRY, context)(entry.namespace.default);
}

if (process.argv.length > 2) {
    const [kind] = process.argv.slice(2);
    let answer;
    if (kind === 'node') answer = inNode();
    else {
        const { JSDOM } = await import('jsdom'),
            dom = new JSDOM('', { url: 'http://localhost/', runScripts: 'outside-only' });
        answer = kind === 'names' ? withNamesOf(dom) : inside(dom);
    }
    console.log(await answer);
    process.exit(0);
}

const self = fileURLToPath(import.meta.url);
const run = (kind, ...flags) => {
    const answer = execFileSync(process.execPath, [...flags, self, kind], { encoding: 'utf8', timeout: 60000 });
    if (answer.trim() !== '-1,2,3,1,0') throw new Error(`it says ${answer}`);
};

test('Node before 18.14, which has no availableParallelism', () => {
    const os = 'data:text/javascript,export const cpus = () => [1, 2];';
    run(
        'node',
        '--no-warnings',
        '--experimental-loader',
        'data:text/javascript,' +
            encodeURIComponent(`export const resolve = (name, context, next) =>
                name === 'node:os' ? { url: '${os}', shortCircuit: true } : next(name, context);`)
    );
});

const skip = existsSync(fileURLToPath(new URL('../node_modules/jsdom', import.meta.url))) ? false : 'no jsdom';
if (skip) console.error(`js: SKIPPED: documents of jsdom: ${skip}`);
test('the names of a jsdom window, as in vitest', { skip }, () => run('names'));
test('a jsdom window, as in jest', { skip }, () => run('inside', '--no-warnings', '--experimental-vm-modules'));
