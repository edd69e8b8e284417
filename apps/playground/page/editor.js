// SPDX-License-Identifier: MIT
// The editor: the files of a program, C++ with CUDA's own words, each with its history, and with marks in the margin for what
// the compiler and the device have reported.
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { EditorView, Decoration, MatchDecorator, ViewPlugin, keymap, lineNumbers, drawSelection, highlightSpecialChars } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { cpp } from '@codemirror/lang-cpp';
import { tags } from '@lezer/highlight';
import { _ } from './words.js';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], color: 'var(--keyword)' },
  { tag: [tags.comment], color: 'var(--comment)' },
  { tag: [tags.string, tags.character, tags.number, tags.bool, tags.null], color: 'var(--literal)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: 'var(--called)' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--faint)' },
]);

const words = (regexp, colour) => {
  const matcher = new MatchDecorator({ regexp, decoration: Decoration.mark({ attributes: { style: `color: var(--${colour})` } }) });
  return ViewPlugin.define(view => ({
    marks: matcher.createDeco(view),
    update(update) { this.marks = matcher.updateDeco(update, this.marks); },
  }), { decorations: plugin => plugin.marks });
};
const keywords = words(/\b__(?:global|device|host|shared|constant|managed|launch_bounds|restrict|grid_constant|noinline|forceinline)__\b/g, 'keyword');
const builtins = words(/\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|__(?:sync|thread|shfl|ballot|any|all|match|activemask)\w*|atomic\w+)\b/g, 'called');

// The lines that a report names stand out as a whole.
const setLines = StateEffect.define();
const reportedLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    lines = lines.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setLines))
        lines = effect.value;
    return lines;
  },
  provide: field => EditorView.decorations.from(field),
});

// What CodeMirror says itself.
const phrases = () => EditorState.phrases.of({
  Find: _('Find'), Replace: _('Replace'), next: _('next'), previous: _('previous'), all: _('all'), 'match case': _('match case'),
  regexp: _('regular expression'), 'by word': _('whole words'), replace: _('replace'), 'replace all': _('replace all'), close: _('close'),
});
const inLanguage = new Compartment();
const named = () => [phrases(), EditorView.contentAttributes.of({ 'aria-label': _('The source of the program'), autocapitalize: 'off', tabindex: '0' })];

// changed(): a text is another one. chosen(name): this file is shown.
export function makeEditor(parent, { changed, chosen, run }) {
  const extensions = [
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), indentOnInput(), bracketMatching(),
    indentUnit.of('    '), EditorState.tabSize.of(4), cpp(), syntaxHighlighting(colours), keywords, builtins, reportedLines,
    search({ top: true }), inLanguage.of(named()),
    keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true; } }, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.updateListener.of(update => {
      if (update.docChanged)
        changed();
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  const states = new Map(); // of the files, by name; that of the file which is shown is the view's
  let shown = null;

  const stateOf = name => name === shown ? view.state : states.get(name);
  const lineIn = ({ doc }, number) => doc.line(Math.min(Math.max(1, number), doc.lines));

  function apply(name, ...changes) {
    if (name === shown)
      view.dispatch(...changes);
    else
      states.set(name, changes.reduce((state, change) => state.update(change).state, states.get(name)));
  }

  function choose(name) {
    if (states.has(shown))
      states.set(shown, view.state);
    shown = name;
    view.setState(states.get(name));
    chosen(name);
  }

  function mark(name, marks) {
    const state = stateOf(name), line = number => lineIn(state, number);
    const lines = [...new Set(marks.filter(m => m.severity === 'error').map(m => line(m.line).from))].sort((a, b) => a - b);
    const diagnostics = marks.map(({ line: number, column, severity, text }) => {
      const at = line(number), from = column ? Math.min(at.from + column - 1, at.to) : at.from + /^\s*/.exec(at.text)[0].length;
      return { from, to: Math.max(from, at.to), severity, message: text };
    }).sort((a, b) => a.from - b.from);
    apply(name, setDiagnostics(state, diagnostics),
      { effects: setLines.of(Decoration.set(lines.map(from => Decoration.line({ class: 'reported' }).range(from)))) });
    if (lines.length > 0 && name === shown)
      bringIntoSight(lines[0]);
  }

  // Scrolls the text alone, and not the page, as scrollIntoView() would on a phone.
  function bringIntoSight(from) {
    view.requestMeasure({
      read: () => view.lineBlockAt(from).top - view.scrollDOM.clientHeight / 2,
      write: top => { view.scrollDOM.scrollTop = top; },
    });
  }

  return {
    names: () => [...states.keys()],
    files: () => Object.fromEntries(Array.from(states.keys(), name => [name, stateOf(name).doc.toString()])),
    shown: () => shown,
    choose,
    // Another program: its histories begin here.
    open(files) {
      states.clear();
      shown = null;
      for (const [name, text] of Object.entries(files))
        states.set(name, EditorState.create({ doc: text, extensions }));
      choose(Object.keys(files)[0]);
    },
    add(name, text) {
      states.set(name, EditorState.create({ doc: text, extensions }));
      choose(name);
    },
    remove(name) {
      states.delete(name);
      choose(states.keys().next().value);
    },
    // Puts texts in place of those that there are, as one change, which Ctrl+Z takes back.
    replace(files) {
      for (const [name, text] of Object.entries(files))
        if (stateOf(name).doc.toString() !== text)
          apply(name, { changes: { from: 0, to: stateOf(name).doc.length, insert: text }, annotations: isolateHistory.of('full') });
    },
    sayAgain() {
      for (const name of states.keys())
        apply(name, { effects: inLanguage.reconfigure(named()) });
    },
    // marks: [{ file, line, column, severity, text }]; file: its name; severity: error, warning or info
    mark(marks) {
      for (const name of states.keys())
        mark(name, marks.filter(({ file }) => file === name));
    },
    show(name, number) {
      if (name !== shown)
        choose(name);
      const at = lineIn(view.state, number);
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
      view.focus();
    },
    // What a report proposes: a line after another one, indented as that is, or a change in a line. False if it does not fit.
    insertAfter(name, number, text) {
      const state = stateOf(name), at = lineIn(state, number), next = lineIn(state, number + 1);
      const indent = /^\s*/.exec(at.text)[0] || /^\s*/.exec(next.text)[0];
      apply(name, { changes: { from: at.to, insert: '\n' + indent + text } });
      return true;
    },
    replaceIn(name, number, what, by) {
      const at = lineIn(stateOf(name), number), found = at.text.indexOf(what);
      if (found < 0)
        return false;
      apply(name, { changes: { from: at.from + found, to: at.from + found + what.length, insert: by } });
      return true;
    },
  };
}
