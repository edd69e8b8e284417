// SPDX-License-Identifier: MIT
// The toolchain in node, from the packages in `folder` (node_modules): what the browser has, with the same changes. `rewrite`
// is the device's rewriter, as bytes.
import { webcrypto } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Toolchain, treeOf } from './lib/toolchain.mjs';
import { filesOfTar } from './pack.mjs';
import { binaryenModule, patched } from './packages.mjs';

globalThis.crypto ??= webcrypto; // which node 18 does not name

async function imported(folder, name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return import(pathToFileURL(file));
}

// { llvm, binaryen }.
async function load(folder) {
  const clang = path.join(folder, '@yowasp/clang/gen'), binaryen = path.join(folder, 'binaryen/index.js');
  const scripts = fs.mkdtempSync(path.join(os.tmpdir(), 'playground.'));
  try {
    const { provide, ...llvm } = await imported(scripts, 'clang.mjs', patched(path.join(clang, 'bundle.js')).contents);
    const { default: createBinaryen } = await imported(scripts, 'binaryen.mjs', patched(binaryen).contents);
    const modules = {};
    for (const name of fs.readdirSync(clang).filter(n => n.endsWith('.wasm')))
      modules[name] = await WebAssembly.compile(fs.readFileSync(path.join(clang, name)));
    const system = filesOfTar(fs.readFileSync(path.join(clang, 'llvm-resources.tar')));
    provide(modules, treeOf(system.map(([name, bytes]) => [`usr/${name}`, bytes])));
    const quiet = () => {};
    await llvm.runLLVM(['clang', '--version'], {}, { stdout: quiet, stderr: quiet, fetchProgress: quiet });
    const module = await WebAssembly.compile(binaryenModule(binaryen));
    const instantiateWasm = (imports, use) => { use(new WebAssembly.Instance(module, imports)); };
    return { llvm, binaryen: await createBinaryen({ instantiateWasm }) };
  } finally {
    fs.rmSync(scripts, { recursive: true });
  }
}

// A process has them once: the engine takes 15 seconds to translate what of the compiler is used.
let loaded = null;

export async function toolchainInNode(folder, rewrite) {
  loaded ??= load(folder);
  return new Toolchain({ ...await loaded, rewrite: rewrite && await WebAssembly.compile(rewrite) });
}
