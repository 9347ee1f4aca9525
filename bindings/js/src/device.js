/*
 * What the WebGPU functions ask of a device: that it is one, and whether it was lost.
 */
import { refuse } from './errors.js';

const losses = new WeakMap(); /* of each device: {info}, where info is undefined until the device is lost */

export function refuseNoDevice(device) {
    if (device === null || typeof device !== 'object' || typeof device.createShaderModule !== 'function')
        refuse('the first argument must be a GPUDevice');
}

/* The device's {info}. It is listened to once and for this record alone: a device keeps no sorter alive. */
export function lossOf(device) {
    if (!losses.has(device)) losses.set(device, listen(device.lost));
    return losses.get(device);
}

function listen(lost) {
    const loss = { info: undefined };
    lost.then((info) => {
        loss.info = info;
    });
    return loss;
}
