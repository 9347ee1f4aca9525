/*
 * sweepsort in WebAssembly: `await sweepsort()` makes an instance, whose functions sort typed arrays.
 *
 * The compiled modules are text in module_*.js: nothing is fetched, so this works the same in Node, in a bundle and from
 * a script tag.
 */
import { compile } from './compile.js';
import { SweepError, refuse } from './errors.js';
import { Sweepsort } from './instance.js';
import { MODULE } from './module_single.js';

export { SweepError, Sweepsort };

let module;     /* a promise of the compiled module: one for all instances */

export default async function sweepsort(settings = {}) {
    if (settings === null || typeof settings !== 'object')
        refuse('settings must be an object');
    for (const name of Object.keys(settings))
        refuse(`there is no setting ${name}`);
    module ??= compile(MODULE);
    const { exports } = await WebAssembly.instantiate(await module);
    return new Sweepsort(exports, exports.memory);
}
