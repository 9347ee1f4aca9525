/*
 * Compiles types.ts against the package's declarations.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
try {
    execFileSync(
        process.execPath,
        [
            file('../node_modules/typescript/bin/tsc'),
            '--noEmit',
            '--strict',
            '--target',
            'es2022',
            '--module',
            'nodenext',
            '--moduleResolution',
            'nodenext',
            '--lib',
            'es2022,dom',
            '--types',
            '@webgpu/types',
            file('./types.ts'),
        ],
        { stdio: 'pipe' }
    );
} catch (error) {
    console.error(String(error.stdout));
    process.exit(1);
}
console.log('the declarations hold');
