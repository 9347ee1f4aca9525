/*
 * Plants faults in the built package, one at a time, and expects a suite to fail each time. In: nothing; run where
 * prepare.sh left the package. The copies lie in ../faults.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url)),
    copy = `${top}faults/`;

/* file, what stands there, what shall, the suite, and the names of the tests that ought to see it */
const FAULTS = [
    ['instance.js', 'refuseOverlap(keys, values);', '', 'node_wasm', 'wrong arguments'],
    ['instance.js', 'wasm.return_to(mark);', '', 'node_wasm', 'memory is kept'],
    ['instance.js', 'this.#put(values.view)', 'this.#take(values.view.byteLength)', 'node_wasm', 'every entry point'],
    ['instance.js', 'if (status !== 0) throw', 'if (status === 9) throw', 'node_wasm', 'no memory'],
    ['options.js', "'nan-last', 'total-order'", "'total-order', 'nan-last'", 'node_wasm', 'golden'],
    ['options.js', "Uint8ClampedArray: 'u8'", "Uint8ClampedArray: 'i8'", 'node_wasm', 'parts? of a buffer'],
    ['start.js', 'worker.end();', '', 'node_wasm', 'does not start'],
    ['start.js', 'stack + STACK', 'stack', 'node_wasm', 'memory that cannot grow|threads'],
    ['wgsl.js', ' - 1u, word == me / 32u', ', word == me / 32u', 'node_webgpu', 'sort u32, split$'],
    ['wgsl.js', 'peers.x << (base % 32u)', 'peers.x', 'node_webgpu', 'sort u32, split, sub'],
    ['wgsl.js', 'subgroupBallot(one)', 'subgroupBallot(!one)', 'node_webgpu', 'sort u32, split, sub'],
    ['wgsl.js', 'min(count[0], ${most})', 'count[0]', 'node_webgpu', 'a count in'],
    ['wgsl.js', 'group.y * groups.x + group.x', 'group.x', 'node_webgpu', 'dimension'],
    ['wgsl_onesweep.js', 'i < end; i += step) { table[i] = 0u; }', 'i < 0u; i += step) {}', 'node_webgpu', 'sort u32$'],
    ['wgsl_onesweep.js', 'i < STATES; i += step) { table[i] = 0u; }', 'i < 0u; i += step) {}', 'node_webgpu', 'sort u32$'],
    ['wgsl_onesweep.js', 'select(LOCAL, INCLUSIVE, tile == 0u)', 'INCLUSIVE', 'node_webgpu', 'never published'],
    ['wgsl_onesweep.js', '((2u * p.sweep + flag) << 30u)', '(flag << 30u)', 'node_webgpu', 'sort u32$'],
    ['wgsl_onesweep.js', 'ahead += recount;', 'ahead += 2u * recount;', 'node_webgpu', 'never published'],
    ['wgsl_onesweep.js', 'state(LOCAL, count));', 'state(LOCAL, 2u * count));', 'node_webgpu', 'never published'],
    ['wgsl_onesweep.js', 'atomicStore(&counts[me], 0u);', '', 'node_webgpu', 'never published'],
    ['wgsl_onesweep.js', 'if (at == 0u) { sum += base_of(digit); }', '', 'node_webgpu', 'never published'],
    ['wgsl_onesweep.js', 'sum += all << 16u;', '', 'node_webgpu', 'sort u32$'],
    ['wgsl_onesweep.js', 'var digit = p.mask;', 'var digit = 0u;', 'node_webgpu', 'sort u32$'],
    ['wgsl.js', 'before += sum_of_all', 'before = sum_of_all', 'node_webgpu', 'two steps'],
    ['wgsl.js', 'x.y << (32u - place)', 'x.y << place', 'node_webgpu', 'windows'],
    ['wgsl.js', 'magnitude == 0u) { return 0x80000000u ^', 'magnitude == 0u) { return', 'node_webgpu', 'sort f32$'],
    ['wgsl.js', ' && key.x != 0u)', ' && key.x != 0u && false)', 'node_webgpu', 'sort f64$'],
    ['sorter.js', 'argsort && first ? pieces.moreKeys : keys', 'keys', 'node_webgpu', 'sort u32$'],
    ['sorter.js', 'digits.length % 2 !== 0', 'false', 'node_webgpu', 'windows'],
    ['sorter.js', 'settings.digitBits)', '8)', 'node_webgpu', 'digit widths'],
    [
        'upload.js',
        "'out-of-memory': 'SWEEP_ERR_MEMORY'",
        "'out-of-memory': 'SWEEP_ERR_DEVICE'",
        'node_webgpu',
        'no memory',
    ],
    ['options.js', 'if (view.byteLength === 0 && view', 'if (false && view', 'node_wasm', 'shrunk'],
    ['upload.js', 'refuseOverlap(keys, values);', '', 'node_webgpu', 'wrong arguments'],
    ['upload.js', 'copyOf(keys)', 'bytesOf(keys)', 'node_webgpu', 'shared and resizable'],
    ['device.js', '!losses.has(device)', 'true', 'node_webgpu', 'listened to once'],
    ['instance.js', 'parts.team?.end();\n            return;', 'this.#takeOver(parts);', 'node_wasm', 'given back'],
    ['inflate.js', 'base += 1 << extra', 'base += 1', 'node_wasm', 'golden'],
    ['buffers.js', 'at + size > rooms[index]', 'false', 'node_webgpu', 'several buffers'],
    ['sorter.js', 'offset: offset + at', 'offset', 'node_webgpu', 'sort u32$'],
    ['device.js', 'device.limits[name] < needed', 'false', 'node_webgpu', 'less than'],
    ['kernel.js', '.finally(() => refuseLostDevice(device))', '', 'node_webgpu', 'lost before'],
    ['kernel.js', 'kernels.delete(kernel.text);', '', 'node_webgpu', 'tried again'],
    ['wgsl_digits.js', 'before += sum_of_all', 'before = sum_of_all', 'node_webgpu', 'digits'],
];

