// SPDX-License-Identifier: MIT
// The headers that most programs begin with, read once and for all, when the playground is built. Most of a compilation
// would go into them. A program gets their macros in front when it is preprocessed, and all else as a precompiled header
// when it is compiled. (cucc precompiles its headers, too: driver/precompile.c.)
import { treeOf } from './toolchain.mjs';

const decoder = new TextDecoder(), encoder = new TextEncoder();
const HEADERS = ['cuda_runtime.h', 'stdio.h', 'stdlib.h', 'string.h', 'math.h', 'assert.h', 'algorithm', 'string', 'utility', 'vector'];

// The names that the C++ headers of the prelude declare. A program that has not included them must not compile here alone.
const DECLARED = {
    algorithm: /\bstd\s*::\s*(sort|min|max|fill|copy|reverse|equal|count|find|shuffle|generate|clamp|any_of|all_of|none_of)\b/,
    string: /\bstd\s*::\s*(string|to_string|stoi|getline)\b/,
    utility: /\bstd\s*::\s*(swap|pair|make_pair|exchange)\b/,
    vector: /\bstd\s*::\s*vector\b/,
};

export function mayUsePrelude(source) {
    const isIncluded = (header) => new RegExp(`^\\s*#\\s*include\\s*<${header}>`, 'm').test(source);
    return /^\s*#\s*include\s*"judge\//m.test(source) || (!/\bnamespace\s+std\b/.test(source) &&
        Object.entries(DECLARED).every(([header, names]) => isIncluded(header) || !names.test(source)));
}

// run(args, files): a program of the toolchain. preprocessing, compiling, readingAsCuda: the options of the passes, without
// those that name files. Returns { macros, once, text, pch, cuda }: #defines; the files that say #pragma once and have been
// read; the headers' text, and the same precompiled as C++ and as CUDA, which refers to the text by its lines.
export async function makePrelude({ run, rewrite, preprocessing, compiling, readingAsCuda, headers }) {
    const device = { include: treeOf(headers) };
    const source = HEADERS.map((header) => `#include <${header}>\n`).join('');
    const preprocess = async (text, ...more) => {
        const { status, text: said, files } = await run(['clang', '-cc1', ...preprocessing, '-E', ...more, '-x', 'c++', '-o', '/work/out',
            '/work/prelude.h'], { device, work: { 'prelude.h': text } });
        if (status !== 0)
            throw new Error(`the prelude is not preprocessed: ${said}`);
        return decoder.decode(files.work.out);
    };
    const predefined = new Set((await preprocess('', '-dM')).split('\n'));
    const macros = (await preprocess(source, '-dM')).split('\n').filter((line) => !predefined.has(line)).join('\n') + '\n';
    const text = await preprocess(source);
    const read = new Set([...text.matchAll(/^# \d+ "\/device\/include\/([^"]*)"/gm)].map((found) => found[1]));
    const once = [...headers].filter(([path, bytes]) => read.has(path) && /^#pragma once/m.test(decoder.decode(bytes))).map(([path]) => path);
    const rewritten = rewrite(text);
    const precompile = async (...options) => {
        const { status, text: said, files } = await run(['clang', '-cc1', ...options, '-w', '-emit-pch', '-o', '/work/prelude.pch', '/device/prelude.ii'],
            { device: { 'prelude.ii': rewritten }, work: {} });
        if (status !== 0)
            throw new Error(`the prelude is not compiled: ${said}`);
        return files.work['prelude.pch'].slice();
    };
    const pch = await precompile(...compiling, '-x', 'c++-header-cpp-output');
    const cuda = await precompile(...readingAsCuda, '-x', 'cuda-header-cpp-output');
    return { macros: encoder.encode(macros), once, text: rewritten, pch, cuda };
}
