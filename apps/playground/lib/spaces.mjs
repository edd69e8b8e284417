// SPDX-License-Identifier: MIT
// Execution spaces: device code calls no function of the host and reads none of its variables, and host code calls no
// __device__ function. cucc's plugin (cpu_device/plugin/spaces.cpp) says so for g++; here clang does, which knows CUDA's attributes
// if a program is read as CUDA (the rewriter leaves them there). Clang knows the sides of the program's own functions and those
// of the C++ library. All other headers' functions may be called from everywhere, but for some of the C library.
import { withoutComments } from './text.mjs';

const OF_LIBRARY = /(?<![\w.>:])(?:std\s*::\s*)?\b(rand|srand|exit|abort|puts|putchar|getchar|fputs|fgets|fprintf|sprintf|snprintf|scanf|fopen|fclose|fflush|strlen|strcmp|strncmp|strcpy|strcat|memcmp|memmove|atoi|atof|calloc|realloc|qsort|getenv|system|time)\s*\(/g;
const HOW_CONSTEXPR = '. The experimental flag \'--expt-relaxed-constexpr\' can be used to allow this.';
const BUILT_IN = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize']); // variables of the device's headers
// Device code calls nothing else of the C++ library (device_has() of plugin/spaces.cpp). The compiler declares new and delete itself.
const OF_BOTH = /^\/device\/|^\/usr\/(?!include\/c\+\+\/)|\/c\+\+\/v1\/(cmath|(math|stdlib)\.h|initializer_list|__math\/.*|__utility\/(move|forward)\.h|__new\/placement_.*)$/;

// Preprocessed text, with the spaces of headers' functions.
export function withSpacesOfHeaders(text) {
    const lines = [];
    let on = false;
    const set = (wanted) => {
        if (wanted !== on)
            lines.push(`#pragma clang force_cuda_host_device ${wanted ? 'begin' : 'end'}`);
        on = wanted;
    };
    for (const line of text.split('\n')) {
        const file = line.startsWith('# ') ? /^# \d+ "([^"]*)"/.exec(line)?.[1] : undefined;
        if (file !== undefined)
            set(OF_BOTH.test(file));
        lines.push(line);
    }
    set(false);
    return lines.join('\n');
}

export const forDevice = '-fcuda-is-device';
export const readingAsCuda = ['-fno-cuda-host-device-constexpr', '-w', '-ferror-limit', '0', '-fno-caret-diagnostics'];

// The function around a place in code, by its words: { space, name }.
function functionAt(code, end) {
    const open = [];
    for (let at = 0, begin = 0; at < end; ++at) {
        if (code[at] === '{')
            open.push(code.slice(begin, at));
        else if (code[at] === '}')
            open.pop();
        if (/[{};]/.test(code[at]))
            begin = at + 1;
    }
    const header = open.findLast((text) => /__(global|device|host)__/.test(text)) ?? open.find((text) => /\)\s*(const|noexcept|\s)*$/.test(text)) ?? '';
    const has = (word) => header.includes(`__${word}__`), name = /([\w:~]+)\s*\([^()]*\)/.exec(header.replace(/__\w+__\s*(\([^()]*\))?/g, ''))?.[1] ?? '';
    return { name, space: has('global') ? '__global__' : has('device') ? has('host') ? '__host__ __device__' : '__device__' : '__host__' };
}

