// SPDX-License-Identifier: MIT
// From a .cu file to a module that runs: what cucc does, in a browser.
import { undeclared } from './headers.mjs';
import { makePrelude, mayUsePrelude } from './prelude.mjs';
import { declares, forDevice, hasDeviceMembers, readingAsCuda, undefinedCalls, withSpacesOfHeaders, wrongSpaces } from './spaces.mjs';
import { numberCallSites, programAddresses } from './sites.mjs';
import { treeOf } from './toolchain.mjs';

const encoder = new TextEncoder(), decoder = new TextDecoder();

// What clang -### prints for this target, and what cucc (driver/compile.c) gives to g++, in clang's words.
export const target = '-triple wasm32-unknown-wasip1 -disable-free -mrelocation-model static -mframe-pointer=none ' +
    '-fno-rounding-math -mconstructor-aliases -target-cpu generic -fvisibility=hidden -fdebug-compilation-dir=/work ' +
    '-resource-dir /usr -isysroot /usr -internal-isystem /usr/include/c++/v1 -internal-isystem /usr/include ' +
    '-internal-isystem /usr/include/wasm32-wasip1 -fdeprecated-macro -ferror-limit 19 -fgnuc-version=4.2.1 ' +
    '-fskip-odr-check-in-gmf -std=c++17 -D_GNU_SOURCE -D_WASI_EMULATED_SIGNAL';
const cuda = '-O1 -D__CUDACC__ -D__NVCC__ -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=0 ' +
    '-D__CUDA_ARCH_LIST__=900 -D__CUDA_ARCH__=900 -U__FLT16_MANT_DIG__ -I/device/include -I/device/include/wasm ' +
    '-isystem /device/cccl/front -isystem /device/cccl/include -isystem /device/lacking -DCCCL_DISABLE_NVFP8_SUPPORT -D_LIBCUDACXX_HAS_THREAD_API_PTHREAD';
const compiling = '-O1 -ffp-contract=off -fno-finite-loops -relaxed-aliasing -fno-strict-return -debug-info-kind=constructor -dwarf-version=4 ' +
    '-debugger-tuning=gdb -fsanitize=thread,array-bounds -finstrument-function-entry-bare ' +
    '-mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-distinguish-volatile=1 ' +
    '-mllvm -tsan-instrument-read-before-write=1 -mllvm -tsan-handle-cxx-exceptions=0 ' +
    '-mllvm -opt-disable=licm,loop-unroll-full,loop-unroll,memcpyopt -mllvm -simplifycfg-sink-common=false -mllvm -simplifycfg-hoist-common=false ' +
    '-mllvm -simplifycfg-merge-cond-stores=false -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset ' +
    '-fno-builtin-malloc -fno-builtin-calloc -fno-builtin-free -Wno-unknown-pragmas -Wno-pass-failed -Wno-unknown-attributes -Wno-ignored-attributes ' +
    '-Wuninitialized -Wshorten-64-to-32';
const link = 'wasm-ld -m wasm32 -Map=/work/map --no-entry --export=__wasm_call_ctors ' +
    '-z stack-size=0 --import-table';
const builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';
export const libraries = `-lc++ -lc++abi -lwasi-emulated-signal -lm -lc --no-whole-archive ${builtins}`;

export const words = (text) => text.split(' ').filter((word) => word !== '');

// What clang says, by lines: {file, line, column, kind, text}.
export function messagesIn(text) {
    const all = [];
    for (const line of text.split('\n')) {
        const found = /^(.+?):(\d+):(\d+): (fatal error|error|warning|note): (.*)$/.exec(line);
        if (found)
            all.push({ file: found[1], line: +found[2], column: +found[3], kind: found[4], text: found[5] });
    }
    return all;
}

// long has 32 bits here. Where that changes a value, clang warns of it, in words that do not say why.
const changesLong = [/format specifies type '(unsigned )?long' but the argument has type '(unsigned )?long long'/,
    /to '(unsigned )?long'|to '(size_t|ptrdiff_t|ssize_t)' /, /shift count >= width of type[^]*\d[uU]?[lL]\s*<</];
const shortened = '[-Wshorten-64-to-32]';

