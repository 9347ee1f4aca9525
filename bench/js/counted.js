/*
 * What kernels do, counted while they run: a device whose compute shaders count the bytes that they read and write in
 * storage buffers, by the variables' names, and how often an invocation waits at a barrier; and dispatches.
 *
 * The text of each shader is changed on its way to the real device: an index into a storage array goes through a
 * function that adds up, and so does a barrier. Sums are 32-bit: 2^32 bytes of a name at most.
 */

const SIZES = { u32: 4, 'atomic<u32>': 4, 'vec2<u32>': 8, 'vec4<u32>': 16, Key: 4 };
const SLOTS = 64,
    BARRIERS = SLOTS - 1;
const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    MAP_READ = 1;

/* Where the bracket that opens at `at` is closed. */
function closing(text, at) {
    for (let depth = 0; ; at++) {
        if (text[at] === '[') depth++;
        if (text[at] === ']' && --depth === 0) return at;
    }
}

/* The text with every index into these arrays counted. arrays: {slot, size} by name. */
function countIndices(text, arrays) {
    const pattern = new RegExp(`\\b(${[...arrays.keys()].join('|')})\\[`, 'g');
    let out = '',
        from = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const open = pattern.lastIndex - 1,
            close = closing(text, open),
            { slot, size } = arrays.get(match[1]);
        const times = /^\]\s*[-+*|&^]=/.test(text.slice(close)) ? 2 : 1; /* read and written */
        const index = countIndices(text.slice(open + 1, close), arrays);
        out += `${text.slice(from, open)}[touch(${slot}u, ${times * size}u, ${index})]`;
        from = pattern.lastIndex = close + 1;
    }
    return out + text.slice(from);
}

export function countingDevice(device) {
    const slots = new Map(),
        buffer = device.createBuffer({ size: 4 * SLOTS, usage: STORAGE | COPY_SRC | COPY_DST });
    const slotOf = (name) => {
        if (!slots.has(name)) slots.set(name, slots.size);
        return slots.get(name);
    };

    /* The text, counting, with one more binding behind its own. */
    function instrument(code) {
        const arrays = new Map();
        let bindings = 0;
        for (const [, binding, space, name, type] of code.matchAll(
            /@binding\((\d+)\)\s+var<(\w+)[^>]*>\s+(\w+)\s*:\s*(?:array<)?([\w<]+>?)/g
        )) {
            bindings = Math.max(bindings, Number(binding) + 1);
            if (space === 'storage') arrays.set(name, { slot: slotOf(name), size: SIZES[type.replace(/^(\w+)>$/, '$1')] });
        }
        const enables = code.match(/^\s*(enable [^;]*;\s*)*/)[0];
        const counted = countIndices(code.slice(enables.length), arrays).replaceAll(
            'workgroupBarrier();',
            `atomicAdd(&touched[${BARRIERS}], 1u); workgroupBarrier();`
        );
        return `${enables}
@group(0) @binding(${bindings}) var<storage, read_write> touched: array<atomic<u32>, ${SLOTS}>;
fn touch(slot: u32, size: u32, index: u32) -> u32 { atomicAdd(&touched[slot], size); return index; }
${counted}`;
    }

    const changes = {
        createShaderModule: ({ code }) => device.createShaderModule({ code: instrument(code) }),
        createBindGroupLayout: ({ entries }) =>
            device.createBindGroupLayout({
                entries: [...entries, { binding: entries.length, visibility: 4, buffer: { type: 'storage' } }],
            }),
        createBindGroup: ({ layout, entries }) =>
            device.createBindGroup({ layout, entries: [...entries, { binding: entries.length, resource: { buffer } }] }),
    };
    const counting = new Proxy(device, {
        get(target, name) {
            const value = changes[name] ?? target[name];
            return typeof value === 'function' && changes[name] === undefined ? value.bind(target) : value;
        },
    });

    /* Runs record(pass) in a pass of its own; then {dispatches, waits, bytes: by name}. */
    async function count(record) {
        device.queue.writeBuffer(buffer, 0, new Uint32Array(SLOTS));
        const encoder = device.createCommandEncoder(),
            pass = encoder.beginComputePass();
        let dispatches = 0;
        record({
            setPipeline: (pipeline) => pass.setPipeline(pipeline),
            setBindGroup: (index, group) => pass.setBindGroup(index, group),
            dispatchWorkgroups(...grid) {
                dispatches++;
                pass.dispatchWorkgroups(...grid);
            },
        });
        pass.end();
        const mapped = device.createBuffer({ size: buffer.size, usage: MAP_READ | COPY_DST });
        encoder.copyBufferToBuffer(buffer, 0, mapped, 0, buffer.size);
        device.queue.submit([encoder.finish()]);
        await mapped.mapAsync(1);
        const sums = new Uint32Array(mapped.getMappedRange());
        const bytes = Object.fromEntries([...slots].map(([name, slot]) => [name, sums[slot]]));
        return { dispatches, waits: sums[BARRIERS], bytes };
    }
    return { device: counting, count };
}
