// SPDX-License-Identifier: MIT
// The programs of the collection, which the menu offers and links name (#program=chapter05/dot_unsynced.cu), and what the
// user has changed in them: it stays in this browser.
import { programsFile } from 'virtual:built';
import { loadBytes } from './resources.js';

// [{ path, about, source, group }]
export async function loadPrograms() {
  return JSON.parse(new TextDecoder().decode(await loadBytes(programsFile, () => {})));
}

export function fillMenu(menu, programs) {
  for (const group of new Set(programs.map(p => p.group))) {
    const box = document.createElement('optgroup');
    box.label = group;
    for (const { path } of programs.filter(p => p.group === group))
      box.append(new Option(path.replace(/.*\//, ''), path));
    menu.append(box);
  }
}

// The one that the address names, else the first; undefined for an unknown name.
export function wantedProgram(programs) {
  const wanted = new URLSearchParams(location.hash.slice(1)).get('program');
  return wanted === null ? programs[0] : programs.find(p => p.path === wanted);
}

const key = path => `playground:${path}`;

export function changedSource(path) {
  try {
    return localStorage.getItem(key(path));
  } catch {
    return null; // a browser may forbid it
  }
}

export function keepSource({ path, source }, text) {
  try {
    if (text === source)
      localStorage.removeItem(key(path));
    else
      localStorage.setItem(key(path), text);
  } catch { /* then it holds for this visit */ }
}
