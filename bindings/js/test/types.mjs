/*
 * The package's declarations: types.ts compiles against them, with TypeScript's strictest options and without, and
 * types_using.ts; and the options that they name are those that the functions take.
 */
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import sweepsort from 'sweepsort';
import { createDigits, createSorter, sortOnDevice } from 'sweepsort/webgpu';
import ts from 'typescript';
import { assert } from './wasm.js';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const BASE = {
    noEmit: true,
    strict: true,
    skipDefaultLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['@webgpu/types'],
};

/* The program; fails where it does not compile. */
function compile(name, options) {
    const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts', ...(options.lib ?? [])];
    const program = ts.createProgram([file(name)], { ...BASE, ...options, lib });
    const found = ts.getPreEmitDiagnostics(program);
    assert(found.length === 0, ts.formatDiagnostics(found, ts.createCompilerHost(BASE)));
    return program;
}

test('the declarations', () => compile('./types.ts', {}));
test('with exactOptionalPropertyTypes', () => compile('./types.ts', { exactOptionalPropertyTypes: true }));
test('with using', () => compile('./types_using.ts', { lib: ['lib.esnext.disposable.d.ts'] }));

/* The names of a type's properties, in the file of declarations. */
function namesOf(program, from, type) {
    const checker = program.getTypeChecker(),
        source = program.getSourceFile(file(`../package/${from}.d.ts`)) ?? assert(false, `${from}.d.ts is not there`);
    let names;
    const look = (node) => {
        if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === type)
            names = checker.getTypeAtLocation(node).getProperties().map((property) => property.name);
    };
    source.forEachChild(look);
    assert(names?.length > 0, `no type ${type}`);
    return names;
}

test('the options are those that the functions take', async () => {
    const program = compile('./types.ts', { preserveSymlinks: false });
    const names = (from, type) => namesOf(program, from, type);
    const sweep = await sweepsort(),
        keys = new Uint32Array(2);
    const device = {
        createShaderModule() {},
        features: new Set(),
        limits: { maxStorageBufferBindingSize: 0 },
        lost: new Promise(() => {}),
    };
    const digit = ['radix', 'place'],
        upload = [...names('webgpu', 'UploadSettings'), 'operation', 'values'];
    const functions = [
        [(options) => sweep.sort(keys, options), names('index', 'Options')],
        [(options) => sweep.argsort(keys, options), names('index', 'IndexOptions')],
        [(options) => sweep.histogram(keys, options), digit],
        [(options) => sweepsort(options), names('index', 'Settings')],
        [(options) => createSorter(device, options), names('webgpu', 'SorterSettings')],
        [(options) => sortOnDevice(device, keys, options), upload],
        [(options) => createDigits(device, options), digit],
    ];
    const all = new Set(functions.flatMap(([, declared]) => declared));
    for (const [call, declared] of functions)
        for (const name of all) {
            let error;
            try {
                await call({ [name]: undefined });
            } catch (thrown) {
                error = thrown;
            }
            const taken = !/there is no (option|setting) /.test(error?.message);
            assert(taken === declared.includes(name), `${call}: ${name} is ${taken ? 'not declared' : 'refused'}`);
        }
    sweep.dispose();
});
