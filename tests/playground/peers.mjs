// SPDX-License-Identifier: MIT
// What the playground's tests compare with cucc's programs: the programs, what is expected of each, and what may differ.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const SECONDS = 120; // that a run may take
export const folders = {
    chapter05: 'chapter05', modern: 'modern', planted: 'cpu_device/tests/planted', sound: 'cpu_device/tests/sound', right: 'tests/exercises/right',
    wrong: 'tests/exercises/wrong',
};

// The headers that programs include of the folder above them, or of one beside: as compile() takes them.
export function headersBeside(root, kind) {
    const own = folders[kind], isLesson = own === kind, all = isLesson ? [['common/', 'common'], [`${kind}/`, own]] : [['', dirname(own)]];
    return new Map(all.flatMap(([prefix, folder]) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.h'))
        .map((name) => [prefix + name, new Uint8Array(readFileSync(join(root, folder, name)))])));
}

// A program by its name: what is compiled, and with which settings it runs.
export function programOf(root, name) {
    const [kind, stem] = name.split('/'), fixed = kind === 'planted' && stem.endsWith('_fixed');
    const file = `${folders[kind]}/${fixed ? stem.slice(0, -6) : stem}.cu`, source = readFileSync(join(root, file), 'utf8');
    const settings = /^\/\/ Run with: (.*)/m.exec(source)?.[1].split(' ').map((word) => word.split('=')) ?? [];
    return {
        name, kind, stem, file, source, defines: fixed ? ['FIXED'] : [],
        environment: { CPU_DEVICE_CORES: '1', ...Object.fromEntries(settings) },
    };
}

// All of a kind, but for those that open a window.
export function namesOf(root, kind) {
    return readdirSync(join(root, folders[kind])).filter((name) => /(?<!_live)\.cu$/.test(name)).sort().flatMap((file) => {
        const name = `${kind}/${file.slice(0, -3)}`;
        const mends = kind === 'planted' && /^#ifn?def FIXED/m.test(readFileSync(join(root, folders[kind], file), 'utf8'));
        return mends ? [name, `${name}_fixed`] : [name];
    });
}

export const linesOf = (list) => readFileSync(join(here, list), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));

// The lines of out_of_scope.txt: what the playground says, and below, indented, of which programs.
export function outOfScope() {
    const all = new Map();
    let says = '';
    for (const line of linesOf('out_of_scope.txt'))
        if (line.startsWith(' '))
            line.trim().split(/\s+/).forEach((name) => all.set(name, says));
        else
            says = line;
    return all;
}

// Also the size of a thread's stack, times, and, of memory that a header allocates, the C library's call of main().
export const comparable = (text) => text.replaceAll(/\b0x[0-9a-f]+/g, 'ADDRESS').replaceAll(/\bits \d+ KB of stack/g, 'its stack')
    .replaceAll(/\b[\d.]+ ms\b/g, 'some ms').replaceAll(/, called at libc-start\.c:\d+/g, '');

// The kind of each report, and the lines that it names.
const findingsIn = (reports) => reports.split(/^========= (?=\S)/m).filter((part) => /^(Error|Warning): /.test(part))
    .map((part) => `${part.split('\n')[0]} ${[...new Set(part.match(/\w+\.(cu|h):\d+/g))].sort().join()}`);

// The reports of the second of which the first has none of the kind, with the same lines.
export const missingIn = (reports, wanted) => findingsIn(wanted).filter((finding) => !findingsIn(reports).includes(finding));

// Runs a program: { status, output, reports }, or { missing }.
export function runProgram(program, own, cwd) {
    const { CPU_DEVICE_REPORT, CPU_DEVICE_SEED, ...others } = process.env;
    const { status, stdout, stderr, error } = spawnSync(program, [], { env: { ...others, ...own }, encoding: 'utf8', cwd, timeout: SECONDS * 1000 });
    return error ? { missing: `${program}: ${error.message}` } : { status, output: stdout, reports: stderr };
}
