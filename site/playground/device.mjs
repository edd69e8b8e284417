// SPDX-License-Identifier: MIT
// node device.mjs ROOT OUT PACKAGES: the CPU device for WebAssembly, in the folder OUT: library.wasm, which has the C and C++
// libraries too; library.json, which says what is in it; room.o and program_part.o, which are linked with each program; rewrite.wasm,
// which turns CUDA C++ into C++; include/, the headers that programs are compiled with; and judge/, which has judge.wasm and the
// files that it reads (exercises/judging/wasm). PACKAGES is a folder node_modules.
// It is made again only if a source has changed. The compiler is the page's own, so this takes some minutes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { libraries, target, words } from './lib/compile.mjs';
import { numberLibrary, suspendingIn } from './lib/sites.mjs';
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
        else if (/\.(h|hpp|cuh|cpp|c|txt|html|css|js|po)$/.test(entry.name))
            files.push(path);
    }
    return files.sort();
}

// Each folder in one piece, as cucc compiles it (driver/device.c), and what is made once and hot with more effort.
const alone = ['src/run/builtin_variables.cpp', 'src/run/random_skip.cpp'];
const ofPrograms = 'src/platform/wasm/program_part.cpp';
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

const sources = ['cpu_device/src', 'cpu_device/libraries', 'cpu_device/include', 'cpu_device/po'].flatMap((f) => filesIn(f));
const rewriter = filesIn('cpu_device/rewrite'), ofJudge = ['judge', 'judging', 'po'].flatMap((folder) => filesIn(`exercises/${folder}`));
const judging = ['wasm/browser', 'verdict', 'accepted', 'tokens', 'text', 'reports', 'exercises', 'language', 'chinese'];
const content = new Map([...sources, ...rewriter, ...ofJudge].map((path) => [path, new Uint8Array(readFileSync(join(root, path)))]));

// A hash of the sources and of some of these scripts.
function keyOf(...scripts) {
    const hash = createHash('sha256');
    for (const [path, bytes] of content)
        hash.update(`${path} ${bytes.length}\n`).update(bytes);
    for (const script of scripts)
        hash.update(readFileSync(join(root, 'site/playground', script)));
    return hash.digest('hex');
}

function sourceOf({ folders = [], files = [] }) {
    const all = [...files.map((f) => `cpu_device/${f}`), ...folders.flatMap((folder) => sources.filter((path) =>
        path.startsWith(`cpu_device/${folder}/`) && path.endsWith('.cpp') && !path.includes('/linux/') &&
        ![...alone, ofPrograms].includes(path.slice('cpu_device/'.length))))];
    return all.map((path) => `#include "/source/${path}"\n`).join('');
}

async function run(toolchain, args, files, made) {
    const { status, files: after, text } = await toolchain.run(args, files);
    if (status !== 0)
        throw new Error(`${args[0]} failed:\n${text}`);
    return made.split('/').reduce((folder, name) => folder[name], after);
}

// An object file, which is kept, for compiling takes minutes.
async function compile(toolchain, piece, tree) {
    const options = `${target} ${runtime} ${piece.flags}`, source = sourceOf(piece);
    const hash = createHash('sha256').update(`${sourcesKey} ${options} ${source}`).digest('hex').slice(0, 20);
    const folder = `${out}.objects`, kept = join(folder, `${piece.name}-${hash}.o`);
    if (!existsSync(kept)) {
        const made = await run(toolchain, ['clang', '-cc1', ...words(options), '-emit-obj', '-x', 'c++', '-main-file-name',
            `${piece.name}.cpp`, '-o', '/made.o', '/piece.cpp'], { source: tree, 'piece.cpp': source }, 'made.o');
        mkdirSync(folder, { recursive: true });
        for (const old of readdirSync(folder).filter((name) => name.startsWith(`${piece.name}-`)))
            rmSync(join(folder, old));
        writeFileSync(`${kept}.new`, made);
        renameSync(`${kept}.new`, kept);
    }
    return new Uint8Array(readFileSync(kept));
}

// A program that has a main() of its own, of C sources.
async function programOf(toolchain, tree, files) {
    const parts = {};
    for (const file of files)
        parts[file.replace(/.*\/|[.]c$/g, '') + '.o'] = await run(toolchain, ['clang', '-cc1', ...words(target).filter((w) => w !== '-std=c++17'), '-O2',
            '-emit-obj', '-x', 'c', '-Wno-everything', '-o', '/made.o', `/source/${file}`], { source: tree }, 'made.o');
    return run(toolchain, ['wasm-ld', '-m', 'wasm32', '-L/usr/lib/wasm32-wasip1',
        '/usr/lib/wasm32-wasip1/crt1-command.o', ...Object.keys(parts).map((name) => `/o/${name}`), ...words(libraries), '-z', 'stack-size=1048576',
        '--strip-all', '-o', '/made.wasm'], { o: parts }, 'made.wasm');
}

