// SPDX-License-Identifier: MIT
// An exercise's task, and its hints, one after another.
import { _, said } from './words.js';

// `code` and *stress*, as the tasks have them.
function marked(name, text) {
  const element = document.createElement(name);
  for (const part of text.split(/(`[^`]+`|(?<![\w*])\*[^*\s][^*]*\*(?![\w*]))/)) {
    const kind = { '`': 'code', '*': 'em' }[part.length > 2 && part[0] === part.at(-1) ? part[0] : ''];
    const piece = kind ? document.createElement(kind) : part;
    if (kind)
      piece.textContent = part.slice(1, -1);
    element.append(piece);
  }
  return element;
}

export function showTask(box, { task, hints }) {
  if (!task)
    return box.replaceChildren();
  const texts = said(hints), list = document.createElement('ol'), next = document.createElement('button');
  const label = () => {
    const left = texts.length - list.children.length;
    next.hidden = left === 0;
    next.textContent = list.children.length === 0 ? _('Show a hint') : left === 1 ? _('Show the last hint') : _('Show another hint');
  };
  next.type = 'button';
  next.id = 'hint';
  next.onclick = () => {
    list.append(marked('li', texts[list.children.length]));
    label();
  };
  label();
  box.replaceChildren(...said(task).map(text => marked('p', text)), list, next);
}
