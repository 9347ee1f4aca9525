/*
 * One compute kernel: its pipeline, and dispatching it.
 */
import { lossOf, refuseLostDevice } from './device.js';
import { SweepError } from './errors.js';

const COMPUTE = 4; /* GPUShaderStage.COMPUTE */
const TYPES = { uniform: 'uniform', read: 'read-only-storage', write: 'storage' };

const made = new WeakMap(); /* of each device: promises of its kernels by their text; sorters share them */

/* Kernels that functions of wgsl.js gave, by their names, compiled. A lost device compiles all and nothing; it is
   refused, also where it was lost before this package knew of it. */
export async function makeKernels(device, kernels) {
    const compiled = {};
    lossOf(device); /* listens: a loss that came earlier is heard while the kernels are compiled */
    await Promise.all(
        Object.entries(kernels).map(async ([name, kernel]) => {
            compiled[name] = await makeKernel(device, kernel);
        })
    ).finally(() => refuseLostDevice(device));
    return compiled;
}

function makeKernel(device, kernel) {
    if (!made.has(device)) made.set(device, new Map());
    const kernels = made.get(device);
    if (!kernels.has(kernel.text))
        kernels.set(
            kernel.text,
            compileKernel(device, kernel).catch((error) => {
                kernels.delete(kernel.text); /* to be tried again */
                throw error;
            })
        );
    return kernels.get(kernel.text);
}

async function compileKernel(device, { text, bindings }) {
    const module = device.createShaderModule({ code: text });
    const layout = device.createBindGroupLayout({
        entries: bindings.map(([, space], binding) => ({
            binding,
            visibility: COMPUTE,
            buffer: { type: TYPES[space] },
        })),
    });
    let pipeline;
    try {
        pipeline = await device.createComputePipelineAsync({
            layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
            compute: { module, entryPoint: 'main' },
        });
    } catch (cause) {
        throw new SweepError('SWEEP_ERR_DEVICE', cause.message, { cause });
    }
    return { layout, pipeline, names: bindings.map(([name]) => name) };
}

/* Records a dispatch. ranges: {buffer, offset, size} by the bindings' names. grid: [x, y], or a GPUBuffer that has it. */
export function dispatch(device, pass, kernel, ranges, grid) {
    const entries = kernel.names.map((name, binding) => ({ binding, resource: ranges[name] }));
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout: kernel.layout, entries }));
    if (Array.isArray(grid)) pass.dispatchWorkgroups(grid[0], grid[1]);
    else pass.dispatchWorkgroupsIndirect(grid, 0);
}

/* Workgroups in two dimensions, where one dimension has a limit. */
export function gridOf(device, groups) {
    const wide = Math.min(groups, device.limits.maxComputeWorkgroupsPerDimension);
    return [wide, wide === 0 ? 0 : Math.ceil(groups / wide)];
}
