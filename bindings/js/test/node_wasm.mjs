/*
 * The tests of wasm.js in Node, on the built package. In: SEED (a number; the time by default).
 */
import { readFileSync } from 'node:fs';
import test from 'node:test';
import sweepsort, { SweepError } from 'sweepsort';
import { wasmTests } from './wasm.js';

const seed = Number(process.env.SEED ?? Date.now() % 1000000007);
console.log(`seed ${seed}`);
const golden = readFileSync(new URL('./golden.txt', import.meta.url), 'utf8');
const sweep = await sweepsort();
for (const [name, run] of wasmTests({ sweep, SweepError, golden, seed, make: sweepsort }))
    test(name, run);
