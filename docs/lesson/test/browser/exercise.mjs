/*
 * The reader's code in its worker.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import test from 'node:test';
import { SOLUTION, STARTER } from '../../page/exercise.js';
import { open } from './browser.mjs';
import { LONG, until } from '../tools.mjs';

test('the reader’s own code: right, wrong, endless, and without a network', async (t) => {
    for (const place of LONG ? ['file', 'server'] : ['server'])
        await t.test(place, async () => {
            const { page, trouble } = await open(place, { anew: true, hash: '#code=alert(1)&step=1' });
            const run = async (code) => {
                if (code !== undefined) await page.fill('#code', code);
                await page.click('#code-check');
                await until(page, "!document.querySelector('#code-check').disabled");
                return page.innerText('#code-result');
            };
            assert.equal(await page.evaluate('lesson.sortView.at'), 1, 'an address is followed from the start');
            assert.equal(await page.inputValue('#code'), STARTER, 'an address brings no code');
            assert.match(await run(), /1 of 8 cases are right/, 'the starter');
            assert.match(await run(SOLUTION), /^All cases are right/);
            assert.match(
                await run(
                    `${SOLUTION}; const all = scatter;\nscatter = (keys, ...more) => all(keys.reverse(), ...more);`
                ),
                /not stable/
            );
            assert.match(await run('function histogram() {'), /did not run/);
            assert.match(
                await run(SOLUTION.replace('let sum = 0;', 'for (;;);')),
                /no keys at all: It was ended after a second\./
            );
            assert.match(await run(`${SOLUTION}\nfor (;;);`), /did not come to an end/);
            assert.match(await run(`${SOLUTION}\nundefined_name;`), /undefined_name/);
            /* a server that lets everybody ask, so that nothing but the page's policy is in the way */
            const asked = [],
                listener = createServer((request, response) => {
                    asked.push(request.url);
                    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' });
                    response.end();
                });
            await new Promise((ready) => listener.listen(0, '127.0.0.1', ready));
            const target = `http://127.0.0.1:${listener.address().port}/`;
            const asking = `
                const note = (work) => { try { Promise.resolve(work()).catch(() => 0); } catch {} };
                note(() => fetch('${target}fetch'));
                note(() => import('${target}import.js'));
                note(() => { const x = new XMLHttpRequest(); x.open('GET', '${target}xhr', false); x.send(); });
                note(() => importScripts('${target}scripts.js'));
                note(() => WorkerGlobalScope.prototype.fetch?.call(self, '${target}prototype'));
                note(() => Object.getPrototypeOf(WorkerGlobalScope.prototype).fetch?.call(self, '${target}above'));
                note(() => new EventSource('${target}event'));
                note(() => new WebSocket('${target.replace('http', 'ws')}socket'));
                note(() => new Worker('${target}worker.js'));`;
            const slow = 'for (const end = Date.now() + 60; Date.now() < end; ); let sum = 0;';
            await run(asking + SOLUTION.replace('let sum = 0;', slow));
            assert.deepEqual(asked, [], 'nothing has gone out');
            listener.close();
            const hash = await page.evaluate(
                'lesson.sortView.go(2), new Promise((done) => setTimeout(() => done(location.hash), 600))'
            );
            assert.doesNotMatch(hash, /code|histogram/, 'the address holds no code');
            /* the browser says what it refused, and what the worker could not read */
            assert.ok(
                trouble.every((text) =>
                    /Content Security Policy|SyntaxError|undefined_name|Refused|asked-|Unexpected end/.test(text)
                ),
                trouble.join('\n')
            );
            await page.close();
        });
});
