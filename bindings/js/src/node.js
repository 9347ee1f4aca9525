/*
 * The package in Node: as in a page, with Node's own workers.
 */
import * as os from 'node:os';
import { Worker } from 'node:worker_threads';
import { engine } from './spawn.js';
import { PROGRAM } from './worker_text.js';

/* availableParallelism() came in Node 18.14 */
engine.cores = () => (os.availableParallelism ?? (() => os.cpus().length))();

/* Node needs no address of worker.js: the setting `worker` is a page's. */
engine.startWorker = (data) => {
    const text = `${PROGRAM}
const { parentPort, workerData } = require('node:worker_threads');
start(workerData, (answer) => parentPort.postMessage(answer));`;
    const worker = new Worker(text, { eval: true, workerData: data });
    const ready = new Promise((resolve, reject) => {
        worker.once('message', (failure) => (failure === '' ? resolve() : reject(new Error(failure))));
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the worker ended')));
    }).finally(() => worker.unref()); /* a started instance does not keep the program from ending */
    return { ready, end: () => worker.terminate() };
};

export * from './index.js';
export { default } from './index.js';
