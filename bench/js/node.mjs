/*
 * The benchmark in Node. In: the sizes, 1000 to 1000000 by default. Run by ../../scripts/bench_js.sh.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { radixSort } from 'three/examples/jsm/utils/SortUtils.js';
import sweepsort from 'sweepsort';
import { measure } from './measure.js';
import { makePeers } from './peers.js';

const text = (path) => readFileSync(new URL(`node_modules/${path}`, import.meta.url), 'utf8');
const sizes = process.argv.slice(2).map(Number);
console.log(`Node ${process.version}, V8 ${process.versions.v8}, ${cpus()[0].model}, one thread`);
const right = await measure({
    sweepsort,
    sizes: sizes.length ? sizes : [1e3, 1e4, 1e5, 1e6],
    print: console.log,
    peers: makePeers(radixSort, text('hpc-algorithms/RadixSort.js'), text('hpc-algorithms/CountingSort.js')),
});
process.exit(right ? 0 : 1);
