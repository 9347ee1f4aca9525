/*
 * ComputeRadixSort of the package playcanvas on a GPUDevice, without the rest of that engine: the few things that it asks
 * of a graphics device. Its shaders are its own, but for a read that they only seem to do: the first pass chooses between
 * a value and its index by a constant, which a compiler sees.
 */
const STORAGE = 0x80,
    COPY_SRC = 4,
    COPY_DST = 8,
    UNIFORM = 0x40;

const FOLDED = [/select\((\w+\[GID\]), GID, IS_FIRST_PASS == 1u\)/g, (_, load, first) => (first ? 'GID' : load)];

/* device: a GPUDevice; pass(): the compute pass to dispatch into, or undefined: then dispatches are only counted. */
export function graphicsDevice(device, pass, { subgroups = false } = {}) {
    const pipelines = new Map(),
        graphics = {
            dispatches: 0,
            clears: 0,
            supportsCompute: true,
            supportsSubgroups: subgroups,
            minSubgroupSize: 32,
            maxSubgroupSize: 32,
            gpuAdapter: { info: { vendor: subgroups ? 'nvidia' : '' } },
            limits: device.limits,
            capsDefines: new Map(),
            scope: { resolve: () => ({ setValue() {} }) },
            buffers: new Set(),
            shaders: [],
            _vram: { sb: 0 },
            onDestroyShader() {},
            createComputeImpl: () => ({ destroy() {} }),
            createShaderImpl: () => ({ destroy() {} }),
            createBindGroupFormatImpl: () => ({ destroy() {} }),
            createUniformBufferFormatImpl: () => ({ destroy() {} }),
            createBufferImpl: () => ({
                allocate(_, size) {
                    this.buffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
                },
                clear: () => graphics.clears++,
                destroy() {
                    this.buffer.destroy();
                },
            }),
            computeDispatch(computes) {
                for (const compute of computes) {
                    graphics.dispatches++;
                    if (pass !== undefined) dispatch(compute, pass());
                }
            },
        };

    /* The pipeline of a shader, and the names of its bindings in their order. */
    function pipelineOf({ definition: { cshader, computeEntryPoint = 'main' } }) {
        const key = `${computeEntryPoint} ${cshader}`;
        if (!pipelines.has(key)) {
            const first = /const IS_FIRST_PASS: u32 = 1u;/.test(cshader);
            const code = cshader.replace(FOLDED[0], (whole, load) => FOLDED[1](whole, load, first));
            const bindings = [...code.matchAll(/@binding\((\d+)\)\s+var<(\w+)(?:,\s*(\w+))?>\s+(\w+)/g)]
                .map(([, binding, space, access, name]) => ({ binding: Number(binding), space, access, name }))
                .sort((a, b) => a.binding - b.binding);
            const type = ({ space, access }) =>
                space === 'uniform' ? 'uniform' : access === 'read_write' ? 'storage' : 'read-only-storage';
            const layout = device.createBindGroupLayout({
                entries: bindings.map((entry) => ({
                    binding: entry.binding,
                    visibility: 4,
                    buffer: { type: type(entry) },
                })),
            });
            pipelines.set(key, {
                bindings,
                layout,
                pipeline: device.createComputePipeline({
                    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
                    compute: { module: device.createShaderModule({ code }), entryPoint: computeEntryPoint },
                }),
            });
        }
        return pipelines.get(key);
    }

    function dispatch(compute, into) {
        const { bindings, layout, pipeline } = pipelineOf(compute.shader),
            value = (name) => compute.parameters.get(name).value;
        const uniforms = () => {
            const { uniforms: format } = compute.shader.definition.computeUniformBufferFormats;
            const numbers = format.uniforms.map(({ name }) => value(name));
            const buffer = device.createBuffer({
                size: 4 * Math.ceil(numbers.length / 4) * 4,
                usage: UNIFORM,
                mappedAtCreation: true,
            });
            new Uint32Array(buffer.getMappedRange()).set(numbers);
            buffer.unmap();
            return buffer;
        };
        const entries = bindings.map(({ binding, space, name }) => ({
            binding,
            resource: { buffer: space === 'uniform' ? uniforms() : value(name).impl.buffer },
        }));
        into.setPipeline(pipeline);
        into.setBindGroup(0, device.createBindGroup({ layout, entries }));
        into.dispatchWorkgroups(compute.countX, compute.countY ?? 1, compute.countZ ?? 1);
    }
    return graphics;
}
