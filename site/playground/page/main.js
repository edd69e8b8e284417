// SPDX-License-Identifier: MIT
// The playground's page: a program on one side, and what became of it on the other.
import { orderOfRun, passedBy, RUNS, settingsOfRun } from '../lib/judge.mjs';
import { makeEditor } from './editor.js';
import { showLaunch, traceIn } from './launch.js';
import { showPictures } from './picture.js';
import { changedSource, fillMenu, keepSource, loadPrograms, wantedProgram } from './programs.js';
import { listMessages, listReports, marksOfMessages, marksOfReports, readReports } from './reports.js';
import { Runner, Stopped } from './runner.js';

const $ = id => document.getElementById(id);
const STEPS = { compile: 'Linking', link: 'Looking up the source lines', 'source lines': 'Preparing the barriers' }; // what follows
const ENDS = {
  output: 'Stopped: the program printed more than 1 MB.',
  memory: 'Stopped: the program asked for more memory than the 1 GB it may have here.',
  stack: 'Stopped: the program used up its stack. Does a function call itself without end?',
  division: 'Stopped: an integer was divided by zero. A GPU continues, with an undefined result.',
  address: 'Stopped: host code used an address outside of the program\'s memory, or too much stack.',
  abort: 'Stopped: the program was aborted.',
};

const megabytes = bytes => (bytes / 1e6).toFixed(1);
const seconds = time => `${time.toFixed(1)} s`;

const runner = new Runner((done, total) => {
  $('loading').hidden = false;
  $('progress').value = done / total;
  $('progress-text').textContent = done < total ? `Loading the compiler: ${megabytes(done)} of ${megabytes(total)} MB. This happens once.` : 'Starting the compiler';
});
const editor = makeEditor($('source'), { changed: sourceChanged, run });
let programs = [], program = null, opening = false;

// --- the panel of results ---

const tabs = [...document.querySelectorAll('[role=tab]')];

function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
}

for (const tab of tabs) {
  tab.onclick = () => choose(tab.id.slice(4));
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key], shown = tabs.filter(t => !t.hidden);
    if (step) {
      const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
      choose(next.id.slice(4));
      next.focus();
    }
  };
}

function say(text, how = '') {
  $('status').textContent = text;
  $('status').className = how;
}

function clear() {
  say('');
  editor.mark([]);
  $('reports').replaceChildren();
  $('output').firstElementChild.textContent = '';
  $('picture').replaceChildren();
  $('launch').replaceChildren();
  $('tab-picture').hidden = $('tab-launch').hidden = true;
}

const explain = text => $('reports').append(Object.assign(document.createElement('p'), { textContent: text }));

// --- programs ---

function open(chosen) {
  opening = true;
  program = chosen;
  $('program').value = chosen.path;
  $('about').textContent = chosen.about;
  $('fixed').checked = false;
  $('arguments').value = chosen.arguments ?? '';
  editor.open(changedSource(chosen.path) ?? chosen.source);
  opening = false;
  document.title = `${chosen.path.replace(/.*\//, '')} - CUDA playground`;
  clear();
  choose('reports');
  explain('Press Run, or Ctrl+Enter. What goes wrong is reported here and marked in the margin.');
  noticeSource(editor.text());
}

function noticeSource(text) {
  $('reset').hidden = text === program.source;
  $('fixed-label').hidden = !/^\s*#\s*if.*\bFIXED\b/m.test(text);
}

function sourceChanged(text) {
  if (opening || program === null)
    return;
  keepSource(program, text);
  noticeSource(text);
}

function openWanted() {
  const wanted = wantedProgram(programs);
  if (wanted === undefined) {
    open(programs[0]);
    say('There is no such program here; this is the first one of the chapter.', 'bad');
  } else if (wanted !== program) {
    open(wanted);
  }
}

$('program').onchange = () => {
  location.hash = `program=${$('program').value}`;
};
addEventListener('hashchange', openWanted);
$('reset').onclick = () => {
  keepSource(program, program.source);
  open(program);
};

// --- running ---

function busy(is) {
  $('run').hidden = is;
  $('stop').hidden = !is;
  $('program').disabled = is;
}

function showMessages({ ok, messages, text }) {
  editor.mark(marksOfMessages(messages, program.path));
  listMessages($('reports'), messages, program.path, editor);
  if (ok)
    return;
  if (messages.length === 0)
    explain(text || 'The compiler said nothing.');
  const errors = messages.filter(m => m.kind !== 'warning').length;
  say(errors === 1 ? 'It does not compile: 1 error.' : `It does not compile: ${errors || 'no'} errors.`, 'bad');
  choose('reports');
}