function sayLong(text) {
    return text.split(/^(?=.+:\d+:\d+: (?:warning|error|fatal error): )/m).map((message) => {
        const place = /^.+:\d+:\d+: warning: /.exec(message)?.[0];
        const isOfLong = place !== undefined && changesLong.some((words) => words.test(message));
        return isOfLong ? `${place}long and size_t have 32 bits in the playground, and 64 where CUDA runs: write long long, and %lld\n`
            : message.includes(shortened) ? '' : message;
    }).join('').replace(/^\d+ warnings? generated\.\n/m, '');
}

// Functions of the C library that a program calls are the device's: cucc does the same (driver/merge.c).
const names = new Map(['memcpy', 'memmove', 'memset', 'malloc', 'calloc', 'free', 'printf', 'puts', 'putchar',
    'modf', 'modff', 'frexp', 'frexpf', 'remquo', 'remquof', 'sincos', 'sincosf'].map((n) => [n, `cpu_device_${n}`]));
names.set('_Znwm', 'cpu_device_new').set('_Znam', 'cpu_device_new_array').set('_ZdlPv', 'cpu_device_delete')
    .set('_ZdaPv', 'cpu_device_delete_array').set('_ZdlPvm', 'cpu_device_delete_sized')
    .set('_ZdaPvm', 'cpu_device_delete_array_sized').set('__assert_fail', 'cpu_device_assert_fail')
    .set('exit', 'cpu_device_exit').set('pthread_create', 'cpu_device_no_thread');

// The words of a command line: { macros, relaxed }, or what is wrong with them.
function optionsIn(given) {
    const relaxed = given.filter((word) => /^--?expt-relaxed-constexpr$/.test(word));
    const macros = given.filter((word) => !relaxed.includes(word)).map((word) => word.replace(/^-D/, '')).filter((word) => word !== '');
    const wrong = macros.find((word) => !/^[A-Za-z_]\w*(\([\w,.]*\))?(=|$)/.test(word));
    return { macros, relaxed: relaxed.length > 0, wrong: wrong && `error: "${wrong}" is no macro, such as N=64 or DEBUG, and the only option here is --expt-relaxed-constexpr\n` };
}

// What a header says in place of one of libcu++ (device.mjs), as long as these are not loaded.
const OF_LIBCU = /: error: the playground has no headers of libcu/;

// What compile() takes as device.prelude; it may be missing, and takes long to make.
export function precompile({ toolchain, device }) {
    const rewrite = (text) => {
        const { status, output, errors } = toolchain.rewrite(encoder.encode(text), ['--wasm', '--file=prelude']);
        if (status !== 0)
            throw new Error(`the prelude is not rewritten: ${errors}`);
        return encoder.encode(withSpacesOfHeaders(decoder.decode(output)));
    };
    return makePrelude({
        run: (args, files) => toolchain.run(args, files), rewrite, headers: device.headers,
        preprocessing: [...words(target), ...words(cuda)], compiling: [...words(target), ...words(compiling)], readingAsCuda: [...words(target), forDevice, ...readingAsCuda],
    });
}

// The device's headers for the preprocessor, where the prelude takes the place of some.
function treeWithout(headers, once) {
    const hidden = new Set(once), empty = new Uint8Array(0);
    return treeOf([...headers].map(([path, bytes]) => [path, hidden.has(path) ? empty : bytes]));
}