// Whether a class may have functions of the device: only a pass for the host finds their calls by the host.
export function hasDeviceMembers(text) {
    const open = [];
    for (const [token] of withoutComments(text).matchAll(/[^{};]*[{};]/g)) {
        const last = token.at(-1);
        if (/__device__/.test(token) && /\b(struct|class|union)\b[^()]*\{$/.test(open.at(-1) ?? ''))
            return true;
        if (last === '{')
            open.push(token);
        else if (last === '}')
            open.pop();
    }
    return false;
}

// Device code calls only a few functions of the C library. A name that the program declares itself is another function.
function callsOfLibrary(file, source) {
    const code = withoutComments(source);
    return [...code.matchAll(OF_LIBRARY)].filter(([, name]) => !new RegExp(`\\b(?!return|else|do)\\w+[\\s*&]+${name}\\s*\\(`).test(code)).flatMap((found) => {
        const [, name] = found, { name: from, space } = functionAt(code, found.index);
        const before = code.slice(0, found.index + found[0].indexOf(name)).split('\n');
        return space === '__global__' || space === '__device__' ?
            [`/work/${file}:${before.length}:${before.at(-1).length + 1}: error: calling a __host__ function("${name}") from a ${space} function("${from}") is not allowed\n`] : [];
    });
}

// Whether the function declared at a place is constexpr: the words before its name in preprocessed text say so.
function isConstexpr(texts, file, line, column) {
    for (const text of texts) {
        const last = [];
        let of = '', number = 0;
        for (const one of text.split('\n')) {
            const marker = /^# (\d+) "([^"]*)"/.exec(one);
            if (marker) {
                [number, of] = [+marker[1], marker[2]];
            } else if (of === file && number++ === line) {
                const before = [...last.slice(-5), one.slice(0, column - 1)].join(' ');
                return /\bconstexpr\b/.test(before.slice(before.search(/[^;{}]*$/)));
            } else if (of === file) {
                last.push(one);
            }
        }
    }
    return false;
}

// Where functions are called that are declared and nowhere defined, as lines like the compiler's. names: the functions, as the
// linker has them ("s::get() const").
export function undefinedCalls(names, sources) {
    return names.map((name) => {
        const word = /(~?\w+)(<.*>)?\(/.exec(name)?.[1] ?? name;
        for (const [file, source] of sources) {
            const code = withoutComments(source);
            for (const { index } of code.matchAll(new RegExp(`(?<![\\w~])${word}\\s*(<[^;{}]*>\\s*)?\\(`, 'g'))) {
                const { name: from, space } = functionAt(code, index), before = code.slice(0, index).split('\n');
                if (from)
                    return `/work/${file}:${before.length}:${before.at(-1).length + 1}: error: ${space === '__host__' ? `undefined reference to "${name}"`
                        : `Unresolved extern function "${name}": without -rdc=true, device code calls its own file's alone`}\n`;
            }
        }
        return `error: undefined reference to "${name}"\n`;
    }).join('');
}

// Whether a function is declared outside of all others.
export function declares(source, name) {
    const code = withoutComments(source);
    return [...code.matchAll(new RegExp(`[\\w*&]\\s+${name}\\s*\\([^;{}]*\\)\\s*;`, 'g'))].some(({ index }) => functionAt(code, index).name === '');
}

// What is wrong, as lines like the compiler's, from what clang says of a program that it reads as CUDA. All else that it
// says then is of no interest: the program is compiled as C++. sources: the program's files by their paths. texts(): all that is
// preprocessed of it. relaxed: constexpr functions may be called from both sides.
export function wrongSpaces(said, sources, texts, relaxed) {
    const found = new Set();
    let at = null;
    const say = (kind, text) => {
        found.add(`${at.place}: ${kind}: ${text}\n`);
        at = null;
    };
    const called = (space, constexpr) => {
        const code = withoutComments(sources.get(at.file) ?? ''), before = code.split('\n').slice(0, at.line - 1).map((line) => line.length + 1);
        const { name, space: from } = functionAt(code, before.reduce((sum, length) => sum + length, at.column - 1));
        const callee = `a ${constexpr ? 'constexpr ' : ''}${space} function("${at.name}")`, isWarning = from === '__host__ __device__' && space === '__host__';
        if (constexpr && (relaxed || isWarning))
            at = null;
        else
            say(isWarning ? 'warning' : 'error', `calling ${callee} from a ${from} function("${name}") is not allowed${constexpr ? HOW_CONSTEXPR : ''}`);
    };
    for (const line of said.split('\n')) {
        const error = /^(\/work\/(.+?):(\d+):(\d+)): error: (.*)$/.exec(line);
        if (error) {
            at = { place: error[1], file: error[2], line: +error[3], column: +error[4], name: /overloaded (operator\S+)|'([^']*)'/.exec(error[5])?.slice(1).find((name) => name) ?? '', space: /^reference to (__\w+__) function/.exec(error[5])?.[1] };
            if (/^reference to __host__ variable/.test(error[5]) && !BUILT_IN.has(at.name))
                say('error', `identifier "${at.name}" is undefined in device code`);
        } else if (/: error: /.test(line)) {
            at = null;
        } else if (at !== null) {
            const note = /^((?:\/work|\/usr\/include\/c\+\+)\/.*):(\d+):(\d+): note: (?:candidate .*: call to (__\w+__) function from|'.*' declared here$)/.exec(line);
            const space = note?.[4] ?? (note && at.space);
            if (space)
                called(space, space === '__host__' && isConstexpr(texts(), note[1], +note[2], +note[3]));
        }
    }
    for (const [file, source] of sources)
        callsOfLibrary(file, source).forEach((call) => found.add(call));
    return [...found].join('');
}
