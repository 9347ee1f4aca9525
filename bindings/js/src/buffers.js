/*
 * Ranges of GPU buffers, as the WebGPU functions take them: a GPUBuffer, or {buffer, offset, size}.
 */
import { refuse } from './errors.js';

const STORAGE = 0x80; /* GPUBufferUsage.STORAGE */

/* The range that an argument means, as a whole: {buffer, offset, size}. */
export function readRange(device, argument, name) {
    if (argument === null || typeof argument !== 'object')
        refuse(`${name} must be a GPUBuffer or {buffer, offset, size}`);
    const plain = typeof argument.size === 'number' && typeof argument.usage === 'number';
    const buffer = plain ? argument : argument.buffer,
        offset = plain ? 0 : (argument.offset ?? 0);
    if (buffer === null || typeof buffer !== 'object' || typeof buffer.usage !== 'number')
        refuse(`${name} must be a GPUBuffer or {buffer, offset, size}`);
    const size = plain ? buffer.size : (argument.size ?? buffer.size - offset);
    const alignment = device.limits.minStorageBufferOffsetAlignment;
    if (!Number.isInteger(offset) || offset < 0 || offset % alignment !== 0)
        refuse(`the offset of ${name} must be a multiple of ${alignment}`);
    if (!Number.isInteger(size) || size < 0 || offset + size > buffer.size)
        refuse(`${name} does not lie in its buffer`);
    if ((buffer.usage & STORAGE) === 0) refuse(`the buffer of ${name} lacks the usage STORAGE`);
    return { buffer, offset, size };
}

/* The first `bytes` bytes of the range that an argument means, to be bound as they are. */
export function readBinding(device, argument, bytes, name) {
    const { buffer, offset, size } = readRange(device, argument, name),
        most = device.limits.maxStorageBufferBindingSize;
    if (size < bytes) refuse(`${name} has ${size} bytes and needs ${bytes}`);
    if (bytes > most) refuse(`${name} needs ${bytes} bytes; this device binds at most ${most}`);
    return { buffer, offset, size: bytes };
}

/* Refuses ranges of one buffer that share bytes. ranges: [name, range] each. */
export function refuseOverlaps(ranges) {
    for (const [i, [name, a]] of ranges.entries())
        for (const [other, b] of ranges.slice(0, i))
            if (a.buffer === b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size)
                refuse(`${other} and ${name} overlap`);
}

/* Lays pieces of these sizes one behind the other, each where a binding may begin, and into the next buffer where one has
   no more room. rooms: the bytes that each buffer can have. {pieces: {name: {index, at, size}}, bytes: used of each
   buffer}, or undefined where they do not fit. Whatever fits in some way, in this order, fits in this one. */
export function layOut(device, sizes, rooms) {
    const alignment = device.limits.minStorageBufferOffsetAlignment,
        pieces = {},
        bytes = [0];
    for (const [name, wanted] of Object.entries(sizes)) {
        const size = Math.max(wanted, 4);
        let index = bytes.length - 1,
            at = Math.ceil(bytes[index] / alignment) * alignment;
        while (at + size > rooms[index]) {
            at = 0;
            index = bytes.push(0) - 1;
        }
        if (index >= rooms.length) return undefined;
        pieces[name] = { index, at, size };
        bytes[index] = at + size;
    }
    return { pieces, bytes };
}

/* A buffer that holds these numbers from the start. */
export function constantBuffer(device, numbers, usage) {
    const buffer = device.createBuffer({ size: numbers.length * 4, usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(numbers);
    buffer.unmap();
    return buffer;
}

export const whole = (buffer) => ({ buffer, offset: 0, size: buffer.size });
