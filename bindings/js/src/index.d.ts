/** A typed array whose elements can be keys. Float16Array where the engine has it. */
export type Keys =
    | Int8Array
    | Uint8Array
    | Uint8ClampedArray
    | Int16Array
    | Uint16Array
    | Int32Array
    | Uint32Array
    | BigInt64Array
    | BigUint64Array
    | Float32Array
    | Float64Array
    | Float16Like;

/** Float16Array, by its shape: older TypeScript libraries do not declare it. */
export interface Float16Like extends ArrayBufferView {
    readonly BYTES_PER_ELEMENT: number;
    readonly length: number;
    readonly [Symbol.toStringTag]: 'Float16Array';
}

/**
 * The arrays that this package makes, by their classes' names: on an ArrayBuffer, where TypeScript's libraries tell
 * (5.7 and later).
 */
export interface Made {
    Int8Array: ReturnType<Int8ArrayConstructor['of']>;
    Uint8Array: ReturnType<Uint8ArrayConstructor['of']>;
    Uint8ClampedArray: ReturnType<Uint8ClampedArrayConstructor['of']>;
    Int16Array: ReturnType<Int16ArrayConstructor['of']>;
    Uint16Array: ReturnType<Uint16ArrayConstructor['of']>;
    Int32Array: ReturnType<Int32ArrayConstructor['of']>;
    Uint32Array: ReturnType<Uint32ArrayConstructor['of']>;
    BigInt64Array: ReturnType<BigInt64ArrayConstructor['of']>;
    BigUint64Array: ReturnType<BigUint64ArrayConstructor['of']>;
    Float32Array: ReturnType<Float32ArrayConstructor['of']>;
    Float64Array: ReturnType<Float64ArrayConstructor['of']>;
}

/** A new array of the class that `keys` belongs to: of a subclass (a Buffer, say) its typed array. */
export type Sorted<K extends Keys> = K extends { readonly [Symbol.toStringTag]: infer Name extends keyof Made }
    ? Made[Name]
    : K;

/** Where argsort and sortperm write: 4-byte or 8-byte indices. */
export type Indices = Uint32Array | BigUint64Array;

export type Order = 'ascending' | 'descending';

/**
 * How floating-point keys are ordered; integer keys ignore it.
 * - `nan-last`: -0 and +0 tie, every NaN comes last, in both orders.
 * - `total-order`: IEEE 754 totalOrder, from -NaN over -0 and +0 to +NaN.
 * - `nan-first`: as `nan-last`, with every NaN first.
 */
export type FloatOrder = 'nan-last' | 'total-order' | 'nan-first';

export type Engine = 'auto' | 'lsd' | 'onesweep' | 'hybrid' | 'split';

export interface Options {
    order?: Order | undefined;
    floatOrder?: FloatOrder | undefined;
    /** Sort by the bits [beginBit, endBit) of the transformed key alone; endBit 0 means the key's width. */
    beginBit?: number | undefined;
    endBit?: number | undefined;
    /** At most this many of the instance's threads; 0: all. */
    threads?: number | undefined;
    /** 0: chosen; 1 to 16 (`split` and `onesweep`: 1 to 8). */
    digitBits?: number | undefined;
    /** Keys of a tile, for `split` and `onesweep`; 0: chosen. */
    tileSize?: number | undefined;
    /** Most bytes of scratch; 0: no limit. What cannot be done with so few is refused. */
    memoryLimit?: number | undefined;
    engine?: Engine | undefined;
    /**
     * What the keys are, where the array alone does not say it: 'f16' or 'bf16' in a Uint16Array; 'u128' or 'i128' in a
     * BigUint64Array, two elements a key, the low half first.
     */
    type?:
        | 'u8'
        | 'u16'
        | 'u32'
        | 'u64'
        | 'u128'
        | 'i8'
        | 'i16'
        | 'i32'
        | 'i64'
        | 'i128'
        | 'f16'
        | 'bf16'
        | 'f32'
        | 'f64'
        | undefined;
}

