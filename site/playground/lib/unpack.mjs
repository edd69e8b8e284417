// SPDX-License-Identifier: MIT
// What pack.mjs has made one file of: the size of a table in 4 bytes, the table in JSON ([[path, size], ...]), and then the
// files. As a Map from paths to bytes.
export function unpack(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true), files = new Map();
  let at = 4 + size;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))
    files.set(path, bytes.subarray(at, at += length));
  return files;
}

// The files of a folder ("device/"), by their paths below it.
export function below(files, folder) {
  return new Map([...files].filter(([path]) => path.startsWith(folder)).map(([path, bytes]) => [path.slice(folder.length), bytes]));
}

// The device as compile() takes it, from the files of its folder.
export function deviceOf(files, folder = '') {
  const own = below(files, folder), get = name => own.get(name), prelude = {};
  for (const name of ['macros', 'once', 'text', 'pch'])
    prelude[name] = get(`prelude.${name}`);
  const once = prelude.once && JSON.parse(new TextDecoder().decode(prelude.once));
  return { headers: below(own, 'include/'), library: get('libcpu_device.a'), prelude: once && { ...prelude, once } };
}
