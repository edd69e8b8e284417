// SPDX-License-Identifier: MIT
// Small changes to two packages, so that the playground can hand them what it has fetched and compiled itself. The versions
// are fixed by package-lock.json; if a place is not found in a newer one, the build ends.
import fs from 'node:fs';

function replaced(text, what, by) {
  const parts = text.split(what);
  if (parts.length !== 2)
    throw new Error(`a package is not as expected: ${parts.length - 1} times ${what}`);
  return parts.join(by.replace('$&', what));
}

// @yowasp/clang fetches its modules and files by itself: provide(modules, files) takes the place of that. Each write made a
// new copy of the whole file, which takes seconds for a large one; folder/.. was folder; and each call kept a journal, which
// took most of the preprocessor's time, as it writes word by word.
function clang(text) {
  text = replaced(text, /var modules = async \(fetch3\) => \(\{[^}]*\}\);/, 'var given; function provide(modules, files) { given = { modules, files }; } var modules = async () => given.modules;');
  text = replaced(text, /var filesystem = async \(fetch3\) => \(\{[^}]*\}\);/, 'var filesystem = async () => given.files;');
  text = replaced(text, /const newData = new Uint8Array\(Math\.max\(this\.file\.data\.length, offset \+ contents\.length\)\);\s*newData\.set\(this\.file\.data\);\s*newData\.subarray\(offset\)\.set\(contents\);\s*this\.file\.data = newData;/, `
    const file = this.file, size = Math.max(file.data.length, offset + contents.length);
    if (file.data.buffer !== file.room?.buffer || size > file.room.length) {
      file.room = new Uint8Array(2 * size);
      file.room.set(file.data);
    }
    file.data = file.room.subarray(0, size);
    file.data.set(contents, offset);`);
  text = replaced(text, 'let entry = this;\n    let separatorAt = -1;', 'let entry = this, way = [], separatorAt = -1;');
  text = replaced(text, /else if \(segment === "\.\."\)\s*;\s*else if \(Object\.hasOwn\(files, segment\)\)\s*entry = files\[segment\];/, `
      else if (segment === "..")
        entry = way.pop() ?? this;
      else if (Object.hasOwn(files, segment)) {
        way.push(entry);
        entry = files[segment];
      }`);
  text = replaced(text, /const _debugLog = \(\.\.\.args\) => \{[^}]*\}[^}]*\};/, 'const _debugLog = () => {};');
  text = replaced(text, 'function startCurrentTask(componentIdx, isAsync, entryFnName) {', '$&\n    return 0n;');
  text = replaced(text, 'function endCurrentTask(componentIdx, taskId) {', '$&\n    return;');
  return replaced(text, /export \{\s*Exit,/, 'export { provide, Exit,');
}

// Binaryen has its module in its script, as a string: { script, wasm }. Without the string, the script makes instances of
// what it is given, and it exports the function that does so.
function binaryen(text) {
  const begin = /\w+\?\?=\w+\(`/.exec(text);
  if (begin === null)
    throw new Error('binaryen is not as expected: no module in it');
  const from = begin.index + begin[0].length;
  let to = from;
  while (text[to] !== '`')
    to += text[to] === '\\' ? 2 : 1;
  const string = new Function(`return \`${text.slice(from, to)}\``)();
  const wasm = Buffer.alloc(string.length);
  for (let i = 0; i < string.length; ++i) // as the script itself does: what is no byte is a zero
    wasm[i] = ~string.charCodeAt(i) >> 8 & string.charCodeAt(i);
  const script = text.slice(0, begin.index) + 'null' + text.slice(to + 2);
  return { wasm, script: replaced(script, /var \w+=await \w+\(\),\$?\w+=\w+;export\{\$?\w+ as default\};/, `export { ${/await (\w+)\(\),\$?\w+=\w+;export/.exec(script)?.[1]} as default };`) };
}

export const binaryenModule = file => binaryen(fs.readFileSync(file, 'utf8')).wasm;

// For the bundler.
export function patched(file) {
  const text = fs.readFileSync(file, 'utf8');
  return { contents: file.includes('binaryen') ? binaryen(text).script : clang(text), loader: 'js' };
}

// The versions of the compiler and of Binaryen. What they have made is kept until these change.
const lock = JSON.parse(fs.readFileSync(new URL('package-lock.json', import.meta.url), 'utf8')).packages;
export const versionOfTools = ['@yowasp/clang', 'binaryen'].map(name => lock[`node_modules/${name}`].integrity).join();