// toolchain: a Toolchain. device: what deviceOf() (unpack.mjs) makes of the device's folder. Others: a Map of
// further files, by their paths from the folder of the source; defines: macros, as words of a command line; standard: c++17 or a later one. step(name,
// seconds) is called after each step.
// Returns {ok, messages, text, program}; program: {module: bytes, memory: pages, table: places, files: Map}.
export async function compile({ toolchain, device, source, name, others = new Map(), defines = [], standard = 'c++17', step = () => {} }) {
    let before = performance.now();
    const said = [];
    const after = (what) => {
        const now = performance.now();
        step(what, (now - before) / 1000);
        before = now;
    };
    const failed = () => ({ ok: false, text: said.join(''), messages: messagesIn(said.join('')) });
    const textIn = (bytes) => typeof bytes === 'string' ? bytes : decoder.decode(bytes), text = textIn(source);
    const prelude = device.prelude && standard === 'c++17' && mayUsePrelude(text) ? device.prelude : null;
    const headers = prelude ? device.rest ??= treeWithout(device.headers, prelude.once) : device.tree ??= treeOf(device.headers);
    const lacking = device.lackingTree ??= treeOf(device.lacking);
    const files = (more) => ({
        device: { include: headers, lacking, ...(device.cccl && { cccl: device.cccl }), 'room.o': device.room, 'program_part.o': device.part, ...(prelude && { 'prelude.h': prelude.macros, 'prelude.ii': prelude.text, 'prelude.pch': prelude.pch, 'cuda.pch': prelude.cuda }) },
        work: more,
    });
    const own = () => treeOf([...others, [name, source]]);
    const say = (text) => said.push(text.replaceAll('/work/', ''));
    const run = async (args, more) => {
        const result = await toolchain.run(args, files(more));
        say(sayLong(result.text));
        return result;
    };

    const { macros, relaxed, wrong: wrongOption } = optionsIn(defines);
    if (wrongOption) {
        say(wrongOption);
        return failed();
    }
    const unknown = undeclared(text);
    if (unknown !== null) {
        say(`${name}:${unknown.line}:${unknown.column}: error: '${unknown.name}' was not declared in this scope: #include <cstdio>\n`);
        return failed();
    }
    const preprocess = () => run(['clang', '-cc1', ...words(target), `-std=${standard}`, ...words(cuda), '-include', prelude ?
        '/device/prelude.h' : 'cuda_runtime.h', '-E', '-x', 'c++', '-main-file-name',
        name, ...macros.map((macro) => `-D${macro}`), '-o', '/work/preprocessed', `/work/${name}`], own());
    let result = await preprocess();
    if (result.status !== 0 && !device.cccl && device.loadCccl && OF_LIBCU.test(said.join(''))) {
        said.length = 0;
        try {
            device.cccl = treeOf(await device.loadCccl());
        } catch (error) {
            say(`error: the headers of libcu++ could not be loaded: ${error.message}\n`);
            return failed();
        }
        result = await preprocess();
    }
    after('preprocess');
    if (result.status !== 0)
        return failed();
    const rewritten = toolchain.rewrite(result.files.work.preprocessed, ['--wasm', '--file=f1']);
    after('rewrite');
    said.push(rewritten.errors);
    if (rewritten.status !== 0)
        return failed();
    const withHeaders = (pch) => [...words(target), `-std=${standard}`, ...(prelude ? ['-include-pch', `/device/${pch}`, '-fno-validate-pch'] : [])];
    const code = encoder.encode(withSpacesOfHeaders(decoder.decode(rewritten.output)));
    const sources = new Map([...[...others].map(([path, bytes]) => [path, textIn(bytes)]), [name, text]]);
    let asCuda = '';
    for (const pass of [...sources.values()].some(hasDeviceMembers) ? [[forDevice], []] : [[forDevice]])
        asCuda += (await toolchain.run(['clang', '-cc1', ...withHeaders('cuda.pch'), ...pass, ...readingAsCuda, '-fsyntax-only', '-x', 'cuda-cpp-output', '/work/rewritten'],
            files({ rewritten: code }))).text;
    const wrong = wrongSpaces(asCuda, sources, () => [decoder.decode(code), ...(prelude ? [decoder.decode(prelude.text)] : [])], relaxed);
    after('execution spaces');
    say(wrong);
    if (/: error: /.test(wrong))
        return failed();
    result = await run(['clang', '-cc1', ...withHeaders('prelude.pch'), ...words(compiling), '-emit-obj', '-x', 'c++-cpp-output',
        '-main-file-name', name, '-o', '/work/program.o', '/work/rewritten'], { rewritten: code });
    after('compile');
    if (result.status !== 0)
        return failed();
    const object = renameImports(result.files.work['program.o'], names);
    const { library } = device;
    const linking = [`--global-base=${library.begin}`, `--table-base=${library.table}`, '/device/room.o',
        '/device/program_part.o', '/work/program.o', builtins, '-o', '/work/linked.wasm'];
    result = await run([...words(link), '--no-demangle', '--allow-undefined', ...linking], { 'program.o': object });
    after('link');
    if (result.status !== 0)
        return failed();
    const linked = result.files.work['linked.wasm'];
    const { module, memory, table, missing, addresses, accesses, files: about } = numberCallSites(linked, decoder.decode(result.files.work.map), library);
    after('number call sites');
    if (missing.includes('__main_argc_argv')) {
        said.push('error: the program has no main()\n');
        return failed();
    }
    const isOwn = (name) => name.startsWith('_Z') || [...sources.values()].some((source) => declares(source, name));
    if (missing.some(isOwn)) {
        const known = encoder.encode([...library.names, ...missing.filter((name) => !isOwn(name))].join('\n'));
        const { text: about } = await toolchain.run([...words(link), '--error-limit=0', '--allow-undefined-file=/work/known', ...linking], files({ 'program.o': object, known }));
        say(undefinedCalls([...new Set(Array.from(about.matchAll(/: undefined symbol: (.*)/g), (found) => found[1]))], sources));
        return failed();
    }
    const lines = await toolchain.lines(linked, addresses);
    after('source lines');
    about.set('/program/lines', encoder.encode(textOf(lines, programAddresses(library))));
    about.set('/program/copies', encoder.encode(copiesIn(accesses, lines, programAddresses(library))));
    for (const [path, bytes] of [...others, [name, source]]) // which reports and traces quote
        about.set(`/work/${path}`, typeof bytes === 'string' ? encoder.encode(bytes) : bytes);
    const suspendable = toolchain.asyncify(module, { 'asyncify-import-globals': '1', 'asyncify-imports': library.suspending.map((f) => `env.${f}`).join() });
    after('asyncify');
    return { ok: true, text: said.join(''), messages: messagesIn(said.join('')), program: { module: suspendable, memory, table, files: about } };
}

