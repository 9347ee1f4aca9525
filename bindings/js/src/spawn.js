/*
 * What the engine around offers: workers and cores. These are a page's; node.js puts Node's in their place.
 */

/* A worker's program. It answers "ready", and then works until the instance ends. */
export const PROGRAM = `
async function start({ module, memory, stack }, answer) {
    const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
    exports.__stack_pointer.value = stack;
    answer('ready');
    exports.work();
}`;

export const engine = {
    cores: () => navigator.hardwareConcurrency,

    /* Starts PROGRAM with this data: {ready: a promise, end()}. */
    startWorker(data) {
        const text = `${PROGRAM}\nonmessage = ({ data }) => start(data, postMessage).then(close);`;
        const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        const worker = new Worker(address);
        const ready = new Promise((resolve, reject) => {
            worker.onmessage = resolve;
            worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
        }).finally(() => URL.revokeObjectURL(address));
        worker.postMessage(data);
        return { ready, end: () => worker.terminate() };
    },
};