export interface IndexOptions extends Options {
    /** Where the indices go; by default a new Uint32Array. */
    indices?: Indices | undefined;
}

/** What this package throws. A failing call leaves every array as it was. */
export class SweepError extends Error {
    readonly name: 'SweepError';
    readonly code:
        'SWEEP_ERR_ARGUMENT' | 'SWEEP_ERR_MEMORY' | 'SWEEP_ERR_UNSUPPORTED' | 'SWEEP_ERR_BUSY' | 'SWEEP_ERR_DEVICE';
}

/** What `using` asks for, where TypeScript's libraries know Symbol.dispose (esnext.disposable). */
export type WithDispose = { [Name in SymbolConstructor['dispose' & keyof SymbolConstructor] & symbol]: () => void };

/** One instance of the library: memory (and threads) that its calls share. Every sort is stable, in both orders. */
export class Sweepsort {
    private constructor();

    /** Threads that a call may use, the caller's included. */
    readonly threads: number;
    /** Bytes of memory that the instance holds; 0 once disposed of. */
    readonly memoryBytes: number;

    /** Sorts in place; returns the array. */
    sort<K extends Keys>(keys: K, options?: Options): K;
    /** The sorted keys in a new array. */
    sorted<K extends Keys>(keys: K, options?: Options): Sorted<K>;
    /** Sorts in place and moves each key's value along: the same number of bytes for each key. Returns keys. */
    sortPairs<K extends Keys>(keys: K, values: ArrayBufferView, options?: Options): K;
    /** Where each key of the sorted sequence stands in `keys`, which is only read. */
    argsort(keys: Keys, options?: Options & { indices?: undefined }): Made['Uint32Array'];
    argsort<I extends Indices>(keys: Keys, options: IndexOptions & { indices: I }): I;
    /** As argsort, but sorts the keys too. */
    sortperm(keys: Keys, options?: Options & { indices?: undefined }): Made['Uint32Array'];
    sortperm<I extends Indices>(keys: Keys, options: IndexOptions & { indices: I }): I;
    /** The first i whose key belongs before the key at i - 1; the number of keys if there is none. */
    firstOutOfOrder(keys: Keys, options?: Options): number;
    isSorted(keys: Keys, options?: Options): boolean;

    /** How often each digit floor(key / place) % radix occurs; radix 2 to 65536, place 1 (default) to 4294967295. */
    histogram(
        keys: Uint8Array | Uint16Array | Uint32Array,
        options: { radix: number; place?: number | undefined }
    ): Made['Uint32Array'];
    /** The exclusive scan of counts, modulo 2^32: where each digit's bucket begins. */
    offsets(counts: Uint32Array): Made['Uint32Array'];

    /**
     * Gives the memory back that past calls made grow, by beginning anew with little; calls may go on meanwhile. Rejected
     * where that fails; then all is as it was.
     */
    trim(): Promise<void>;
    /** Lets memory and threads go. Later calls are refused. */
    dispose(): void;
}
export interface Sweepsort extends WithDispose {}

export interface Settings {
    /**
     * Threads of the instance, the caller's included; by default 1. More than 1 wants a page that is cross-origin
     * isolated (or Node) and may start workers, else it is refused; 'all' is every core there, and 1 elsewhere.
     */
    threads?: number | 'all' | undefined;
    /**
     * In a page: where it has the package's file worker.js (a string, a URL, a TrustedScriptURL). By default the workers'
     * script is a blob, which a Content-Security-Policy may forbid.
     */
    worker?: string | Address | undefined;
}

/** A URL or a TrustedScriptURL, by their shape: TypeScript's libraries do not all declare them. */
export interface Address {
    toJSON(): string;
}

/** Makes an instance. */
export default function sweepsort(settings?: Settings): Promise<Sweepsort>;
