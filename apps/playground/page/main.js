// SPDX-License-Identifier: MIT
// The playground's page: a program on one side, and what became of it on the other.
import { stored, traceFile } from 'virtual:built';
import { placePopovers } from './dialog.js';
import { makeEditor } from './editor.js';
import { acceptedBy, judgeRuns, loadJudge } from './judging.js';
import { makeMenu } from './menu.js';
import { compilation, execution, getOptions, onOptions, runsOf, setOptions } from './options.js';
import { makePicker } from './picker.js';
import { addressOf, asLeft, isJudged, isMine, isSame, keep, loadPrograms, nameOf, ofCollection, sourcesOf, wantedProgram } from './programs.js';
import { loadBytes } from './resources.js';
import { choose, clear, clearRun, explain, print, say, sayWaiting, showMessages, showRun, showStored } from './results.js';
import { Runner, Stopped } from './runner.js';
import { showTask } from './task.js';
import { _, language, said, speakTheOther, startSpeaking } from './words.js';

const $ = id => document.getElementById(id);
const steps = { compile: () => _('Linking'), link: () => _('Looking up the source lines'), 'source lines': () => _('Preparing the barriers') }; // what follows
const megabytes = bytes => (bytes / 1e6).toFixed(1);

const runner = new Runner((done, total) => {
  $('loading').hidden = false;
  $('progress').value = done / total;
  $('progress-text').textContent = done < total ? _('Loading the compiler: %1$s of %2$s MB. This happens once.', megabytes(done), megabytes(total)) : _('Starting the compiler');
});
const editor = makeEditor($('editor'), { changed, chosen: () => menu.notice(), run });
const first = ofCollection(stored.program);
let collection = [first], program = null, opening = false;

const original = () => collection.find(({ path }) => path === program.path);
const isChanged = () => original() !== undefined && !isSame(program, original());

// --- the program ---

function open(chosen) {
  opening = true;
  program = asLeft(chosen);
  editor.open(program.files);
  setOptions(program.options);
  $('fixed').checked = false;
  opening = false;
  describe();
  showAtFirst();
}

function describe() {
  $('program').textContent = nameOf(program.path);
  $('about').textContent = said(program.about);
  document.title = `${nameOf(program.path)} - ${_('CUDA playground')}`;
  $('language').textContent = language === 'zh' ? 'English' : '中文';
  $('language').lang = language === 'zh' ? 'en' : 'zh-CN';
  $('tab-task').hidden = !program.task;
  showTask($('task'), program);
  notice();
}

// What the page offers depends on the text.
function notice() {
  $('fixed-label').hidden = !/^\s*#\s*if.*\bFIXED\b/m.test(Object.values(program.files)[0]);
  $('show-options').classList.toggle('set', Object.keys(program.options).length > 0);
  menu.notice();
}

// What there is before the first run.
function showAtFirst() {
  clear(editor);
  choose(program.task ? 'task' : 'reports');
  if (program.path === first.path && !isChanged())
    return showStored(said(stored.run), async () => new TextDecoder().decode(await loadBytes(traceFile, () => {})), editor);
  explain(_('Press Run, or Ctrl+Enter. What goes wrong is reported here and marked in the margin.'));
}

// The user has changed a text, the files or the options.
function changed() {
  if (opening || program === null)
    return;
  program = { ...program, files: editor.files(), options: getOptions() };
  if (isMine(program) && location.hash !== addressOf(program))
    history.replaceState(null, '', addressOf(program)); // it has come by a link
  if (!keep(program, original()) && isMine(program))
    say(_('This browser keeps nothing: save the program as a file.'), 'bad');
  notice();
}

async function openWanted() {
  if (program !== null && location.hash === addressOf(program))
    return;
  let wanted = null, why = _('There is no such program here; this is one of the chapter.');
  try {
    wanted = await wantedProgram(collection, first);
  } catch {
    why = _('This link is damaged; this is a program of the chapter.');
  }
  if (program !== null && wanted?.path === program.path && !location.hash.startsWith('#code='))
    return;
  open(wanted ?? first);
  if (wanted === null)
    say(why, 'bad');
}

