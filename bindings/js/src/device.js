/*
 * What the WebGPU functions ask of a device: that it is one, that it can run the kernels, and whether it was lost.
 */
import { SweepError, refuse } from './errors.js';

/* What the kernels need, by the limits' names: the defaults of WebGPU, which its compatibility mode falls short of. */
const NEEDED = {
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupSizeX: 256,
    maxComputeWorkgroupStorageSize: 16384,
    maxStorageBuffersPerShaderStage: 8,
};

const losses = new WeakMap(); /* of each device: {info}, where info is undefined until the device is lost */

export function refuseNoDevice(device) {
    if (device === null || typeof device !== 'object' || typeof device.createShaderModule !== 'function')
        refuse('the first argument must be a GPUDevice');
}

export function refuseSmallDevice(device) {
    for (const [name, needed] of Object.entries(NEEDED))
        if (device.limits[name] < needed)
            throw new SweepError(
                'SWEEP_ERR_UNSUPPORTED',
                `the kernels need ${name} ${needed}, and the device was made with ${device.limits[name]}`
            );
}

export function refuseLostDevice(device) {
    const { info } = lossOf(device);
    if (info !== undefined) throw new SweepError('SWEEP_ERR_DEVICE', `the device was lost: ${info.message}`);
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
