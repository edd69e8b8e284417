// SPDX-License-Identifier: MIT
// The worker that compiles. It loads the tools once: from the network or from the browser's cache. After a worker that was
// ended, only its files: the page has the predecessor's compiled modules.
//
// It is told { load: { files, modules } } and { compile: { source, name, others, defines, standard } }, and says { progress: [done, total] },
// { ready: modules }, { step: name } after each step, { compiled } (what compile() returns, with times) or { failed: text }.
import createBinaryen from 'binaryen';
import * as llvm from '@yowasp/clang';
import { cccl } from 'virtual:built';
import { compile } from '../lib/compile.mjs';
import { Toolchain, treeOf } from '../lib/toolchain.mjs';
import { below, deviceOf, unpack } from '../lib/unpack.mjs';
import { loadBytes, loadModule } from './resources.js';

let toolchain = null, device = null, others = null;

async function load({ files: all, modules: former }) {
  const modules = { ...former }, wanted = Object.entries(all).filter(([name]) => !modules[name]);
  const total = wanted.reduce((sum, [, file]) => sum + file.size, 0);
  let done = 0, told = 0;
  const arrived = size => {
    done = Math.min(done + size, total);
    if (performance.now() - told > 100 || done === total) {
      told = performance.now();
      postMessage({ progress: [done, total] });
    }
  };
  const packs = {};
  await Promise.all(wanted.map(async ([name, file]) => {
    if (file.name.includes('.wasm'))
      modules[name] = await loadModule(file, arrived);
    else
      packs[name] = unpack(await loadBytes(file, arrived));
  }));
  const isOfLlvm = ([name]) => name.startsWith('llvm.');
  llvm.provide(Object.fromEntries(Object.entries(modules).filter(isOfLlvm)), treeOf(packs['system.pack']));
  await llvm.runLLVM(['clang', '--version'], {}, { stdout: () => {}, stderr: () => {} });
  const instantiateWasm = (imports, use) => { use(new WebAssembly.Instance(modules['binaryen.wasm'], imports)); };
  const files = packs['device.pack'];
  device = deviceOf(files, 'device/');
  device.loadCccl = cccl && (async () => unpack(await loadBytes(cccl, () => {})));
  others = new Map([...below(files, 'project/')].map(([path, bytes]) => [path, bytes.slice()])); // what is sent on takes all of its buffer along
  toolchain = new Toolchain({ llvm, binaryen: await createBinaryen({ instantiateWasm }), rewrite: modules['rewrite.wasm'] });
  postMessage({ ready: modules });
}

async function compileProgram({ others: own, ...program }) {
  const times = {}, began = performance.now();
  const step = (what, seconds) => {
    times[what] = seconds;
    postMessage({ step: what });
  };
  const compiled = await compile({ toolchain, device, others: new Map([...others, ...own]), ...program, step });
  times.all = (performance.now() - began) / 1000;
  postMessage({ compiled: { ...compiled, times } });
}

// One after another.
let before = Promise.resolve();

self.onmessage = ({ data }) => {
  before = before.then(() => data.load ? load(data.load) : compileProgram(data.compile))
    .catch(error => postMessage({ failed: String(error.message ?? error) }));
};
