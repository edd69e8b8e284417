// SPDX-License-Identifier: MIT
// The panel beside the program: its tabs, the line above them, and what a run has left.
import { showLaunch } from './launch.js';
import { showPictures } from './picture.js';
import { listMessages, listReports, marksOfMessages, marksOfReports, readReports } from './reports.js';
import { traceIn } from './trace.js';
import { _ } from './words.js';

const $ = id => document.getElementById(id);
const seconds = time => time.toFixed(1);
const output = $('output').firstElementChild;

// How a run ended that was broken off (program_worker.js).
const ends = {
  output: () => _('Stopped: the program printed more than 1 MB.'),
  memory: () => _('Stopped: the program asked for more memory than the 1 GB it may have here.'),
  stack: () => _('Stopped: the program used up its stack. Does a function call itself without end?'),
  division: () => _('Stopped: an integer was divided by zero. A GPU continues, with an undefined result.'),
  address: () => _('Stopped: host code used an address outside of the program\'s memory, or too much stack.'),
  abort: () => _('Stopped: the program was aborted.'),
};

const tabs = [...document.querySelectorAll('#tabs [role=tab]')];

export function choose(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
}

// The arrow keys go through the tabs of a list.
export function goByArrows(list) {
  list.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key], shown = [...list.children].filter(tab => !tab.hidden);
    if (!step)
      return;
    const next = (shown.indexOf(document.activeElement) + step + shown.length) % shown.length;
    shown[next].click();
    [...list.children].filter(tab => !tab.hidden)[next].focus(); // the list may have been made anew
  };
}

for (const tab of tabs)
  tab.onclick = () => choose(tab.id.slice(4));
goByArrows($('tabs'));

let ticking = 0; // the timer of sayWaiting()

export function say(text, how = '') {
  clearInterval(ticking);
  $('status').textContent = text;
  $('status').className = how;
}

// What is awaited; every two seconds also how long it has taken, until something else is said.
export function sayWaiting(text) {
  const begun = performance.now();
  say(text);
  ticking = setInterval(() => {
    $('status').textContent = _('%1$s: %2$s s', text, Math.round((performance.now() - begun) / 1000));
  }, 2000);
}

let warnings = []; // the compiler's, which stay beside the reports

export function clear(editor) {
  say('');
  warnings = [];
  editor.mark([]);
  $('reports').replaceChildren();
  output.textContent = '';
  $('picture').replaceChildren();
  $('launch').replaceChildren();
  $('tab-picture').hidden = $('tab-launch').hidden = true;
}

export const explain = text => $('reports').append(Object.assign(document.createElement('p'), { textContent: text }));

export function explainInstead(text) {
  document.querySelectorAll('#reports > p').forEach(before => before.remove());
  explain(text);
}

export const print = text => output.append(text);

export function clearRun() {
  $('reports').replaceChildren();
  output.textContent = '';
}

export function showMessages({ ok, messages, text }, editor) {
  editor.mark(marksOfMessages(messages, editor.names()));
  listMessages($('reports'), messages, editor);
  if (ok) {
    warnings = messages;
    return;
  }
  if (messages.length === 0)
    explain(text || _('The compiler said nothing.'));
  const errors = messages.filter(m => /error/.test(m.kind)).length;
  say(errors === 1 ? _('It does not compile: 1 error.') : errors === 0 ? _('It does not compile.') : _('It does not compile: %1$s errors.', errors), 'bad');
  choose('reports');
}

// Offers the page of a launch; load() brings its trace when it is opened.
function offerLaunch(load) {
  $('tab-launch').hidden = false;
  $('tab-launch').onclick = async () => {
    choose('launch');
    if (!$('launch').firstChild)
      showLaunch($('launch'), await load());
  };
}

const count = (reports, severity) => reports.filter(r => r.severity === severity).length;

// How many errors a run had, and if there is none, how many warnings.
function found(reports) {
  const errors = count(reports, 'error'), warned = count(reports, 'warning');
  if (errors > 0)
    return errors === 1 ? _('1 error reported') : _('%1$s errors reported', errors);
  return warned === 0 ? _('No errors reported') : warned === 1 ? _('No errors reported, but 1 warning') : _('No errors reported, but %1$s warnings', warned);
}

// The reports of a run, in the list and in the margin.
export function showReports(reports, editor) {
  editor.mark([...marksOfReports(reports, editor.names()), ...marksOfMessages(warnings, editor.names())]);
  listReports($('reports'), reports, editor);
  listMessages($('reports'), warnings, editor);
}

// Shows what one run has left; true if it was without an error.
export function showRun({ status, failed, files, time }, { order, compileTime, editor }) {
  const reports = readReports(files['reports.json']), errors = count(reports, 'error'), trace = traceIn(files['launch.html']);
  showReports(reports, editor);
  $('tab-picture').hidden = showPictures($('picture'), files) === 0;
  $('tab-launch').hidden = true;
  if (trace !== null)
    offerLaunch(() => trace);
  if (failed) {
    const why = ends[failed]?.() ?? (failed.startsWith('Stopped') ? failed : _('The playground failed: %1$s', failed));
    say(errors ? `${why} ${found(reports)}.` : why, 'bad');
    choose(reports.length ? 'reports' : 'output');
    return false;
  }
  const what = errors === 0 && status >= 128 ? _('The program broke off') : found(reports);
  const good = count(reports, 'warning') ? 'warn' : 'good';
  const where = order === 0 ? what : _('%1$s with the warps in order %2$s', what, order);
  say(_('%1$s; exit status %2$s. Compiled in %3$s s, ran in %4$s s.', where, status, seconds(compileTime), seconds(time)), errors || status ? 'bad' : good);
  if (reports.length === 0)
    explain(status === 0 ? _("The device has nothing to report about this run. With the option that counts memory requests, Output shows how well the kernels' accesses coalesce.") : _('The device has nothing to report; the program itself says that something is wrong. See Output.'));
  choose(reports.length ? 'reports' : $('tab-picture').hidden ? 'output' : 'picture');
  return errors === 0 && status === 0;
}

// A run that was made when the playground was built.
export function showStored({ reports, output: text, status }, loadTrace, editor) {
  say(_('A stored run: %1$s; exit status %2$s. Press Run to make your own.', found(reports), status), 'bad');
  print(text);
  showReports(reports, editor);
  offerLaunch(loadTrace);
  choose('reports');
}
