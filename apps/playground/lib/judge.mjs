// SPDX-License-Identifier: MIT
// Judges a solution of an exercise as ./run check does: by the same code (apps/grader/verdict.c), the same rules for
// what a solution may contain, the same runs. There is one core here, so the blocks are never on several. Nothing is ended
// for taking long: that depends on the browser.
import { runFilter } from './toolchain.mjs';

const SEEDS = 5;
const CHANNEL = '7'; // a descriptor, by which the judge in the program gets the inputs, and gives its verdict
const encoder = new TextEncoder(), decoder = new TextDecoder();

export class Judge {
    // module: a WebAssembly.Module of what device.mjs makes of apps/grader. files: a Map from
    // exercises/judge/NAME.h and apps/grader/allowed.txt to their bytes. language: en or zh.
    constructor({ module, files, language = 'en' }) {
        Object.assign(this, { module, files, language });
    }

    // { ok, lines }
    #call(args, more) {
        const files = new Map([...this.files, ...more].map(([path, content]) => [`/${path}`, typeof content === 'string' ? encoder.encode(content) : content]));
        const { status, output, errors } = runFilter(this.module, ['judge', ...args], new Uint8Array(0), { files, environment: { CPU_DEVICE_LANGUAGE: this.language } });
        if (status > 1)
            throw new Error(`the judge failed: ${errors}`);
        return { ok: status === 0, lines: decoder.decode(output).trimEnd().split('\n') };
    }

    // Whether a file may be judged: { exercise }, or { why }. others: what lies beside it, by paths.
    accept(path, source, others = []) {
        const names = [...this.files.keys()].map(name => /^exercises\/judge\/(\w+)\.h$/.exec(name)?.[1]).filter(name => name && name !== 'judge');
        const { ok, lines } = this.#call(['accept', path, ...names], [...others, [path, source]]);
        return ok ? { exercise: lines[0] } : { why: lines[0] };
    }

    // [{ order, environment }, ...]: a run's order of the warps, and the device's settings. inputs: a number up to 1000000,
    // from which the orders come, so that no solution can be made for them.
    runs(inputs) {
        return this.#call(['runs', String(inputs), String(SEEDS)], []).lines.map(line => {
            const [order, ...settings] = line.split(' ');
            return { order: Number(order), environment: Object.fromEntries(settings.map(setting => setting.split('='))) };
        });
    }

    // Judges a solution that compiles. run({ environment, channel }, { order, number }): runs it once, which returns its exit
    // status, what it printed on stderr, its reports (JSON), and what came by the channel. Returns { passed, why, text, order }.
    async judge({ exercise, inputs, run }) {
        let text = '';
        for (const [number, { order, environment }] of this.runs(inputs).entries()) {
            const secret = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
            const { status, errors, reports, said } = await run({ environment: { ...environment, JUDGE_CHANNEL: CHANNEL }, channel: `${inputs} ${secret}\n` }, { order, number });
            const verdict = said.startsWith(`${secret} `) && said.indexOf('\n') === said.length - 1 ? said.slice(secret.length + 1) : '';
            const { ok, lines } = this.#call(['run', String(number), String(order), String(status)], [['verdict', verdict], ['err', errors], ['reports', reports]]);
            if (!ok)
                return { passed: false, why: lines[0], text: lines.slice(1).join('\n'), order };
            text = lines.join('\n');
        }
        return { passed: true, why: '', text, order: 0 };
    }
}
