// SPDX-License-Identifier: MIT
// Runs a program that compile() has made.
import { Exit, Wasi } from './wasi.mjs';

// The program needs what there is not.
export class Missing extends Error {}

// write(fd, bytes) gets what it prints; 1 is its output, 2 its errors and the device's reports. files: a Map of what it
// can read, to which it adds what it writes. Returns the exit status.
export async function execute({ program, args = ['a.out'], environment = {}, files = new Map(), write }) {
    const module = await WebAssembly.compile(program.module);
    const all = files;
    for (const [path, content] of program.files)
        all.set(path, content);
    all.set('/program/module', new Uint8Array(0));
    const wasi = new Wasi({ args, environment, files: all, write });
    const imports = { wasi_snapshot_preview1: wasi.importsFor(module) };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
        if (kind === 'function' && from !== 'wasi_snapshot_preview1')
            (imports[from] ??= {})[name] = () => {
                throw new Missing(`the program calls ${name}, which the playground does not have`);
            };
    const instance = new WebAssembly.Instance(module, imports);
    wasi.memory = instance.exports.memory;
    try {
        instance.exports._initialize();
        instance.exports.run_program();
    } catch (end) {
        if (!(end instanceof Exit))
            throw end;
        return end.status;
    }
    return 0;
}
