// SPDX-License-Identifier: MIT
// Runs a program that compile() has made.
import { Exit, Wasi } from './wasi.mjs';

// The program needs what there is not.
export class Missing extends Error {}

// library: the WebAssembly.Module of the device. write(fd, bytes) gets what the program prints; 1 is its output, 2 its
// errors and the device's reports. input: its standard input, a text. channel: of Wasi. files: a Map of what it can read, to
// which it adds what it writes. Returns the exit status.
export async function execute({ library, program, args = ['a.out'], environment = {}, input = '', channel = null, files = new Map(), write }) {
    const module = await WebAssembly.compile(program.module);
    for (const [path, content] of program.files)
        files.set(path, content);
    files.set('/program/module', new Uint8Array(0));
    let rest = new TextEncoder().encode(input);
    const read = (size) => {
        const part = rest.subarray(0, size);
        rest = rest.subarray(size);
        return part;
    };
    const wasi = new Wasi({ args, environment, files, channel, write, read });
    let own = null; // what the program's module exports
    const inProgram = new Proxy({}, { get: (_, name) => (...given) => own[name](...given) });
    const device = new WebAssembly.Instance(library, importsOf(library, { wasi_snapshot_preview1: wasi.importsFor(library), program: inProgram })).exports;
    const { memory, __indirect_function_table: table } = device;
    memory.grow(Math.max(0, program.memory - memory.buffer.byteLength / page));
    table.grow(Math.max(0, program.table - table.length));
    own = new WebAssembly.Instance(module, importsOf(module, { wasi_snapshot_preview1: wasi.importsFor(module), env: device })).exports;
    wasi.memory = memory;
    try {
        device._initialize();
        own.__wasm_call_ctors();
        device.run_program();
    } catch (end) {
        if (!(end instanceof Exit))
            throw end;
        return end.status;
    }
    return 0;
}

const page = 65536;

// What a module imports, from what there is; a function that is not there says so when it is called.
function importsOf(module, there) {
    const imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        const found = there[from]?.[name];
        (imports[from] ??= {})[name] = found ?? (kind !== 'function' ? undefined : () => {
            throw new Missing(`the program calls ${name}, which the playground does not have`);
        });
    }
    return imports;
}
