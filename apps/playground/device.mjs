// SPDX-License-Identifier: MIT
// node device.mjs ROOT OUT PACKAGES: the CPU device for WebAssembly, in the folder OUT: library.wasm, which has the C and C++
// libraries too; library.json, which says what is in it; room.o and program_part.o, which are linked with each program; rewrite.wasm,
// which turns CUDA C++ into C++; include/, the headers that programs are compiled with; and judge/, which has judge.wasm and the
// files that it reads (apps/grader/wasm). PACKAGES is a folder node_modules. If libcu++ is installed, cccl/ has its headers,
// and lacking/ what a program gets in their place until they are loaded.
// Only what a changed source belongs to is compiled again. The compiler is the page's own, so all of it takes some minutes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraries, target, words } from './lib/compile.mjs';
import { numberLibrary, suspendingIn } from './lib/sites.mjs';
import { treeOf } from './lib/toolchain.mjs';
import { toolchainInNode } from './node_toolchain.mjs';
import { filesUnder } from './pack.mjs';
import { versionOfTools } from './packages.mjs';

const here = dirname(fileURLToPath(import.meta.url)), decoder = new TextDecoder();

function filesIn(root, folder) {
    const files = [];
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory())
            files.push(...filesIn(root, path));
        else if (/\.(h|hpp|cuh|cpp|c|txt|html|css|js|po)$|^[a-z]+$/.test(entry.name)) // as cuda/barrier
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
    '-include /source/cpu_device/src/platform/wasm/call_site.h';

// The files after a run of a tool.
async function run(toolchain, args, files) {
    const { status, files: after, text } = await toolchain.run(args, files);
    if (status !== 0)
        throw new Error(`${args[0]} failed:\n${text}`);
    return after;
}

// The files that a piece was made from, as clang lists them.
function usedFiles(list) {
    const paths = decoder.decode(list).replace(/\\\n/g, ' ').split(/\s+/).slice(1).map((path) => posix.normalize(path));
    return [...new Set(paths.filter((path) => path.startsWith('/source/')).map((path) => path.slice('/source/'.length)))].sort();
}

// What programs most often ask for of headers that come with the toolkit, and that cucc takes from there.
const ofTheToolkit = [
    ['lacking', 'headers of libcu++', 'cuda/atomic cuda/barrier cuda/pipeline cuda/latch cuda/semaphore cuda/std/atomic cuda/std/array ' +
        'cuda/std/complex cuda/std/cstdint cuda/std/functional cuda/std/limits cuda/std/optional cuda/std/span ' +
        'cuda/std/tuple cuda/std/type_traits cuda/std/utility cuda/std/chrono'],
    ['include', 'headers of Thrust', ['device_vector', 'host_vector', 'universal_vector', 'device_ptr', 'device_malloc', 'device_free', 'sort',
        'scan', 'reduce', 'transform', 'transform_reduce', 'transform_scan', 'copy', 'fill', 'sequence', 'count', 'functional',
        'inner_product', 'extrema', 'execution_policy', 'for_each', 'generate', 'random', 'partition', 'unique', 'merge',
        'binary_search', 'gather', 'scatter', 'remove', 'replace', 'logical', 'equal', 'find', 'pair', 'tuple', 'complex', 'version']
        .map((name) => `thrust/${name}.h`).join(' ')],
];

// The headers of libcu++ that cucc finds on this computer (driver/thrust.c), by paths: "cuda/barrier".
function headersOfToolkit(root) {
    const { status, stdout } = spawnSync(join(root, 'cpu_device/cucc'), ['--thrust'], { encoding: 'utf8' }), folder = stdout?.trim();
    return status !== 0 ? [] : ['cuda', 'nv'].filter((name) => existsSync(join(folder, name))).flatMap((name) => filesUnder(join(folder, name), name));
}