// Shows what one run has left; true if it was without an error.
function showRun({ status, failed, files, time }, order, compileTime) {
  const reports = readReports(files['reports.json']), errors = reports.filter(r => r.severity === 'error').length;
  const trace = traceIn(files['launch.html']);
  editor.mark(marksOfReports(reports, program.path));
  listReports($('reports'), reports, program.path, editor);
  $('tab-picture').hidden = showPictures($('picture'), files) === 0;
  $('tab-launch').hidden = trace === null;
  if (trace !== null)
    $('tab-launch').onclick = () => {
      choose('launch');
      if (!$('launch').firstChild)
        showLaunch($('launch'), trace);
    };
  const found = errors === 0 ? status >= 128 ? 'The program broke off' : 'No errors reported' : errors === 1 ? '1 error reported' : `${errors} errors reported`;
  const inOrder = order === 0 ? '' : ` with the warps in order ${order}`;
  if (failed) {
    say(`${ENDS[failed] ?? (failed.startsWith('Stopped') ? failed : `The playground failed: ${failed}`)}${errors ? ` ${found}.` : ''}`, 'bad');
    choose(reports.length ? 'reports' : 'output');
    return false;
  }
  say(`${found}${inOrder}; exit status ${status}. Compiled in ${seconds(compileTime)}, ran in ${seconds(time)}.`, errors || status ? 'bad' : 'good');
  if (reports.length === 0)
    explain(status === 0 ? 'The device has nothing to report about this run.' : 'The device has nothing to report; the program itself says that something is wrong. See Output.');
  choose(reports.length ? 'reports' : $('tab-picture').hidden ? 'output' : 'picture');
  return errors === 0 && status === 0;
}

async function runCompiled({ program: compiled, times }) {
  const output = $('output').firstElementChild;
  const words = $('arguments').value.split(/\s+/).filter(word => word);
  const isExercise = program.path.startsWith('exercises/'), inputs = 1 + Math.floor(Math.random() * 1e6);
  for (let number = 0; number < (isExercise ? RUNS : 1); ++number) {
    const order = orderOfRun(inputs, number);
    say(order === 0 ? 'Running' : `Running with the warps in order ${order}`);
    $('reports').replaceChildren();
    output.textContent = '';
    const environment = { CPU_DEVICE_REPORT: 'reports.json', CPU_DEVICE_TRACE: 'launch.html', ...(isExercise && settingsOfRun(order)) };
    const ended = await runner.run({ program: compiled, args: [program.path.replace(/.*\/|\.cu$/g, ''), ...words], environment },
      data => { output.append(data.output); });
    if (!showRun(ended, order, times.all))
      return;
  }
  const passed = isExercise && passedBy(output.textContent);
  if (passed)
    say(passed, 'good');
}

async function run() {
  if ($('run').hidden || program === null)
    return;
  busy(true);
  clear();
  choose('output');
  try {
    say('Starting the compiler');
    await load();
    say('Compiling');
    const defines = $('fixed').checked && !$('fixed-label').hidden ? ['FIXED'] : [];
    const compiled = await runner.compile({ source: editor.text(), name: program.path, defines }, step => STEPS[step] && say(STEPS[step]));
    showMessages(compiled);
    if (compiled.ok)
      await runCompiled(compiled);
    window.playgroundTimes = compiled.times; // for tests/playground/measure.mjs
  } catch (error) {
    say(error instanceof Stopped ? 'Stopped.' : `The playground failed: ${error.message}`, 'bad');
    choose('output');
  }
  busy(false);
}

async function load() {
  try {
    await runner.load();
  } catch (error) {
    throw error instanceof Stopped ? error : new Error(`the compiler could not be loaded (${error.message}). Is there a network? Press Run to try again.`);
  } finally {
    $('loading').hidden = true;
  }
}

$('run').onclick = run;
$('stop').onclick = () => runner.stop();

async function start() {
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('service_worker.js').catch(() => { /* then it works with a network only */ });
  programs = await loadPrograms();
  fillMenu($('program'), programs);
  openWanted();
  await load();
  document.body.dataset.ready = 'yes';
}

start().catch(error => say(`The playground could not start: ${error.message}`, 'bad'));
