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

// The device as compile() and execute() take it, from the files of its folder: headers, a Map from path below include/ to bytes; the
// module of the library, as bytes; what is known of it; room and part, object files; and what precompile() returns, if it is
// there.
export function deviceOf(files, folder = '') {
  const own = below(files, folder), get = name => own.get(name), prelude = {}, read = name => JSON.parse(new TextDecoder().decode(get(name)));
  for (const name of ['macros', 'text', 'pch', 'cuda'])
    prelude[name] = get(`prelude.${name}`);
  const library = read('library.json');
  Object.assign(library, { names: new Set(library.names), askingNames: new Set(library.asking) });
  return {
    headers: below(own, 'include/'), lacking: below(own, 'lacking/'), module: get('library.wasm'), library, room: get('room.o'), part: get('program_part.o'),
    prelude: get('prelude.once') && { ...prelude, once: read('prelude.once') },
  };
}
