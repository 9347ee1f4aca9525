/*
 * Runs a reader's code in a worker of its own, without network, and ends it after a second. The page's content security
 * policy, which the worker inherits, lets it ask for nothing; the names by which it could are taken away besides, so
 * that it says so at once. The code comes from the editor alone, when the reader presses the button.
 */
const LIMIT = 1000; /* milliseconds from the worker's first word on */
const PATIENCE = 20000; /* until that word, on a busy machine */

const BEFORE = `'use strict';
{
    const post = self.postMessage.bind(self), listen = self.addEventListener.bind(self);
    for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'importScripts',
        'indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'navigator'])
        try { Object.defineProperty(self, name, { value: undefined, configurable: false, writable: false }); } catch {}
    post({ starts: true });
    const plain = (list) => (list !== null && typeof list === 'object' ? Array.from(list, Number) : undefined);
    self.run = (parts) => {
        listen('message', ({ data: cases }) => {
            cases.forEach(({ keys, place, bits }, k) => {
                post({ begins: k });
                const got = {};
                try {
                    got.counts = plain(parts.histogram(Uint32Array.from(keys), place, bits));
                    got.starts = plain(parts.offsets([...got.counts]));
                    got.out = plain(parts.scatter(Uint32Array.from(keys), [...got.starts], place, bits));
                } catch (error) { got.error = String(error); }
                post({ ended: k, got });
            });
            post({ done: true });
        });
        post({ ready: true });
    };
}
`;
const AFTER = `
;self.run({ histogram, offsets, scatter });`;
const LINES = BEFORE.split('\n').length - 1;

/* {results: what each case gave, stopped: the case in which it was ended, error: why it did not run}. */
export function runInWorker(code, cases) {
    const address = URL.createObjectURL(new Blob([BEFORE + code + AFTER], { type: 'text/javascript' }));
    const worker = new Worker(address),
        results = [];
    let at = 0,
        timer;
    return new Promise((resolve) => {
        const end = (more) => {
            clearTimeout(timer);
            worker.terminate();
            URL.revokeObjectURL(address);
            resolve({ results, ...more });
        };
        const within = (milliseconds, more) => {
            clearTimeout(timer);
            timer = setTimeout(() => end(more()), milliseconds);
        };
        within(PATIENCE, () => ({ error: 'The worker did not start.' }));
        worker.addEventListener('message', ({ data }) => {
            if (data?.starts === true)
                within(LIMIT, () => ({ error: 'It did not come to an end before any case began.' }));
            else if (data?.ready === true) {
                within(LIMIT, () => ({ stopped: at }));
                worker.postMessage(cases.map(({ keys, place, bits }) => ({ keys, place, bits })));
            } else if (Number.isInteger(data?.begins)) at = data.begins;
            else if (Number.isInteger(data?.ended)) results[data.ended] = data.got;
            else if (data?.done === true) end({});
        });
        worker.addEventListener('error', (event) => {
            event.preventDefault();
            const line = event.lineno > LINES ? `Line ${event.lineno - LINES}: ` : '';
            end({ error: line + (event.message || 'The worker did not start.') });
        });
    });
}
