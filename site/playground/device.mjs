// SPDX-License-Identifier: MIT
// node device.mjs ROOT OUT PACKAGES: the CPU device for WebAssembly, in the folder OUT: libcpu_device.a; rewrite.wasm, which
// turns CUDA C++ into C++; and include/, the headers that programs are compiled with. PACKAGES is a folder node_modules.
// It is made again only if a source has changed. The compiler is the page's own, so this takes some minutes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { libraries, target, words } from './lib/compile.mjs';
import { treeOf } from './lib/toolchain.mjs';
import { toolchainInNode } from './node_toolchain.mjs';

const [root, out, packages] = process.argv.slice(2);
if (packages === undefined) {
    console.error('usage: node device.mjs ROOT OUT PACKAGES');
    process.exit(2);
}

function filesIn(folder, prefix = '') {
    const files = [];
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory())
            files.push(...filesIn(path, prefix));
        else if (/\.(h|hpp|cuh|cpp|c|txt|html|css|js)$/.test(entry.name))
            files.push(path);
    }
    return files.sort();
}

// Each folder in one piece, as cucc compiles it (driver/device.c), and what is made once and hot with more effort.
const alone = ['src/run/builtin_variables.cpp', 'src/run/random_skip.cpp'];
const pieces = [
    { name: 'run', folders: ['src/run'], flags: '-O2' },
    { name: 'check', folders: ['src/check'], flags: '-O2' },
    { name: 'memory', folders: ['src/memory'], flags: '-O2' },
    { name: 'api', folders: ['src/api', 'libraries/graphs'], flags: '-O1' },
    { name: 'say', folders: ['src/say'], flags: '-O1' },
    { name: 'platform', folders: ['src/platform'], flags: '-O1' },
    ...alone.map((file) => ({ name: file.replace(/.*\/|\.cpp$/g, ''), files: [file], flags: '-O2' })),
];
const runtime = '-std=c++17 -ffp-contract=off -relaxed-aliasing -DCPU_DEVICE_RUNTIME ' +
    '-include /source/cpu_device/src/platform/wasm/call_site.h -Wno-everything';

const sources = ['cpu_device/src', 'cpu_device/libraries', 'cpu_device/include'].flatMap((f) => filesIn(f));
const rewriter = ['cpu_device/rewrite.c', 'cpu_device/ptx.c', 'cpu_device/ptx.h'];
const content = new Map([...sources, ...rewriter].map((path) => [path, new Uint8Array(readFileSync(join(root, path)))]));

function keyOf() {
    const hash = createHash('sha256');
    for (const [path, bytes] of content)
        hash.update(`${path} ${bytes.length}\n`).update(bytes);
    for (const script of ['device.mjs', 'lib/compile.mjs', 'package-lock.json'])
        hash.update(readFileSync(join(root, 'site/playground', script)));
    return hash.digest('hex');
}

function sourceOf({ folders = [], files = [] }) {
    const all = [...files.map((f) => `cpu_device/${f}`), ...folders.flatMap((folder) => sources.filter((path) =>
        path.startsWith(`cpu_device/${folder}/`) && path.endsWith('.cpp') && !path.includes('/platform/linux/') &&
        !alone.includes(path.slice('cpu_device/'.length))))];
    return all.map((path) => `#include "/source/${path}"\n`).join('');
}

async function run(toolchain, args, files, made) {
    const { status, files: after, text } = await toolchain.run(args, files);
    if (status !== 0)
        throw new Error(`${args[0]} failed:\n${text}`);
    return made.split('/').reduce((folder, name) => folder[name], after);
}

// The headers of programs: the device's, and those that include/other_headers.txt lists (driver/precompile.c).
function writeHeaders() {
    for (const [path, bytes] of content)
        if (path.startsWith('cpu_device/include/'))
            write(path.slice('cpu_device/'.length), bytes);
    const begin = '#pragma once\n#pragma GCC system_header\n';
    for (const line of readFileSync(join(root, 'cpu_device/include/other_headers.txt'), 'utf8').split('\n')) {
        const found = /^([^#\s]\S*?)( = |: )(.*)$/.exec(line);
        if (found)
            write(`include/${found[1]}`, begin + (found[2] === ' = ' ? `#include <${found[3]}>\n`
                : `#error the CPU device has no ${found[3]}\n`));
    }
}

function write(path, bytes) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), bytes);
}

const key = keyOf(), stamp = join(out, '.key');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) {
    console.log('playground: compiling the CPU device for WebAssembly');
    rmSync(out, { recursive: true, force: true });
    const tree = treeOf(content), toolchain = await toolchainInNode(packages, null);
    const objects = {};
    for (const piece of pieces) {
        objects[`${piece.name}.o`] = await run(toolchain, ['clang', '-cc1', ...words(target), ...words(runtime), piece.flags,
            '-emit-obj', '-x', 'c++', '-main-file-name', `${piece.name}.cpp`, '-o', '/made.o', '/piece.cpp'],
        { source: tree, 'piece.cpp': sourceOf(piece) }, 'made.o');
    }
    write('libcpu_device.a', await run(toolchain, ['ar', 'rcs', '/made.a', ...Object.keys(objects).map((name) => `/o/${name}`)],
        { o: objects }, 'made.a'));
    const parts = {};
    for (const name of ['rewrite', 'ptx'])
        parts[`${name}.o`] = await run(toolchain, ['clang', '-cc1', ...words(target).filter((w) => w !== '-std=c++17'), '-O2',
            '-emit-obj', '-x', 'c', '-Wno-everything', '-o', '/made.o', `/source/cpu_device/${name}.c`], { source: tree }, 'made.o');
    write('rewrite.wasm', await run(toolchain, ['wasm-ld', '-m', 'wasm32', '-L/usr/lib/wasm32-wasip1',
        '/usr/lib/wasm32-wasip1/crt1-command.o', '/o/rewrite.o', '/o/ptx.o', ...words(libraries), '-z', 'stack-size=1048576',
        '--strip-all', '-o', '/made.wasm'], { o: parts }, 'made.wasm'));
    writeHeaders();
    writeFileSync(stamp, key);
}
