// SPDX-License-Identifier: MIT
// What was found, as a list beside the program and as marks in its margin: the compiler's messages, and the device's
// reports (docs/reports.md has their members).
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const base = path => (path ?? '').replace(/.*\//, '');

// The lines of the file that a report names, most important first: those of its accesses, else its own.
function linesOf(report, name) {
  const here = at => at !== undefined && at.line > 0 && base(at.file) === base(name);
  const places = (report.accesses ?? []).filter(here);
  return [...new Set((places.length ? places : [report].filter(here)).map(at => at.line))];
}

// What one access of a race did, for the mark at its line.
const accessAt = (report, line) => {
  const found = (report.accesses ?? []).find(a => a.line === line);
  return found ? `${report.headline}: a ${found.access} of one of the two threads` : report.headline;
};

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

export function marksOfReports(reports, name) {
  return reports.flatMap(report => linesOf(report, name).map(line =>
    ({ line, severity: severities[report.severity] ?? 'error', text: accessAt(report, line) })));
}

export function marksOfMessages(messages, name) {
  return messages.filter(m => base(m.file) === base(name) && m.line > 0)
    .map(({ line, column, kind, text }) => ({ line, column, severity: kind === 'warning' ? 'warning' : 'error', text }));
}

const lineButton = (line, editor) => element('button', { type: 'button', className: 'line', textContent: `line ${line}`, onclick: () => editor.show(line) });

// A button that makes the change that the report proposes, if it is in this file.
function remedyButton({ remedy }, name, editor) {
  const at = remedy?.after ?? remedy?.at;
  if (at === undefined || base(at.file) !== base(name))
    return [];
  const what = remedy.insert ? `Insert ${remedy.insert} after line ${at.line}` : `Change line ${at.line} to ${remedy.with}`;
  const button = element('button', { type: 'button', className: 'remedy', textContent: what });
  button.onclick = () => {
    const done = remedy.insert ? editor.insertAfter(at.line, remedy.insert) : editor.replaceIn(at.line, remedy.replace, remedy.with);
    if (done)
      editor.show(at.line);
    button.textContent = done ? 'Done: run it again' : 'The line has changed since then';
    button.disabled = true;
  };
  return [button];
}

export function listReports(box, reports, name, editor) {
  for (const report of reports) {
    const text = (report.text ?? []).join('\n');
    box.append(element('article', { className: `report ${report.severity}` },
      element('h2', { textContent: `${report.severity[0].toUpperCase()}${report.severity.slice(1)}: ${report.headline}` }),
      element('pre', { textContent: text }),
      ...linesOf(report, name).map(line => lineButton(line, editor)), ...remedyButton(report, name, editor)));
  }
}

export function listMessages(box, messages, name, editor) {
  for (const { file, line, kind, text } of messages) {
    const here = base(file) === base(name) && line > 0;
    box.append(element('article', { className: `report ${kind}` },
      element('h2', { textContent: here || !file ? text : `${file}:${line}: ${text}` }),
      ...(here ? [lineButton(line, editor)] : [])));
  }
}
