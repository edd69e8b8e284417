// SPDX-License-Identifier: MIT
// node node.mjs ROOT BUILD CUCC [--keep FOLDER] [NAME...]: compiles and runs programs as the playground does, but by node, and
// compares reports, output and exit status with those of cucc's programs. Only what comparable() leaves out may differ.
//
// A NAME is chapter05/X, modern/X, planted/X, planted/X_fixed (the fixed version), sound/X, or right/X or wrong/X (solutions of exercises,
// which are judged: right ones pass, and of wrong ones the judge says what ./run check says); or "planted", "sound" and so on
// for all of a kind. Programs of out_of_scope.txt must not work, and the playground must say what is
// missing. Of those of by_chance.txt, each report of cucc's must be there, of its kind and with its lines. --keep leaves in
// FOLDER what each side said of a program that differs, and prints every name. Many are shared out among as many processes
// as there are processors.
import { fork, spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SECONDS, comparable, folders, headersBeside, linesOf, missingIn, namesOf, outOfScope, programOf, runProgram } from './peers.mjs';

globalThis.crypto ??= webcrypto; // which node 18 does not name
const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.slice(2), [root, build, cucc, ...rest] = given;
const keep = rest[0] === '--keep' ? rest.splice(0, 2)[1] : null;
const from = (path) => import(pathToFileURL(join(root, 'apps/playground', path)));
const { compile } = await from('lib/compile.mjs'), { Judge } = await from('lib/judge.mjs'), { deviceOf } = await from('lib/unpack.mjs');
const { deviceFiles } = await from('device_files.mjs'), { filesUnder } = await from('pack.mjs');
const { toolchainInNode } = await from('node_toolchain.mjs');

const work = mkdtempSync(join(tmpdir(), 'playground.'));
process.on('exit', () => rmSync(work, { recursive: true }));

const inWords = ({ status, output, reports }) => `status ${status}\n--- output\n${comparable(output)}--- reports\n${comparable(reports)}`;

// What the build has not is compiled here.
function byCucc({ kind, stem, file, source, defines, environment: own }) {
    const built = join(build, 'cpu', kind, stem), program = join(work, stem);
    if (existsSync(built))
        return runProgram(built, own, work);
    const libraries = /^#include <cublas/m.test(source) ? ['-lcublas'] : [];
    const args = ['-w', ...defines.map((d) => `-D${d}`), '-o', program, join(root, file), ...libraries];
    return spawnSync(cucc, args, { cwd: work }).status === 0 ? runProgram(program, own, work) : { missing: 'cucc does not compile it' };
}

function run(data) {
    return new Promise((resolve) => {
        const worker = new Worker(join(here, 'run_worker.mjs'), { workerData: data });
        const end = (result) => {
            clearTimeout(timer);
            worker.terminate();
            resolve(result);
        };
        const timer = setTimeout(() => end({ failed: `it runs for more than ${SECONDS} seconds` }), SECONDS * 1000);
        worker.on('message', end);
        worker.on('error', (error) => end({ failed: error.stack }));
    });
}

let toolchain, device, library, judge;

const packages = join(build, 'playground.npm/node_modules'), folder = join(build, 'playground.device');

function makeDevice() {
    const args = [join(root, 'apps/playground/device.mjs'), root, folder, packages];
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0)
        throw new Error('the device was not compiled for WebAssembly');
    return deviceFiles(folder, packages);
}

async function load() {
    toolchain = await toolchainInNode(packages, readFileSync(join(folder, 'rewrite.wasm')));
    device = deviceOf(new Map(await deviceFiles(folder, packages)), 'device/');
    device.loadCccl = existsSync(join(folder, 'cccl')) ? async () => new Map(filesUnder(join(folder, 'cccl'), '')) : null;
    library = await WebAssembly.compile(device.module);
    const files = new Map(filesUnder(join(folder, 'judge'), ''));
    judge = new Judge({ module: await WebAssembly.compile(readFileSync(join(folder, 'judge/judge.wasm'))), files });
}

// { status, output, reports }; { failed, ... } if it did not end by itself; { missing } if it does not compile.
async function byPlayground({ kind, stem, source, defines, environment: own }) {
    const name = `${kind}/${defines.length > 0 ? stem.slice(0, -6) : stem}.cu`;
    const made = await compile({ toolchain, device, name, source, defines, others: headersBeside(root, kind) });
    return made.ok ? run({ library, program: made.program, args: [stem], environment: own }) : { missing: made.text };
}

// What the judge says of a solution: { passed, said }.
async function judged({ stem, source }) {
    const name = `exercises/${stem}.cu`, { exercise, why } = judge.accept(name, source);
    if (why)
        return { passed: false, said: why };
    const made = await compile({ toolchain, device, name, source, others: judge.files });
    if (!made.ok)
        return { passed: false, said: made.text };
    const once = async (given) => {
        const environment = { CPU_DEVICE_REPORT: 'reports.json', ...given.environment };
        const { status, failed, reports: errors, json: reports, said } = await run({ library, program: made.program, args: [exercise], ...given, environment });
        if (failed)
            throw new Error(failed);
        return { status, errors, reports, said };
    };
    const result = await judge.judge({ exercise, inputs: 271828, run: once });
    return { passed: result.passed, said: `${result.why}\n${result.text}` };
}

