/*
 * Ranges of GPU buffers, as the WebGPU functions take them: a GPUBuffer, or {buffer, offset, size}.
 */
import { refuse } from './errors.js';

const STORAGE = 0x80; /* GPUBufferUsage.STORAGE */

/* The range that an argument means, checked to hold `bytes` bytes: {buffer, offset, size}. inPieces: it is bound
   piece by piece, not as a whole. */
export function readRange(device, argument, bytes, name, inPieces = false) {
    if (argument === null || typeof argument !== 'object')
        refuse(`${name} must be a GPUBuffer or {buffer, offset, size}`);
    const plain = typeof argument.size === 'number' && typeof argument.usage === 'number';
    const buffer = plain ? argument : argument.buffer,
        offset = plain ? 0 : (argument.offset ?? 0);
    if (buffer === null || typeof buffer !== 'object' || typeof buffer.usage !== 'number')
        refuse(`${name} must be a GPUBuffer or {buffer, offset, size}`);
    const size = plain ? buffer.size : (argument.size ?? buffer.size - offset);
    const alignment = device.limits.minStorageBufferOffsetAlignment,
        most = device.limits.maxStorageBufferBindingSize;
    if (!Number.isInteger(offset) || offset < 0 || offset % alignment !== 0)
        refuse(`the offset of ${name} must be a multiple of ${alignment}`);
    if (!Number.isInteger(size) || size < 0 || offset + size > buffer.size)
        refuse(`${name} does not lie in its buffer`);
    if (size < bytes) refuse(`${name} has ${size} bytes and needs ${bytes}`);
    if ((buffer.usage & STORAGE) === 0) refuse(`the buffer of ${name} lacks the usage STORAGE`);
    if (bytes > most && !inPieces) refuse(`${name} needs ${bytes} bytes; this device binds at most ${most}`);
    return { buffer, offset, size: bytes };
}

/* Refuses ranges of one buffer that share bytes. ranges: [name, range] each. */
export function refuseOverlaps(ranges) {
    for (const [i, [name, a]] of ranges.entries())
        for (const [other, b] of ranges.slice(0, i))
            if (a.buffer === b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size)
                refuse(`${other} and ${name} overlap`);
}

/* Lays pieces of these sizes one behind the other, each where a binding may begin: {bytes, name: {at, size}, ...}. */
export function layOut(device, sizes) {
    const alignment = device.limits.minStorageBufferOffsetAlignment,
        layout = { bytes: 0 };
    for (const [name, bytes] of Object.entries(sizes)) {
        const size = Math.max(bytes, 4);
        layout[name] = { at: layout.bytes, size };
        layout.bytes += Math.ceil(size / alignment) * alignment;
    }
    return layout;
}

/* A buffer that holds these numbers from the start. */
export function constantBuffer(device, numbers, usage) {
    const buffer = device.createBuffer({ size: numbers.length * 4, usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(numbers);
    buffer.unmap();
    return buffer;
}

export const whole = (buffer) => ({ buffer, offset: 0, size: buffer.size });