function freshCopy() {
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(`${copy}node_modules`, { recursive: true });
    for (const name of ['package', 'test']) cpSync(`${top}${name}`, `${copy}${name}`, { recursive: true });
    symlinkSync('../package', `${copy}node_modules/sweepsort`);
    for (const name of ['webgpu', 'debug', 'ms'])
        symlinkSync(`${top}node_modules/${name}`, `${copy}node_modules/${name}`);
}

const env = { ...process.env, ALL: '1' };

/* The exit status of the tests with these names; 124 where they take longer than `limit` milliseconds. */
function run(suite, names, limit = 120000) {
    const words = [`--test-name-pattern=${names}`, `test/${suite}.mjs`];
    try {
        execFileSync(process.execPath, words, { cwd: copy, env, stdio: 'pipe', timeout: limit });
        return 0;
    } catch (error) {
        return error.status ?? 124;
    }
}

let missed = 0;
freshCopy();
for (const suite of new Set(FAULTS.map((fault) => fault[3]))) {
    const names = FAULTS.filter((fault) => fault[3] === suite).map((fault) => fault[4]);
    const status = run(suite, names.join('|'), 400000);
    console.log(`without a fault, ${suite} ends with ${status}`);
    if (status !== 0) process.exit(status === 77 ? 77 : 1);
}
for (const [file, from, to, suite, names] of FAULTS) {
    freshCopy();
    const text = readFileSync(`${copy}package/${file}`, 'utf8');
    let result = 'NOT PLANTED';
    if (text.includes(from)) {
        writeFileSync(`${copy}package/${file}`, text.replaceAll(from, to));
        result = run(suite, names) === 0 ? 'MISSED' : 'seen';
    }
    console.log(`${result.padEnd(8)} ${file}: ${from} -> ${to}`);
    missed += result !== 'seen';
}
rmSync(copy, { recursive: true, force: true });
console.log(`${FAULTS.length - missed} passed, ${missed} failed`);
process.exit(missed > 0 ? 1 : 0);
