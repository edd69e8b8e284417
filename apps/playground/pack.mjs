// SPDX-License-Identifier: MIT
// Lists of files, [[path, bytes], ...], and one file of them: lib/unpack.mjs unpacks it.
import fs from 'node:fs';
import path from 'node:path';

export function pack(files) {
  const table = Buffer.from(JSON.stringify(files.map(([name, bytes]) => [name, bytes.length])));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(table.length);
  return Buffer.concat([size, table, ...files.map(([, bytes]) => bytes)]);
}

// The files in a folder and below it, in the order of their names, as NAME/...
export function filesUnder(folder, name) {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name)).sort()
    .map(file => [path.posix.join(name, path.relative(folder, file)), fs.readFileSync(file)]);
}

const string = (bytes, from, size) => bytes.toString('utf8', from, from + size).replace(/\0.*/s, '');

export function filesOfTar(bytes) {
  const files = [];
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const name = string(bytes, at, 100), size = parseInt(string(bytes, at + 124, 12), 8) || 0, isFile = '0\0'.includes(String.fromCharCode(bytes[at + 156]));
    if (isFile)
      files.push([name, bytes.subarray(at + 512, at + 512 + size)]);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return files;
}
