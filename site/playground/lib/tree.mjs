// SPDX-License-Identifier: MIT
// Files in one: the size of a table in 4 bytes, the table in JSON ([[path, size], ...]), and then the files. As a tree:
// folders are objects.
export function treeOf(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true), tree = {};
  let at = 4 + size;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    const folders = path.split('/'), name = folders.pop();
    let folder = tree;
    for (const part of folders)
      folder = folder[part] ??= {};
    folder[name] = bytes.subarray(at, at += length);
  }
  return tree;
}
