// SPDX-License-Identifier: MIT
// node node.mjs ROOT BUILD NAME...: compiles and runs planted programs as the playground does, and compares what they print
// and their exit statuses with those of cucc's programs, BUILD/cpu/planted/NAME. A name that ends with _mended stands for the
// fixed version. Only addresses may differ: these of a GPU would, too.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root, build, ...names] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(join(root, 'site/playground', path)));
const { compile } = await from('lib/compile.mjs'), { execute } = await from('lib/execute.mjs');
const { toolchainInNode } = await from('node_toolchain.mjs'), { readFolder } = await from('run_node.mjs');

const packages = join(build, 'playground.npm/node_modules'), folder = join(build, 'playground.device');
const built = spawnSync(process.execPath, [join(root, 'site/playground/device.mjs'), root, folder, packages],
    { stdio: 'inherit' });
if (built.status !== 0)
    process.exit(1);
const toolchain = await toolchainInNode(packages, readFileSync(join(folder, 'rewrite.wasm')));
const device = {
    headers: readFolder(join(folder, 'include')), library: new Uint8Array(readFileSync(join(folder, 'libcpu_device.a'))),
};
const environment = { CPU_DEVICE_CORES: '1' };

const comparable = (text) => text.replaceAll(/\b0x[0-9a-f]+/g, 'ADDRESS');

function byCucc(name) {
    const { CPU_DEVICE_REPORT, CPU_DEVICE_SEED, ...rest } = process.env;
    const run = spawnSync(join(build, 'cpu/planted', name), [], { env: { ...rest, ...environment }, encoding: 'utf8' });
    return `status ${run.status}\n--- output\n${run.stdout}--- reports\n${comparable(run.stderr)}`;
}

async function byPlayground(name) {
    const mended = name.endsWith('_mended'), source = `${mended ? name.slice(0, -7) : name}.cu`;
    const made = await compile({
        toolchain, device, name: `planted/${source}`, defines: mended ? ['MENDED'] : [],
        source: new Uint8Array(readFileSync(join(root, 'tests/planted', source))),
    });
    if (!made.ok)
        return `does not compile:\n${made.text}`;
    const said = ['', ''], decoder = new TextDecoder();
    const status = await execute({
        program: made.program, environment, write: (fd, bytes) => { said[fd - 1] += decoder.decode(bytes); },
    });
    return `status ${status}\n--- output\n${said[0]}--- reports\n${comparable(said[1])}`;
}

let failed = 0;
for (const name of names) {
    const wanted = byCucc(name), got = await byPlayground(name).catch((error) => `ended by ${error.stack}`);
    if (wanted === got)
        continue;
    console.log(`FAILED: ${name}: cucc's program:\n${wanted}\nthe playground's:\n${got}`);
    ++failed;
}
console.log(`${names.length - failed} of ${names.length} programs are the same`);
process.exit(failed === 0 ? 0 : 1);
