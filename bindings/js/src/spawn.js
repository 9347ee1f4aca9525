/*
 * What the engine around offers: workers and cores. These are a page's; node.js puts Node's in their place.
 */
import { PROGRAM } from './worker_text.js';

let policy; /* the one Trusted Types policy of this package; undefined until it is needed */

/* The address of a worker that this package made itself, in the form that a page with Trusted Types asks for. */
function trusted(address) {
    if (globalThis.trustedTypes === undefined) return address;
    policy ??= trustedTypes.createPolicy('sweepsort', { createScriptURL: (text) => text });
    return policy.createScriptURL(address);
}

/* The directive of the Content-Security-Policy that forbids something while `work` is under way. */
async function namingPolicy(work) {
    let broken;
    const listener = (event) => {
        broken ??= event.effectiveDirective;
    };
    globalThis.addEventListener?.('securitypolicyviolation', listener);
    try {
        return await work();
    } catch (cause) {
        await new Promise((resolve) => setTimeout(resolve)); /* the event may come after the error */
        if (broken === undefined) throw cause;
        throw new Error(`the Content-Security-Policy of this page forbids it by ${broken}`, { cause });
    } finally {
        globalThis.removeEventListener?.('securitypolicyviolation', listener);
    }
}

export const engine = {
    cores: () => navigator.hardwareConcurrency,

    /* Starts a worker with this data: {ready: a promise, end()}. hosted: the address of worker.js, or undefined. */
    startWorker(data, hosted) {
        let worker, address;
        const ready = namingPolicy(
            () =>
                new Promise((resolve, reject) => {
                    if (hosted === undefined)
                        address = URL.createObjectURL(new Blob([PROGRAM], { type: 'text/javascript' }));
                    worker = new Worker(hosted ?? trusted(address));
                    worker.onmessage = ({ data: failure }) => (failure === '' ? resolve() : reject(new Error(failure)));
                    worker.onerror = (event) => {
                        event.preventDefault?.(); /* it is told by the error below */
                        reject(new Error(event.message || `its script could not be loaded`));
                    };
                    worker.postMessage(data);
                })
        ).finally(() => {
            if (address !== undefined) URL.revokeObjectURL(address);
        });
        return { ready, end: () => worker?.terminate() };
    },
};
