// SPDX-License-Identifier: MIT
// The files of a program: their tabs above the editor, and files of the user's computer, opened and saved.
import { goByArrows } from './results.js';

const $ = id => document.getElementById(id);

export function showFiles(editor) {
  const names = editor.names();
  $('files').hidden = names.length < 2;
  $('files').replaceChildren(...names.map(name => {
    const tab = document.createElement('button'), chosen = name === editor.shown();
    Object.assign(tab, { type: 'button', textContent: name, tabIndex: chosen ? 0 : -1, onclick: () => editor.choose(name) });
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', chosen);
    return tab;
  }));
}

goByArrows($('files'));

export function save(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The texts of chosen files by name, a .cu file first.
export async function textsOf(files) {
  const texts = await Promise.all(Array.from(files, async file => [file.name.replace(/[^\w.-]/g, '_'), await file.text()]));
  return Object.fromEntries(texts.sort(([one], [other]) => /\.cu$/.test(other) - /\.cu$/.test(one)));
}
