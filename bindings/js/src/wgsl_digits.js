/*
 * The two kernels of digits.js, as WGSL text.
 */
import { GROUP, bindings, inclusiveScan } from './wgsl.js';

export const LESSON_TILE = 4096;
const PRIVATE = 4096; /* counts that fit a workgroup's memory */

const PARAMETERS = 'struct Parameters { radix: u32, place: u32 }';

/* A workgroup counts in its own memory where the radix allows it, and then adds to the counts of all. */
export function histogramKernel(radix) {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['keys', 'write', 'array<u32>'],
        ['counts', 'write', 'array<atomic<u32>>'],
    ];
    const own = radix <= PRIVATE;
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
${own ? `var<workgroup> histogram: array<atomic<u32>, ${radix}>;` : ''}
@compute @workgroup_size(${GROUP})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
        @builtin(local_invocation_index) me: u32) {
    let first = (group.y * groups.x + group.x) * ${LESSON_TILE}u;
    for (var i = first + me; i < min(first + ${LESSON_TILE}u, arrayLength(&keys)); i += ${GROUP}u) {
        let digit = keys[i] / p.place % p.radix;
        atomicAdd(&${own ? 'histogram' : 'counts'}[digit], 1u);
    }${
        own
            ? `
    workgroupBarrier();
    for (var digit = me; digit < p.radix; digit += ${GROUP}u) {
        let mine = atomicLoad(&histogram[digit]);
        if (mine > 0u) { atomicAdd(&counts[digit], mine); }
    }`
            : ''
    }
}`,
    };
}

/* One workgroup, 256 counts at a time. */
export function offsetsKernel() {
    const list = [
        ['p', 'uniform', 'Parameters'],
        ['counts', 'write', 'array<u32>'],
        ['offsets', 'write', 'array<u32>'],
    ];
    return {
        bindings: list,
        text: `${PARAMETERS}
${bindings(list)}
const GROUP = ${GROUP}u;
${inclusiveScan(GROUP)}
@compute @workgroup_size(${GROUP})
fn main(@builtin(local_invocation_index) me: u32) {
    var before = 0u;
    for (var first = 0u; first < p.radix; first += GROUP) {
        let digit = first + me;
        var mine = 0u;
        if (digit < p.radix) { mine = counts[digit]; }
        let up_to_me = inclusive_scan(me, mine, min(GROUP, p.radix - first));
        if (digit < p.radix) { offsets[digit] = before + up_to_me - mine; }
        workgroupBarrier();
        before += sum_of_all;
        workgroupBarrier();
    }
}`,
    };
}
