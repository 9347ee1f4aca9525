/*
 * Serves the built lesson on this machine alone, cross-origin isolated, so that it has threads.
 *
 * In: node serve.mjs [FILE], the built page, build/lesson/index.html by default. Out: its address; runs until it is
 * stopped.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../bindings/js/test/serve.js';

const file = resolve(process.argv[2] ?? fileURLToPath(new URL('../../build/lesson/index.html', import.meta.url)));
if (!existsSync(file)) {
    console.error(`${file} is not there: run make lesson first`);
    process.exit(2);
}
const { address } = await serve(dirname(file));
console.log(`${address}isolated/${basename(file)}`);