// The PTX that no program uses is parsed all the same: for WebAssembly, "l" and "f" are no registers. And libcu++ 1.8 has a macro
// with the name of one of the C++ library's, which takes several words.
const forClang = (text) => text.replace(/"([=+]?)[dfhlq]"(?=\s*\()/g, '"$1r"').replace('define _NOEXCEPT_(x) noexcept(x)', 'define _NOEXCEPT_(...) noexcept(__VA_ARGS__)');

// All of the device, and of the C and C++ libraries, as one module.
const link = 'wasm-ld -m wasm32 -L/usr/lib/wasm32-wasip1 --no-demangle --allow-undefined --entry=_initialize ' +
    '--export-all --no-gc-sections --export-table --growable-table --max-memory=2147483648 -z stack-size=262144 --stack-first ' +
    '/usr/lib/wasm32-wasip1/crt1-reactor.o --whole-archive';

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

// The device of the repository `root`, in the folder `out`. Object files are kept beside it.
class Device {
    constructor(root, out) {
        Object.assign(this, { root, out });
        this.sources = ['src', 'libraries', 'include', 'po'].flatMap((folder) => filesIn(root, `cpu_device/${folder}`));
        this.rewriter = filesIn(root, 'cpu_device/rewrite');
        this.ofJudge = ['exercises/judge', 'exercises/po', 'apps/grader', 'cpu_device/runs'].flatMap((folder) => filesIn(root, folder));
        this.content = new Map([...this.sources, ...this.rewriter, ...this.ofJudge].map((path) => [path, new Uint8Array(readFileSync(join(root, path)))]));
        this.ofToolkit = headersOfToolkit(root);
        this.ofToolkit.forEach(([path, bytes]) => this.content.set(`cccl/${path}`, bytes));
    }

    // A hash of these files, or of all.
    keyOf(paths = this.content.keys()) {
        const hash = createHash('sha256').update(versionOfTools);
        for (const path of paths)
            hash.update(`${path} ${this.content.get(path)?.length}\n`).update(this.content.get(path) ?? '');
        return hash.digest('hex');
    }

    sourceOf({ folders = [], files = [] }) {
        const all = [...files.map((f) => `cpu_device/${f}`), ...folders.flatMap((folder) => this.sources.filter((path) =>
            path.startsWith(`cpu_device/${folder}/`) && path.endsWith('.cpp') && !path.includes('/linux/') &&
            ![...alone, ofPrograms].includes(path.slice('cpu_device/'.length))))];
        return all.map((path) => `#include "/source/${path}"\n`).join('');
    }

    // An object file, which is kept until the options, the source or a file that it was made from changes.
    async compile(name, options, source = '') {
        const kept = join(`${this.out}.objects`, `${name}.o`), about = join(`${this.out}.objects`, `${name}.json`);
        const args = [...words(options), ...(source ? ['/piece.cpp'] : [])];
        const before = existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')) : { used: [] };
        if (before.args === args.join(' ') && before.source === source && before.key === this.keyOf(before.used))
            return new Uint8Array(readFileSync(kept));
        const { 'made.o': made, 'made.d': list } = await run(this.toolchain, ['clang', '-cc1', '-dependency-file', '/made.d', '-MT', name,
            '-sys-header-deps', '-emit-obj', '-Wno-everything', '-main-file-name', `${name}.cpp`, '-o', '/made.o', ...args],
        { source: this.tree, 'piece.cpp': source });
        const used = usedFiles(list);
        mkdirSync(`${this.out}.objects`, { recursive: true });
        rmSync(about, { force: true });
        writeFileSync(kept, made);
        writeFileSync(`${about}.new`, JSON.stringify({ args: args.join(' '), source, used, key: this.keyOf(used) }));
        renameSync(`${about}.new`, about);
        return made;
    }

    compilePiece(piece) {
        return this.compile(piece.name, `${target} ${runtime} ${piece.flags} -x c++`, this.sourceOf(piece));
    }

    // The headers of programs: the device's, and those that include/other_headers.txt lists (driver/precompile.c).
    writeHeaders() {
        for (const [path, bytes] of this.content)
            if (path.startsWith('cpu_device/include/'))
                this.write(path.slice('cpu_device/'.length), bytes);
        const begin = '#pragma once\n#pragma GCC system_header\n';
        for (const line of readFileSync(join(this.root, 'cpu_device/include/other_headers.txt'), 'utf8').split('\n')) {
            const found = /^([^#\s]\S*?)( = |: )(.*)$/.exec(line);
            if (found)
                this.write(`include/${found[1]}`, begin + (found[2] === ' = ' ? `#include <${found[3]}>\n`
                    : `#error the CPU device has no ${found[3]}\n`));
        }
        for (const [folder, library, names] of ofTheToolkit)
            for (const name of names.split(' '))
                this.write(`${folder}/${name}`, `#error the playground has no ${library}, which come with the CUDA toolkit: cucc has them\n`);
    }

    // In front of each header of the toolkit that a program may include, one that hides __CUDA_ARCH__ from it, so that it uses
    // no PTX (write_front() of driver/thrust.c).
    writeHeadersOfToolkit() {
        for (const [path, bytes] of this.ofToolkit) {
            this.write(`cccl/include/${path}`, forClang(decoder.decode(bytes)));
            if (!/(^|\/)(__|detail\/)/.test(path))
                this.write(`cccl/front/${path}`, `#pragma GCC system_header\n#pragma push_macro("__CUDA_ARCH__")\n#undef __CUDA_ARCH__\n` +
                    `#include_next <${path}>\n#pragma pop_macro("__CUDA_ARCH__")\n`);
        }
    }

    write(path, bytes) {
        mkdirSync(dirname(join(this.out, path)), { recursive: true });
        writeFileSync(join(this.out, path), bytes);
    }

    async writeLibrary(objects) {
        const { 'made.wasm': linked } = await run(this.toolchain, [...words(link), ...Object.keys(objects).map((name) => `/o/${name}`), ...words(libraries),
            '-o', '/made.wasm'], { o: objects });
        const { module, asking, variables } = numberLibrary(linked);
        const suspendable = this.toolchain.asyncify(module, { 'asyncify-export-globals': '1', 'asyncify-ignore-imports': '1' });
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
        this.write('library.wasm', suspendable);
        this.write('library.json', JSON.stringify(about));
        return { ...about, variables };
    }

    // A program of C sources, as it is on its own.
    async writeProgram(path, files) {
        const objects = {}, program = path.replace(/.*\/|[.]wasm$/g, '');
        for (const file of files) {
            const name = `${program}_${file.replace(/[.]c$/, '').replace(/\W/g, '_')}`;
            objects[`${name}.o`] = await this.compile(name, `${target.replace(/-std=\S+/, '')} -O2 -x c /source/${file}`);
        }
        const { 'made.wasm': made } = await run(this.toolchain, ['wasm-ld', '-m', 'wasm32', '-L/usr/lib/wasm32-wasip1',
            '/usr/lib/wasm32-wasip1/crt1-command.o', ...Object.keys(objects).map((name) => `/o/${name}`), ...words(libraries),
            '-z', 'stack-size=1048576', '--strip-all', '-o', '/made.wasm'], { o: objects });
        this.write(path, made);
    }

    async writeJudge() {
        const grader = ['wasm/browser', 'verdict', 'accepted', 'tokens', 'text', 'reports', 'exercises', 'language', 'chinese'];
        await this.writeProgram('judge/judge.wasm', [...grader.map((name) => `apps/grader/${name}.c`),
            ...['text', 'files', 'json', 'reports'].map((name) => `cpu_device/runs/${name}.c`)]);
        for (const path of this.ofJudge.filter((path) => /^(exercises\/judge\/|apps\/grader\/allowed)/.test(path)))
            this.write(`judge/${path}`, this.content.get(path));
    }

    async make(packages) {
        const scripts = ['device', 'lib/compile', 'lib/sites', 'lib/wasm', 'lib/toolchain'].map((name) => readFileSync(join(here, `${name}.mjs`), 'utf8'));
        const key = createHash('sha256').update(this.keyOf()).update(scripts.join()).digest('hex'), stamp = join(this.out, '.key');
        if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key)
            return;
        rmSync(this.out, { recursive: true, force: true });
        Object.assign(this, { tree: treeOf(this.content), toolchain: await toolchainInNode(packages, null) });
        const objects = {};
        const begins = (number, name) => console.log(`part ${number} of ${pieces.length + 1} of the CPU device: ${name}`);
        for (const [at, piece] of pieces.entries()) {
            begins(at + 1, piece.name);
            objects[`${piece.name}.o`] = await this.compilePiece(piece);
        }
        begins(pieces.length + 1, 'the library, the rewriter, the judge');
        const library = await this.writeLibrary(objects);
        this.write('program_part.o', await this.compilePiece({ name: 'program_part', files: [ofPrograms], flags: '-O2' }));
        const { 'made.o': room } = await run(this.toolchain, ['clang', '-cc1as', '-triple', 'wasm32-unknown-wasip1', '-filetype', 'obj', '-o', '/made.o',
            '/room.s'], { 'room.s': roomFor(library) });
        this.write('room.o', room);
        await this.writeProgram('rewrite.wasm', this.rewriter.filter((path) => path.endsWith('.c')));
        await this.writeJudge();
        this.writeHeaders();
        this.writeHeadersOfToolkit();
        writeFileSync(stamp, key);
    }
}

export const makeDevice = (root, out, packages) => new Device(root, out).make(packages);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [root, out, packages] = process.argv.slice(2);
    if (packages === undefined) {
        console.error('usage: node device.mjs ROOT OUT PACKAGES');
        process.exit(2);
    }
    await makeDevice(root, out, packages);
}
