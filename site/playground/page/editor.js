// SPDX-License-Identifier: MIT
// The editor: C++ with CUDA's own words, and marks in the margin for what the compiler and the device have reported.
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { EditorView, Decoration, MatchDecorator, ViewPlugin, keymap, lineNumbers, drawSelection, highlightSpecialChars } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { cpp } from '@codemirror/lang-cpp';
import { tags } from '@lezer/highlight';

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

export function makeEditor(parent, { changed, run }) {
  const extensions = [
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), indentOnInput(), bracketMatching(),
    indentUnit.of('    '), EditorState.tabSize.of(4), cpp(), syntaxHighlighting(colours), keywords, builtins, reportedLines,
    search({ top: true }),
    keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true; } }, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': 'The source of the program', autocapitalize: 'off' }),
    EditorView.updateListener.of(update => {
      if (update.docChanged)
        changed(update.state.doc.toString());
    }),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  const line = number => view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));

  return {
    view,
    text: () => view.state.doc.toString(),
    // a new program: its history begins here
    open(text) { view.setState(EditorState.create({ doc: text, extensions })); },
    // marks: [{ line, column, severity, text }]; severity: error, warning or info
    mark(marks) {
      const lines = [...new Set(marks.filter(m => m.severity === 'error').map(m => line(m.line).from))].sort((a, b) => a - b);
      const diagnostics = marks.map(({ line: number, column, severity, text }) => {
        const at = line(number), from = column ? Math.min(at.from + column - 1, at.to) : at.from + /^\s*/.exec(at.text)[0].length;
        return { from, to: Math.max(from, at.to), severity, message: text };
      }).sort((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, diagnostics),
        { effects: setLines.of(Decoration.set(lines.map(from => Decoration.line({ class: 'reported' }).range(from)))) },
        ...(lines.length ? [{ effects: EditorView.scrollIntoView(lines[0], { y: 'center' }) }] : []));
    },
    show(number) {
      const at = line(number);
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
      view.focus();
    },
    // What a report proposes: a line after another one, indented as that is, or a change in a line. False if it does not fit.
    insertAfter(number, text) {
      const at = line(number), next = number < view.state.doc.lines ? line(number + 1) : at;
      const indent = /^\s*/.exec(at.text)[0] || /^\s*/.exec(next.text)[0];
      view.dispatch({ changes: { from: at.to, insert: '\n' + indent + text } });
      return true;
    },
    replaceIn(number, what, by) {
      const at = line(number), found = at.text.indexOf(what);
      if (found < 0)
        return false;
      view.dispatch({ changes: { from: at.from + found, to: at.from + found + what.length, insert: by } });
      return true;
    },
  };
}