// What programs most often ask for of headers that are not the device's own.
const ofTheToolkit = [
    ['headers of libcu++', 'cuda/atomic cuda/barrier cuda/pipeline cuda/latch cuda/semaphore cuda/std/atomic cuda/std/array ' +
        'cuda/std/complex cuda/std/cstdint cuda/std/functional cuda/std/limits cuda/std/optional cuda/std/span ' +
        'cuda/std/tuple cuda/std/type_traits cuda/std/utility cuda/std/chrono'],
    ['headers of Thrust', ['device_vector', 'host_vector', 'universal_vector', 'device_ptr', 'device_malloc', 'device_free', 'sort',
        'scan', 'reduce', 'transform', 'transform_reduce', 'transform_scan', 'copy', 'fill', 'sequence', 'count', 'functional',
        'inner_product', 'extrema', 'execution_policy', 'for_each', 'generate', 'random', 'partition', 'unique', 'merge',
        'binary_search', 'gather', 'scatter', 'remove', 'replace', 'logical', 'equal', 'find', 'pair', 'tuple', 'complex', 'version']
        .map((name) => `thrust/${name}.h`).join(' ')],
];

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
    for (const [library, names] of ofTheToolkit)
        for (const name of names.split(' '))
            write(`include/${name}`, `#error the playground has no ${library}, which come with the CUDA toolkit: cucc has them\n`);
}

function write(path, bytes) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), bytes);
}

// All of the device, and of the C and C++ libraries, as one module.
const link = 'wasm-ld -m wasm32 -L/usr/lib/wasm32-wasip1 --no-demangle --allow-undefined --entry=_initialize ' +
    '--export-all --no-gc-sections --export-table --growable-table --max-memory=2147483648 -z stack-size=262144 --stack-first ' +
    '/usr/lib/wasm32-wasip1/crt1-reactor.o --whole-archive';

async function writeLibrary(toolchain, objects) {
    const linked = await run(toolchain, [...words(link), ...Object.keys(objects).map((name) => `/o/${name}`), ...words(libraries), '-o', '/made.wasm'],
        { o: objects }, 'made.wasm');
    const { module, asking, variables } = numberLibrary(linked);
    const suspendable = toolchain.asyncify(module, { 'asyncify-export-globals': '1', 'asyncify-ignore-imports': '1' });
    const made = await WebAssembly.compile(suspendable), page = 65536;
    const names = WebAssembly.Module.exports(made).filter(({ kind }) => kind === 'function').map(({ name }) => name);
    const imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(made))
        (imports[from] ??= {})[name] = kind === 'function' ? () => 0 : null;
    const { exports } = await WebAssembly.instantiate(made, imports);
    const about = {
        names, asking, suspending: suspendingIn(suspendable), begin: variables.find(({ name }) => name === '__global_base').address,
        end: exports.memory.buffer.byteLength, table: exports.__indirect_function_table.length,
    };
    if (about.end % page !== 0)
        throw new Error('the library does not end with a page');
    write('library.wasm', suspendable);
    write('library.json', JSON.stringify(about));
    return { ...about, variables };
}

// Room for the library's data, for the linker of a program, with the names of the variables.
function roomFor({ begin, end, variables }) {
    const inside = variables.filter(({ name, address }) => address >= begin && address < end && !/^__(start|stop)_cpu_device_|^__heap_|^__data_|^__global_/.test(name))
        .sort((a, b) => a.address - b.address);
    const label = (name) => `\t.weak ${name}\n\t.type ${name},@object\n${name}:\n`;
    let text = '\t.section .rodata.cpu_device_library,"",@\n\t.p2align 4\n', at = begin;
    for (let i = 0, next; i < inside.length; i = next) {
        const { address } = inside[i];
        next = inside.findIndex((v) => v.address > address);
        next = next < 0 ? inside.length : next;
        const same = inside.slice(i, next).map(({ name }) => name), size = (next < inside.length ? inside[next].address : end) - address;
        text += (address > at ? `\t.skip ${address - at}\n` : '') + same.map(label).join('') + `\t.skip ${size}\n` +
            same.map((name) => `\t.size ${name}, ${size}\n`).join('');
        at = address + size;
    }
    return `${text}\t.globl cpu_device_library_end\n\t.type cpu_device_library_end,@object\ncpu_device_library_end:\n\t.skip 16\n\t.size cpu_device_library_end, 16\n`;
}

const sourcesKey = keyOf('package-lock.json');
const key = keyOf('package-lock.json', 'device.mjs', ...['compile', 'sites', 'wasm', 'toolchain'].map((name) => `lib/${name}.mjs`));
const stamp = join(out, '.key');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== key) {
    console.log('playground: compiling the CPU device for WebAssembly');
    rmSync(out, { recursive: true, force: true });
    const tree = treeOf(content), toolchain = await toolchainInNode(packages, null);
    const objects = {};
    for (const piece of pieces)
        objects[`${piece.name}.o`] = await compile(toolchain, piece, tree);
    const library = await writeLibrary(toolchain, objects);
    const part = await compile(toolchain, { name: 'program_part', files: [ofPrograms], flags: '-O2' }, tree);
    const room = await run(toolchain, ['clang', '-cc1as', '-triple', 'wasm32-unknown-wasip1', '-filetype', 'obj', '-o', '/made.o', '/room.s'],
        { 'room.s': roomFor(library) }, 'made.o');
    write('room.o', room);
    write('program_part.o', part);
    write('rewrite.wasm', await programOf(toolchain, tree, rewriter.filter((path) => path.endsWith('.c'))));
    write('judge/judge.wasm', await programOf(toolchain, tree, judging.map((name) => `exercises/judging/${name}.c`)));
    for (const path of ofJudge.filter((path) => /^exercises\/(judge\/|judging\/allowed)/.test(path)))
        write(`judge/${path}`, content.get(path));
    writeHeaders();
    writeFileSync(stamp, key);
}
