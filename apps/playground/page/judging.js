// SPDX-License-Identifier: MIT
// An exercise is judged as ./run check does it (lib/judge.mjs).
import { judgeFile } from 'virtual:built';
import { Judge } from '../lib/judge.mjs';
import { unpack } from '../lib/unpack.mjs';
import { sourcesOf } from './programs.js';
import { loadBytes } from './resources.js';
import { choose, explainInstead, say } from './results.js';
import { _, language } from './words.js';

let loaded = null, exercise = '';

export async function loadJudge() {
  if (loaded === null) {
    const files = unpack(await loadBytes(judgeFile, () => {}));
    loaded = { module: await WebAssembly.compile(files.get('judge.wasm')), files };
  }
  return loaded;
}

const judge = async () => new Judge({ ...await loadJudge(), language });

function notPassed(why, order = 0) {
  say(order === 0 ? _('Not passed: %1$s', why) : _('Not passed, with the warps in order %2$s: %1$s', why, order), 'bad');
}

// Whether it may be judged.
export async function acceptedBy(program) {
  const { name, source, others } = sourcesOf(program), found = (await judge()).accept(name, source, others);
  exercise = found.exercise;
  if (found.why) {
    notPassed(found.why);
    choose('reports');
  }
  return !found.why;
}

class BrokenOff extends Error {}

// runOnce({ environment, channel }, order) runs and shows it: { status, failed, files, errors }.
export async function judgeRuns(program, runOnce) {
  const run = async (given, { order }) => {
    const { status, failed, files, errors } = await runOnce(given, order);
    if (failed)
      throw new BrokenOff();
    const text = name => new TextDecoder().decode(files[name]);
    return { status, errors, reports: text('reports.json'), said: text('channel') };
  };
  try {
    const { passed, why, text, order } = await (await judge()).judge({ exercise, inputs: 1 + Math.floor(Math.random() * 1e6), run });
    if (passed)
      return say(text.replace(/^right: /, 'Passed: '), 'good');
    notPassed(why, order);
    if (!text.startsWith('=========')) // else it is listed already
      explainInstead(text);
    choose('reports');
  } catch (error) {
    if (!(error instanceof BrokenOff))
      throw error;
  }
}
