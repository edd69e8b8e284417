// SPDX-License-Identifier: MIT
// What was found, as a list beside the program and as marks in its margin: the compiler's messages, and the device's
// reports (docs/reports.md has their members). A file is known by its name, without its folder.
import { nameOf } from './programs.js';
import { _ } from './words.js';

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// The places in these files, once each.
function placesAmong(all, names) {
  const here = all.filter(at => at?.line > 0 && at.file && names.includes(nameOf(at.file))).map(at => ({ ...at, file: nameOf(at.file) }));
  return here.filter((at, i) => here.findIndex(other => other.file === at.file && other.line === at.line) === i);
}

// Where a report says that something happened: its accesses, or where threads wait, else its own place, else the calls that led
// there.
function placesOf({ accesses = [], waiting = [], ...report }, names) {
  const calls = [report, ...accesses].flatMap(at => at.called_at ?? []);
  return [[...accesses, ...waiting], [report], calls].map(all => placesAmong(all, names)).find(places => places.length > 0) ?? [];
}

// The reports in a file of JSON lines; the last one, the summary, may be missing.
export function readReports(bytes) {
  return new TextDecoder().decode(bytes ?? new Uint8Array()).split('\n').flatMap(line => {
    try {
      return line ? [JSON.parse(line)] : [];
    } catch {
      return []; // the program was ended in the middle of a line
    }
  }).filter(report => report.id !== 'summary');
}

const severities = { error: 'error', warning: 'warning', limit: 'warning', note: 'info' };
const titles = { error: headline => _('Error: %1$s', headline), warning: headline => _('Warning: %1$s', headline), limit: headline => _('Limit: %1$s', headline), note: headline => _('Note: %1$s', headline) };

// What happened at a place, for the mark at its line.
function markText({ headline }, { access, threads }) {
  if (threads)
    return _('%1$s: threads %2$s wait here', headline, threads);
  return access === 'read' ? _('%1$s: a read of one of the two threads', headline) : access === 'write' ? _('%1$s: a write of one of the two threads', headline) : headline;
}

export function marksOfReports(reports, names) {
  return reports.flatMap(report => placesOf(report, names).map(({ file, line, ...at }) =>
    ({ file, line, severity: severities[report.severity] ?? 'error', text: markText(report, at) })));
}

export function marksOfMessages(messages, names) {
  return messages.flatMap(message => placesAmong([message], names).map(at =>
    ({ file: at.file, line: at.line, column: message.column, severity: message.kind === 'warning' ? 'warning' : 'error', text: message.text })));
}

const lineButton = ({ file, line }, editor) => element('button', {
  type: 'button', className: 'line', textContent: file === editor.names()[0] ? _('line %1$s', line) : _('%1$s, line %2$s', file, line), onclick: () => editor.show(file, line),
});

// A button that makes the change that the report proposes, if it is in these files.
function remedyButton({ remedy }, editor) {
  return placesAmong([remedy?.after ?? remedy?.at], editor.names()).map(({ file, line }) => {
    const what = remedy.insert ? _('Insert %1$s after line %2$s', remedy.insert, line) : _('Change line %2$s to %1$s', remedy.with, line);
    const button = element('button', { type: 'button', className: 'remedy', textContent: what });
    button.onclick = () => {
      const done = remedy.insert ? editor.insertAfter(file, line, remedy.insert) : editor.replaceIn(file, line, remedy.replace, remedy.with);
      if (done)
        editor.show(file, line);
      button.textContent = done ? _('Done: run it again') : _('The line has changed since then');
      button.disabled = true;
    };
    return button;
  });
}

export function listReports(box, reports, editor) {
  for (const report of reports)
    box.append(element('article', { className: `report ${report.severity}` },
      element('h2', { textContent: (titles[report.severity] ?? titles.error)(report.headline) }),
      element('pre', { textContent: (report.text ?? []).join('\n') }),
      ...placesOf(report, editor.names()).map(at => lineButton(at, editor)), ...remedyButton(report, editor)));
}

export function listMessages(box, messages, editor) {
  for (const message of messages) {
    const { file, line, kind, text } = message, here = placesAmong([message], editor.names());
    box.append(element('article', { className: `report ${kind}` },
      element('h2', { textContent: here.length || !file ? text : `${file}:${line}: ${text}` }), ...here.map(at => lineButton(at, editor))));
  }
}