const counts = {}, none = { same: 0, 'the same findings': 0, 'out of scope': 0, different: 0 };
const count = (kind, what) => {
    counts[kind] ??= { ...none };
    ++counts[kind][what];
};
const passes = ({ name, kind }, what) => {
    if (keep)
        console.log(`${what}: ${name}`);
    count(kind, what);
};

function differs({ name, kind }, why, wanted, got) {
    console.log(`FAILED: ${name}: ${why}`);
    if (keep && wanted) {
        mkdirSync(join(keep, kind), { recursive: true });
        writeFileSync(join(keep, `${name}.cucc`), wanted);
        writeFileSync(join(keep, `${name}.playground`), got);
    } else if (wanted) {
        console.log(`cucc's program:\n${wanted}\nthe playground's:\n${got}`);
    }
    count(kind, 'different');
}

// Where neither cucc nor the playground has libcu++, a program that includes it is none to compare.
const lacksHeaders = (said) => !device.loadCccl && /the playground has no headers of libcu/.test(said);

async function compareVerdict(program, limit) {
    const { passed, said } = await judged(program).catch((error) => ({ passed: false, said: error.message }));
    if (lacksHeaders(said))
        return passes(program, 'out of scope');
    const wanted = program.kind === 'right' ? null : new RegExp(/Says: (.*)/.exec(program.source)[1]);
    if (limit !== undefined)
        return said.includes(limit) ? passes(program, 'out of scope') : differs(program, `the playground does not say "${limit}": ${said}`);
    if (wanted === null ? passed : !passed && wanted.test(said))
        return passes(program, 'same');
    differs(program, passed ? 'it passes' : `the judge says: ${said}`);
}

async function compare(program, limit) {
    if (['right', 'wrong'].includes(program.kind))
        return compareVerdict(program, limit);
    const got = await byPlayground(program).catch((error) => ({ failed: error.stack }));
    const text = got.missing !== undefined ? `does not compile:\n${got.missing}` : got.failed !== undefined ?
        `ended by ${got.failed}\n--- output\n${got.output}--- reports\n${got.reports}` : inWords(got);
    if (lacksHeaders(text))
        return passes(program, 'out of scope');
    const by = byCucc(program);
    if (by.missing)
        return differs(program, by.missing);
    const wanted = inWords(by);
    if (byChance.has(program.name)) {
        const missing = missingIn(got.reports ?? '', by.reports);
        return missing.length === 0 ? passes(program, 'the same findings') : differs(program, `it does not report: ${missing.join('; ')}`, wanted, text);
    }
    if (limit === undefined)
        return text === wanted ? passes(program, 'same') : differs(program, 'not the same', wanted, text);
    if (text === wanted)
        return differs(program, 'it works; out_of_scope.txt says that it does not');
    if (!text.includes(limit))
        return differs(program, `the playground does not say "${limit}"`, wanted, text);
    passes(program, 'out of scope');
}

const limits = outOfScope(), byChance = new Set(linesOf('by_chance.txt'));

// Compares each name that it is sent, and answers that it has.
async function helper() {
    await load();
    process.on('message', async (name) => {
        await compare(programOf(root, name), limits.get(name));
        process.send(counts);
    });
    process.on('disconnect', () => process.exit());
    process.send(counts);
}

// Compares all, and returns how many are the same, out of scope and different: {kind: {same: 0, ...}}.
function shareOut(names) {
    const all = {}, left = [...names];
    const helpers = Math.max(1, Math.min(availableParallelism(), Math.floor(names.length / 4)));
    const one = (resolve, reject) => {
        const child = fork(fileURLToPath(import.meta.url), given, { env: { ...process.env, PLAYGROUND_HELPER: '1' } });
        let its = {};
        child.on('message', (counts) => {
            its = counts;
            if (left.length > 0)
                return child.send(left.shift());
            child.disconnect();
        });
        child.on('exit', (code) => code ? reject(new Error(`a process ended with status ${code}`)) : resolve(its));
    };
    return Promise.all(Array.from({ length: helpers }, () => new Promise(one))).then((each) => {
        for (const [kind, of] of each.flatMap(Object.entries))
            for (const what of Object.keys(all[kind] ??= { ...none }))
                all[kind][what] += of[what];
        return all;
    });
}

async function main() {
    const names = (rest.length > 0 ? rest : Object.keys(folders)).flatMap((name) => folders[name] ? namesOf(root, name) : [name]);
    for (const name of [...limits.keys(), ...byChance])
        if (!existsSync(join(root, folders[name.split('/')[0]], `${name.split('/')[1].replace(/_fixed$/, '')}.cu`)))
            throw new Error(`out_of_scope.txt or by_chance.txt: there is no ${name}`);
    await makeDevice();
    const all = Object.entries(await shareOut(names));
    for (const [kind, of] of all)
        console.log(`${kind}: ${Object.entries(of).map(([what, n]) => `${n} ${what}`).join(', ')}`);
    process.exit(all.some(([, of]) => of.different > 0) ? 1 : 0);
}

await (process.env.PLAYGROUND_HELPER ? helper() : main());
