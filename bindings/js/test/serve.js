/*
 * Serves a directory on this machine alone. Below /isolated/ it is the same again, cross-origin isolated. With ?policy=
 * the answer has that Content-Security-Policy.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.txt': 'text/plain' };
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/* {address, close()}; the address ends with a slash. */
export async function serve(root) {
    const server = createServer(async (request, response) => {
        const { pathname, searchParams } = new URL(request.url, 'http://localhost'),
            policy = searchParams.get('policy');
        let path = normalize(decodeURIComponent(pathname));
        const isolated = path.startsWith('/isolated/');
        if (isolated) path = path.slice('/isolated'.length);
        try {
            const body = await readFile(join(root, path));
            response.writeHead(200, {
                'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
                ...(isolated ? ISOLATED : {}),
                ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
            });
            response.end(body);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://localhost:${server.address().port}/`, close: () => server.close() };
}
