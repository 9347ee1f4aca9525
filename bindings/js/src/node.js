/*
 * The package in Node: as in a page, with Node's own workers.
 */
import { availableParallelism, cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PROGRAM, engine } from './spawn.js';

engine.cores = () => (availableParallelism === undefined ? cpus().length : availableParallelism());

engine.startWorker = (data) => {
    const text = `${PROGRAM}
const { parentPort, workerData } = require('node:worker_threads');
start(workerData, (answer) => parentPort.postMessage(answer));`;
    const worker = new Worker(text, { eval: true, workerData: data });
    const ready = new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the worker ended')));
    }).finally(() => worker.unref()); /* a started instance does not keep the program from ending */
    return { ready, end: () => worker.terminate() };
};

export * from './index.js';
export { default } from './index.js';
