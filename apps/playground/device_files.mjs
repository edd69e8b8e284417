// SPDX-License-Identifier: MIT
// The device's folder as the page has it, with the headers that programs begin with, precompiled (lib/prelude.mjs).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompile } from './lib/compile.mjs';
import { deviceOf, unpack } from './lib/unpack.mjs';
import { filesUnder, pack } from './pack.mjs';
import { versionOfTools } from './packages.mjs';
import { toolchainInNode } from './node_toolchain.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

// device: what device.mjs has made. packages: the folder node_modules; what is precompiled is kept beside it.
export async function deviceFiles(device, packages) {
  const files = filesUnder(device, 'device').filter(([name]) => !/^device\/(judge|cccl)\//.test(name));
  const parts = ['lib/compile.mjs', 'lib/prelude.mjs', 'lib/spaces.mjs'].map(name => fs.readFileSync(path.join(here, name)));
  const used = files.filter(([name]) => name.startsWith('device/include/') || name === 'device/rewrite.wasm');
  const hash = createHash('sha256').update(versionOfTools).update(Buffer.concat([pack(used), ...parts])).digest('hex').slice(0, 10);
  const kept = path.join(packages, '..', `prelude-${hash}`);
  if (!fs.existsSync(kept)) {
    const toolchain = await toolchainInNode(packages, fs.readFileSync(path.join(device, 'rewrite.wasm')));
    const made = await precompile({ toolchain, device: deviceOf(new Map(files), 'device/') });
    const all = { ...made, once: Buffer.from(JSON.stringify(made.once)) };
    fs.writeFileSync(`${kept}.new`, pack(Object.entries(all).map(([name, bytes]) => [`device/prelude.${name}`, bytes])));
    for (const old of fs.readdirSync(path.dirname(kept)).filter(name => /^prelude-\w+$/.test(name)))
      fs.rmSync(path.join(path.dirname(kept), old));
    fs.renameSync(`${kept}.new`, kept);
  }
  return [...files, ...unpack(fs.readFileSync(kept))];
}
