// SPDX-License-Identifier: MIT
// Execution spaces: device code calls no function of the host and reads none of its variables, and host code calls no
// __device__ function. cucc's plugin (cpu_device/spaces.cpp) says so for g++; here clang does, which knows CUDA's attributes
// if a program is read as CUDA (the rewriter leaves them there). Clang does so for the program's own functions alone: those of
// headers may be called from everywhere, but for some of the C library.
import { withoutComments } from './text.mjs';

const OF_LIBRARY = /(?<![\w.>:])(?:std\s*::\s*)?\b(rand|srand|exit|puts|putchar|fputs|fprintf|sprintf|snprintf|fopen|fflush|strlen|strcmp|strcpy|strcat|atoi|atof|qsort|getenv|system|time)\s*\(/g;
const BUILT_IN = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpSize']); // variables of the device's headers
const OF_HOST = /\/c\+\+\/v1\/__new\/global_new_delete\.h$/; // which the compiler declares, too

// Preprocessed text, whose functions from headers are of both spaces.
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
            set(/^\/(usr|device)\//.test(file) && !OF_HOST.test(file));
        lines.push(line);
    }
    set(false);
    return lines.join('\n');
}

export const forDevice = '-fcuda-is-device';
export const readingAsCuda = ['-w', '-ferror-limit', '0', '-fno-caret-diagnostics'];

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

// What is wrong, as lines like the compiler's, from what clang says of a program that it reads as CUDA. All else that it
// says then is of no interest: the program is compiled as C++. sources: the program's files by their paths.
export function wrongSpaces(said, sources) {
    const found = new Set();
    let at = null;
    const say = (kind, text) => {
        found.add(`${at.place}: ${kind}: ${text}\n`);
        at = null;
    };
    const called = (space) => {
        const code = withoutComments(sources.get(at.file) ?? ''), before = code.split('\n').slice(0, at.line - 1).map((line) => line.length + 1);
        const { name, space: from } = functionAt(code, before.reduce((sum, length) => sum + length, at.column - 1)), callee = `a ${space} function("${at.name}")`;
        say(from === '__host__ __device__' && space === '__host__' ? 'warning' : 'error', `calling ${callee} from a ${from} function("${name}") is not allowed`);
    };
    for (const line of said.split('\n')) {
        const error = /^(\/work\/(.+?):(\d+):(\d+)): error: (.*)$/.exec(line);
        if (error) {
            at = { place: error[1], file: error[2], line: +error[3], column: +error[4], name: /'([^']*)'/.exec(error[5])?.[1] ?? '', space: /^reference to (__\w+__) function/.exec(error[5])?.[1] };
            if (/^reference to __host__ variable/.test(error[5]) && !BUILT_IN.has(at.name))
                say('error', `identifier "${at.name}" is undefined in device code`);
        } else if (at !== null) {
            const candidate = /^\/work\/.*: note: candidate .*: call to (__\w+__) function from/.exec(line), isOwn = /^\/work\/.*: note: '.*' declared here$/.test(line);
            if (candidate || (isOwn && at.space))
                called(candidate?.[1] ?? at.space);
        }
    }
    for (const [file, source] of sources)
        callsOfLibrary(file, source).forEach((call) => found.add(call));
    return [...found].join('');
}