const menu = makeMenu({
  editor,
  program: () => program,
  original, isChanged, changed,
  openAs(chosen) { // an own program, which is new
    keep(chosen);
    open(chosen);
    location.hash = addressOf(chosen);
  },
});
makePicker(() => collection, () => program?.path);
onOptions(changed);
placePopovers();
addEventListener('hashchange', openWanted);
$('language').onclick = () => {
  speakTheOther();
  editor.sayAgain();
  describe();
  if (!$('run').hidden)
    showAtFirst();
};

// --- running ---

function busy(is) {
  $('run').hidden = is;
  $('stop').hidden = !is;
  $('program').disabled = $('show-menu').disabled = is;
}

// Runs it once and shows that: { status, failed, files, errors, right }. errors: what it said on stderr.
async function runOnce({ program: compiled, times }, { order, environment, ...given }) {
  let errors = '';
  sayWaiting(order === 0 ? _('Running') : _('Running with the warps in order %1$s', order));
  clearRun();
  const settings = { CPU_DEVICE_REPORT: 'reports.json', CPU_DEVICE_TRACE: 'launch.html', CPU_DEVICE_LANGUAGE: language, ...program.settings, ...environment };
  const name = nameOf(program.path).replace(/\.cu$/, '');
  const late = setTimeout(() => say(_('Still running after 20 seconds. If a kernel never ends, press Stop.')), 20000);
  const ended = await runner.run({ program: compiled, ...given, args: [name, ...given.args], environment: settings }, ({ output, stream }) => {
    print(output);
    errors += stream === 'stderr' ? output : '';
  }).finally(() => clearTimeout(late));
  return { ...ended, errors, right: showRun(ended, { order, compileTime: times.all, editor }) };
}

async function runCompiled(compiled) {
  const options = getOptions();
  if (isJudged(program))
    return judgeRuns(program, (given, order) => runOnce(compiled, { ...execution(options, 0), ...given, order }));
  for (let number = 0; number < runsOf(options); ++number)
    if (!(await runOnce(compiled, execution(options, number))).right)
      return;
}

// What the compiler gets of a program, with the options as they are.
function toCompile(program) {
  const { defines, standard } = compilation(getOptions()), isFixed = $('fixed').checked && !$('fixed-label').hidden;
  return { ...sourcesOf(program), standard, defines: [...defines, ...(isFixed ? ['FIXED'] : [])] };
}

async function run() {
  if ($('run').hidden || program === null)
    return;
  busy(true);
  clear(editor);
  choose('output');
  try {
    if (isJudged(program) && !await acceptedBy(program))
      return busy(false);
    const wanted = toCompile(program);
    if (!runner.isCompiled(wanted)) {
      sayWaiting(_('Starting the compiler'));
      await load();
    }
    sayWaiting(_('Compiling'));
    const compiled = await runner.compile(wanted, step => steps[step] && sayWaiting(steps[step]()));
    showMessages(compiled, editor);
    if (compiled.ok)
      await runCompiled(compiled);
    window.playgroundTimes = compiled.times; // for tests/playground/measure.mjs
  } catch (error) {
    say(error instanceof Stopped ? _('Stopped.') : _('The playground failed: %1$s', error.message), 'bad');
    choose('output');
  }
  busy(false);
}

async function load() {
  try {
    await runner.load();
  } catch (error) {
    throw error instanceof Stopped ? error : new Error(_('the compiler could not be loaded (%1$s). Is there a network? Press Run to try again.', error.message));
  } finally {
    $('loading').hidden = true;
  }
}

$('run').onclick = run;
$('stop').onclick = () => runner.stop();
addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented && !document.querySelector('dialog[open]'))
    run();
});

async function start() {
  startSpeaking();
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.register('service_worker.js').catch(() => { /* then it works with a network only */ });
  if (location.hash === '')
    open(first); // at once, while the others are loading
  collection = await loadPrograms();
  await openWanted();
  await load();
  document.body.dataset.ready = 'yes';
  runner.prepare(toCompile(isMine(program) ? first : program)); // nothing of a stranger's is compiled unasked
  Promise.all([loadBytes(traceFile, () => {}), loadJudge()]).catch(() => { /* for a visit without a network */ });
}

start().catch(error => say(_('The playground could not start: %1$s', error.message), 'bad'));
