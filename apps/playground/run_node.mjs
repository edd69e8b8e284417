// SPDX-License-Identifier: MIT
// node apps/playground/run_node.mjs [--times] FILE.cu [ARGUMENTS]: compiles and runs a program as the playground does. Output,
// reports and exit status are those of the program; 2 where it does not compile.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './lib/compile.mjs';
import { execute } from './lib/execute.mjs';
import { deviceOf } from './lib/unpack.mjs';
import { toolchainInNode } from './node_toolchain.mjs';

const built = process.env.PLAYGROUND_BUILD ?? join(dirname(fileURLToPath(import.meta.url)), '../../build');
const folder = join(built, 'playground.device'), packages = join(built, 'playground.npm/node_modules');

export function readFolder(folder, prefix = '', files = new Map()) {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory())
            readFolder(join(folder, entry.name), `${prefix}${entry.name}/`, files);
        else
            files.set(prefix + entry.name, new Uint8Array(readFileSync(join(folder, entry.name))));
    return files;
}

export async function loadDevice() {
    const device = deviceOf(readFolder(folder));
    return { ...device, module: await WebAssembly.compile(device.module), loadCccl: async () => readFolder(join(folder, 'cccl')) };
}

// A lesson includes headers of ../common, or of its own folder.
export function sourceFor(file) {
    const folder = basename(dirname(resolve(file))), others = new Map();
    for (const [of, name] of [[dirname(file), folder], [join(dirname(file), '../common'), 'common']])
        for (const header of existsSync(of) ? readdirSync(of).filter((name) => name.endsWith('.h')) : [])
            others.set(`${name}/${header}`, new Uint8Array(readFileSync(join(of, header))));
    return { name: `${folder}/${basename(file)}`, source: new Uint8Array(readFileSync(file)), others };
}

async function main(args) {
    const times = args[0] === '--times';
    if (times)
        args.shift();
    const file = args[0], step = (what, seconds) => times && console.error(`${what}: ${seconds.toFixed(2)} s`);
    if (file === undefined) {
        console.error('usage: node apps/playground/run_node.mjs [--times] FILE.cu [ARGUMENTS]');
        return 2;
    }
    const toolchain = await toolchainInNode(packages, readFileSync(join(folder, 'rewrite.wasm'))), device = await loadDevice();
    const made = await compile({ toolchain, device, step, ...sourceFor(file) });
    process.stderr.write(made.text);
    if (!made.ok)
        return 2;
    const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('CPU_DEVICE_')));
    const before = performance.now();
    const status = await execute({
        library: device.module, program: made.program, args: [basename(file, '.cu'), ...args.slice(1)], environment,
        write: (fd, bytes) => (fd === 2 ? process.stderr : process.stdout).write(bytes),
    });
    step('run', (performance.now() - before) / 1000);
    return status;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    process.exitCode = await main(process.argv.slice(2));
