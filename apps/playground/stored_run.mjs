// SPDX-License-Identifier: MIT
// A run that a first visit shows while the compiler is loading, in both languages of reports: { run: { en, zh }, trace }. Each
// has { status, output, reports }.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { compile } from './lib/compile.mjs';
import { execute } from './lib/execute.mjs';
import { deviceOf } from './lib/unpack.mjs';
import { toolchainInNode } from './node_toolchain.mjs';
import { traceIn } from './page/trace.js';

async function make(files, others, packages, { path: name, source }) {
  const device = deviceOf(new Map(files), 'device/'), decoder = new TextDecoder();
  const toolchain = await toolchainInNode(packages, new Map(files).get('device/rewrite.wasm'));
  const { ok, text, program } = await compile({ toolchain, device, others: new Map(others), source, name });
  if (!ok)
    throw new Error(`${name} does not compile: ${text}`);
  const library = await WebAssembly.compile(device.module), run = {};
  let trace = null;
  for (const language of ['en', 'zh']) {
    const written = new Map(), output = [];
    const status = await execute({
      library, program, args: [path.basename(name, '.cu')], files: written, write: (fd, bytes) => output.push(bytes.slice()),
      environment: { CPU_DEVICE_REPORT: 'reports.json', CPU_DEVICE_TRACE: 'launch.html', CPU_DEVICE_LANGUAGE: language },
    });
    const reports = decoder.decode(written.get('/reports.json')).trim().split('\n').map(line => JSON.parse(line)).filter(({ id }) => id !== 'summary');
    run[language] = { status, output: decoder.decode(Buffer.concat(output)), reports };
    trace = traceIn(written.get('/launch.html'));
  }
  return { run, trace };
}

// files: the device's; others: those that programs include; packages: the folder node_modules. The run is kept beside it.
export async function storedRun(files, others, packages, program) {
  const hash = createHash('sha256').update(program.source);
  for (const [name, bytes] of [...files, ...others])
    hash.update(name).update(bytes);
  const folder = path.join(packages, '..'), kept = path.join(folder, `stored-${hash.digest('hex').slice(0, 10)}.json`);
  if (!fs.existsSync(kept)) {
    const made = JSON.stringify(await make(files, others, packages, program));
    for (const old of fs.readdirSync(folder).filter(name => /^stored-\w+\.json$/.test(name)))
      fs.rmSync(path.join(folder, old));
    fs.writeFileSync(`${kept}.new`, made);
    fs.renameSync(`${kept}.new`, kept);
  }
  return JSON.parse(fs.readFileSync(kept));
}