function textOf(lines, base) {
    let text = '';
    for (const [address, functions] of lines)
        text += (base + address) + functions.map((f) => `\t${f.line} ${f.file}\t${f.name}`).join('') + '\n';
    return text;
}

// Clang copies an object of a class by its members, all at one place in the source. Of each such load or store but the first a
// line: which of the two it is, its address, and that of the first.
function copiesIn(accesses, lines, base) {
    const first = new Map();
    let text = '';
    for (const { address, stores, part } of accesses) {
        const at = (lines.get(address) ?? []).map((f) => `${f.file}:${f.line}:${f.column}`).join(), copy = `${stores} ${part} ${at}`;
        if (first.has(copy))
            text += `${stores} ${base + address} ${base + first.get(copy)}\n`;
        else if (at)
            first.set(copy, address);
    }
    return text;
}

// Replaces names in the imports of an object file, which its symbols take their names from.
export function renameImports(object, renamed) {
    const parts = [];
    let at = 8;
    const number = () => {
        let value = 0, factor = 1, byte;
        do {
            byte = object[at++];
            value += (byte & 0x7f) * factor;
            factor *= 128;
        } while (byte & 0x80);
        return value;
    };
    const leb = (value) => {
        const bytes = [];
        do {
            bytes.push(value % 128 + (value >= 128 ? 128 : 0));
            value = Math.floor(value / 128);
        } while (value > 0);
        return bytes;
    };
    while (at < object.length) {
        const begin = at, id = object[at++], size = number(), end = at + size;
        if (id !== 2) {
            at = end;
            continue;
        }
        const content = [...leb(number())];
        while (at < end) {
            const entry = at;
            const from = number(); // the module's name
            at += from;
            content.push(...object.subarray(entry, at));
            const length = number(), old = decoder.decode(object.subarray(at, at + length));
            at += length;
            const name = encoder.encode(object[at] === 0 ? renamed.get(old) ?? old : old);
            content.push(...leb(name.length), ...name);
            const description = at, kind = object[at++];
            if (kind === 0) {
                number();
            } else if (kind === 1 || kind === 2) {
                at += kind === 1;
                const flags = object[at++];
                number();
                if (flags & 1)
                    number();
            } else if (kind === 3) {
                at += 2;
            } else {
                ++at;
                number();
            }
            content.push(...object.subarray(description, at));
        }
        parts.push(object.subarray(0, begin), new Uint8Array([2, ...leb(content.length), ...content]), object.subarray(end));
        const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
        let to = 0;
        for (const part of parts) {
            all.set(part, to);
            to += part.length;
        }
        return all;
    }
    return object;
}
