import type { FloatOrder, Made, Order, WithDispose } from './index.js';

export { SweepError } from './index.js';

/*
 * What WebGPU's own types are to this package: their shape, so that it needs no declarations of WebGPU. A GPUDevice
 * is a Device, a GPUBuffer a Buffer, a GPUCommandEncoder a CommandEncoder, a GPUComputePassEncoder a ComputePass.
 */
export interface Device {
    readonly limits: object;
    readonly queue: object;
    readonly lost: Promise<unknown>;
    createShaderModule(descriptor: any): any;
    createBuffer(descriptor: any): any;
}
export interface Buffer {
    readonly size: number;
    readonly usage: number;
    destroy(): void;
}
export interface CommandEncoder {
    beginComputePass(descriptor?: any): any;
}
export interface ComputePass {
    dispatchWorkgroups(x: number, y?: number, z?: number): void;
}

/** A buffer with the usage STORAGE, or a range of one; offsets are multiples of minStorageBufferOffsetAlignment. */
export type Range = Buffer | { buffer: Buffer; offset?: number | undefined; size?: number | undefined };

export type GpuType = 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64';

export interface SorterSettings {
    /** Keys of 8 bytes are two words, the low one first. */
    type: GpuType;
    /** `sort` (the default) sorts keys in place; `argsort` leaves them alone and writes 4-byte indices. */
    operation?: 'sort' | 'argsort' | undefined;
    /** Bytes of the value that moves along with each key: a multiple of 4, at most 65536; 0: none. */
    valueBytes?: number | undefined;
    order?: Order | undefined;
    floatOrder?: FloatOrder | undefined;
    /** Sort by the bits [beginBit, endBit) of the transformed key alone; endBit 0 means the key's width. */
    beginBit?: number | undefined;
    endBit?: number | undefined;
    /** The widest digit of a sweep, from 1 to 8 bits, 8 by default. Narrower ones take more sweeps. */
    digitBits?: number | undefined;
    /** The engine `split` uses the feature `subgroups`; by default where the device has it. The results are the same. */
    subgroups?: boolean | undefined;
    /**
     * `onesweep` (today's `auto`, the default) counts all digits in one read and sweeps once a digit; `split` counts and
     * sweeps for each digit. The results are the same.
     */
    engine?: 'auto' | 'onesweep' | 'split' | undefined;
}

export interface SortArguments {
    keys: Range;
    /** Of a sorter with valueBytes. */
    values?: Range | undefined;
    /** Of an argsort: n words. */
    indices?: Range | undefined;
    /** How many keys; with `count`, how many there can be. */
    n: number;
    /** A word, in a buffer of its own: how many keys there are when the commands run; more than n count as n. */
    count?: Range | undefined;
    /**
     * At least scratchBytes(n) bytes, or several ranges of at least scratchSizes(n) bytes, in this order. They may hold
     * anything.
     */
    scratch: Range | readonly Range[];
}

/** The kernels of one kind of sort, compiled for one device. */
export interface Sorter extends WithDispose {
    readonly engine: 'onesweep' | 'split';
    /** Whether its kernels use subgroups. */
    readonly subgroups: boolean;
    /**
     * Bytes of scratch that a sort of n keys takes; never less for more keys. Refused where they are more than the
     * device's maxBufferSize: see scratchSizes.
     */
    scratchBytes(n: number): number;
    /**
     * The same in as many buffers as it takes, each of at most maxBufferSize bytes: one, where that is enough. Buffers for
     * n keys do for fewer, too.
     */
    scratchSizes(n: number): number[];
    /** Records a sort into an encoder or an open compute pass. Nothing is waited for and nothing submitted. */
    record(into: CommandEncoder | ComputePass, args: SortArguments): void;
    /** Destroys the sorter's own small buffers; what was recorded must have been submitted. */
    dispose(): void;
}

export function createSorter(device: Device, settings: SorterSettings): Promise<Sorter>;

type GpuKeys = Uint32Array | Int32Array | Float32Array | BigUint64Array | BigInt64Array | Float64Array;
type UploadSettings = Omit<SorterSettings, 'type' | 'valueBytes' | 'operation'>;

/** Uploads, sorts in place, downloads. The arrays are read at once and written at the end. Rejected where the device fails; then the arrays are as they were. */
export function sortOnDevice<K extends GpuKeys>(
    device: Device,
    keys: K,
    settings?: UploadSettings & { operation?: 'sort' | undefined; values?: ArrayBufferView | undefined }
): Promise<K>;
export function sortOnDevice(
    device: Device,
    keys: GpuKeys,
    settings: UploadSettings & { operation: 'argsort' }
): Promise<Made['Uint32Array']>;

/** The digit floor(key / place) % radix of keys of 4 bytes, as it is taught. */
export interface Digits extends WithDispose {
    /** Records: counts, `radix` words, become how many of the n keys have each digit. Usages: counts also COPY_DST. */
    histogram(encoder: CommandEncoder, args: { keys: Range; counts: Range; n: number }): void;
    /** Records: offsets[d] becomes the sum of counts[0] to counts[d - 1]. */
    offsets(encoder: CommandEncoder, args: { counts: Range; offsets: Range }): void;
    /** Destroys the kernels' own small buffer; what was recorded must have been submitted. */
    dispose(): void;
}

/** radix: 2 to 65536; place: 1 to 4294967295, by default 1. */
export function createDigits(device: Device, settings: { radix: number; place?: number | undefined }): Promise<Digits>;
