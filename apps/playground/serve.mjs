// SPDX-License-Identifier: MIT
// node serve.mjs FOLDER PORT TEXT: serves the folder to this computer's browsers, and prints TEXT when it does. Exit status: 3
// where the port cannot be had. The page needs no headers of its own: it shares no memory between threads.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/plain; charset=utf-8' };

// The file of the folder that a request is about.
function fileOf(folder, request) {
  try {
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
    const file = path.join(folder, path.normalize(name));
    return fs.statSync(file).isFile() ? file : null;
  } catch { // no such file, or no such path
    return null;
  }
}

// A server for the folder; `through(stream)` may slow down what it sends.
export function serverOf(folder, through = content => content) {
  return http.createServer((request, response) => {
    const file = fileOf(folder, request);
    if (file === null)
      return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
    through(fs.createReadStream(file)).pipe(response);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port, text] = process.argv.slice(2);
  const server = serverOf(folder).on('error', () => process.exit(3));
  server.listen(Number(port), '127.0.0.1', () => console.log(text));
}
