// SPDX-License-Identifier: MIT
// clang, its linker and Binaryen, which are WebAssembly themselves, and the device's rewriter.
import { Wasi, Exit } from './wasi.mjs';

const decoder = new TextDecoder(), encoder = new TextEncoder();

// A folder as the toolchain's packages have it, from a Map of paths without a slash in front.
export function treeOf(files) {
    const tree = {};
    for (const [path, content] of files) {
        const parts = path.split('/'), name = parts.pop();
        let folder = tree;
        for (const part of parts)
            folder = folder[part] ??= {};
        folder[name] = content;
    }
    return tree;
}

// Runs a WASI program: {status, output, errors}, with standard input from `input`. more: of what Wasi takes.
export function runFilter(module, args, input, more = {}) {
    const output = [], errors = [];
    let at = 0;
    const wasi = new Wasi({
        ...more, args, write: (fd, bytes) => (fd === 2 ? errors : output).push(bytes),
        read: (size) => {
            const part = input.subarray(at, at + size);
            at += part.length;
            return part;
        },
    });
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.importsFor(module) });
    wasi.memory = instance.exports.memory;
    let status = 0;
    try {
        instance.exports._start();
    } catch (end) {
        if (!(end instanceof Exit))
            throw end;
        status = end.status;
    }
    return { status, output: join(output), errors: decoder.decode(join(errors)) };
}

export function join(parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

// llvm: the package @yowasp/clang; binaryen: the package of that name (its default export); rewrite: a
// WebAssembly.Module. progress({done, total}) gets bytes while the first is loaded.
export class Toolchain {
    constructor({ llvm, binaryen, rewrite, progress = () => {} }) {
        Object.assign(this, { llvm, binaryen, rewriter: rewrite, progress });
    }

    // Runs one of its programs on a tree of files: {status, files, text}.
    async run(args, files) {
        const said = [];
        const options = { decodeASCII: false,
            stdout: (bytes) => bytes && said.push(bytes), stderr: (bytes) => bytes && said.push(bytes),
            fetchProgress: ({ doneLength, totalLength }) => this.progress({ done: doneLength, total: totalLength }),
        };
        try {
            const after = await this.llvm.runLLVM(args, files, options);
            return { status: 0, files: after, text: decoder.decode(join(said)) };
        } catch (end) {
            if (!(end instanceof this.llvm.Exit)) // the tool has failed, not the program that it was given
                throw new Error(`${args[0]} failed: ${decoder.decode(join(said)) || end.message}`);
            return { status: end.code, files: end.files, text: decoder.decode(join(said)) };
        }
    }

    // CUDA C++ that is preprocessed: {status, output, errors}.
    rewrite(source, options) {
        return runFilter(this.rewriter, ['rewrite', ...options], source);
    }

    // A module whose stacks can be switched. options: of the pass.
    asyncify(bytes, options) {
        const { binaryen } = this;
        binaryen.clearPassArguments();
        for (const [name, value] of Object.entries(options))
            binaryen.setPassArgument(name, value);
        const module = binaryen.readBinary(bytes);
        binaryen.setOptimizeLevel(0);
        binaryen.setShrinkLevel(0);
        module.runPasses(['asyncify']);
        const result = module.emitBinary();
        module.dispose();
        return result;
    }

    // For each address of a linked module, the functions that are inlined there, the innermost first, and the one that
    // they are in: [{file, line, column, name}, ...].
    async lines(module, addresses) {
        const list = encoder.encode(addresses.map((a) => `0x${(a - 1).toString(16)}\n`).join(''));
        let at = 0;
        const said = [];
        await this.llvm.runLLVM(['symbolizer', '--inlines', '--no-demangle', '--skip-line-zero', '--output-style=JSON', '--obj=linked.wasm'],
            { 'linked.wasm': module }, {
                stdin: (size) => {
                    const part = list.subarray(at, at + size);
                    at += part.length;
                    return part.length > 0 ? part : null;
                },
                stdout: (bytes) => bytes && said.push(bytes), stderr: () => {},
            });
        const all = new Map();
        for (const line of decoder.decode(join(said)).split('\n').filter((l) => l !== '')) {
            const { Address: address, Symbol: symbols } = JSON.parse(line);
            all.set(Number(address) + 1, (symbols ?? []).map((s) => ({ file: s.FileName, line: s.Line, column: s.Column, name: s.FunctionName })));
        }
        return all;
    }
}
