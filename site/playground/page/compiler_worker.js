// SPDX-License-Identifier: MIT
// The worker that compiles. It loads the tools once: from the network, from the browser's cache, or, after a worker that
// was stopped, from its predecessor, which has given its compiled modules to the page.
//
// It is told { load: { files, modules } } and { compile: { source, name, options } }, and says { progress: [done, total] },
// { ready: modules }, { step: name }, { compiled } (what compile() returns, with times) or { failed: text }.
import createBinaryen from 'binaryen';
import { provide, runLLVM } from '@yowasp/clang';
import { compile } from '../lib/compile.mjs';
import { toolchainOf } from '../lib/toolchain.mjs';
import { treeOf } from '../lib/tree.mjs';
import { loadBytes, loadModule } from './resources.js';

let toolchain = null, device = null, project = null;

async function load({ files, modules = {} }) {
  const wanted = Object.entries(files).filter(([name]) => !modules[name]);
  const total = wanted.reduce((sum, [, file]) => sum + file.size, 0);
  let done = 0, told = 0;
  const arrived = size => {
    done = Math.min(done + size, total);
    if (performance.now() - told > 100 || done === total) {
      told = performance.now();
      postMessage({ progress: [done, total] });
    }
  };
  const loaded = await Promise.all(wanted.map(async ([name, file]) =>
    [name, file.name.includes('.wasm') ? await loadModule(file, arrived) : await loadBytes(file, arrived)]));
  Object.assign(modules, Object.fromEntries(loaded));
  const tree = treeOf(modules['system.pack']);
  ({ device, project } = treeOf(modules['device.pack']));
  const llvm = Object.fromEntries(Object.entries(modules).filter(([name]) => name.startsWith('llvm.')));
  provide(llvm, tree);
  await runLLVM(['clang', '--version'], {}, { stdout: () => {}, stderr: () => {} });
  const binaryen = await createBinaryen({
    instantiateWasm: (imports, use) => { use(new WebAssembly.Instance(modules['binaryen.wasm'], imports)); },
  });
  toolchain = toolchainOf({ runLLVM, binaryen });
  postMessage({ ready: modules });
  warmUp();
}

// The engine translates the compiler's functions when they are first called: this does so before the user asks.
function warmUp() {
  try {
    compile({ toolchain, device, source: 'int main() {}\n', name: 'warm_up.cu', options: [], files: project, onStep: () => {} });
  } catch { /* the first real program says what is wrong */ }
}

async function compileProgram({ source, name, options }) {
  const times = {}, began = performance.now();
  let step = null, since = began;
  const onStep = next => {
    const now = performance.now();
    if (step !== null)
      times[step] = now - since;
    [step, since] = [next, now];
    if (next !== null)
      postMessage({ step: next });
  };
  const compiled = await compile({ toolchain, device, source, name, options, files: project, onStep });
  onStep(null);
  times.all = performance.now() - began;
  postMessage({ compiled: { ...compiled, times } });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.load)
      await load(data.load);
    else
      await compileProgram(data.compile);
  } catch (error) {
    postMessage({ failed: String(error.message ?? error) });
  }
};
