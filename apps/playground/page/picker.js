// SPDX-License-Identifier: MIT
// The list of all programs, by chapter, behind a field that searches their names and first sentences, and, if no program is
// found by these, their texts.
import { addressOf, nameOf, ownPrograms } from './programs.js';
import { _, said } from './words.js';

const $ = id => document.getElementById(id);

function found(programs, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(word => word);
  const having = textOf => programs.filter(program => words.every(word => textOf(program).toLowerCase().includes(word)));
  const named = having(({ path, group, about }) => [path, ...Object.values(about), said(group)].join(' '));
  return named.length > 0 ? named : having(({ files }) => Object.values(files).join('\n'));
}

function item(program, path) {
  const link = document.createElement('a'), name = document.createElement('b'), about = document.createElement('span');
  link.href = addressOf(program);
  link.ariaCurrent = program.path === path ? 'page' : null;
  name.textContent = nameOf(program.path);
  about.textContent = said(program.about);
  link.append(name, about);
  return link;
}

function list(programs, path) {
  const groups = new Map();
  for (const program of programs)
    groups.set(said(program.group), [...groups.get(said(program.group)) ?? [], program]);
  $('list').replaceChildren(...Array.from(groups, ([name, members]) => {
    const group = document.createElement('section'), title = document.createElement('h2');
    title.textContent = name;
    group.append(title, ...members.map(member => item(member, path)));
    return group;
  }));
  $('found').textContent = programs.length === 1 ? _('1 program') : _('%1$s programs', programs.length);
}

// programs(): those of the collection. path(): that of the program which is shown.
export function makePicker(programs, path) {
  const dialog = $('picker'), search = $('search');
  const links = () => [...$('list').querySelectorAll('a')];
  const refresh = () => list(found([...ownPrograms(), ...programs()], search.value), path());
  $('program').onclick = () => {
    search.value = '';
    refresh();
    dialog.showModal();
    search.focus();
    links().find(link => link.ariaCurrent)?.scrollIntoView({ block: 'center' });
  };
  search.oninput = refresh;
  $('list').onclick = event => {
    if (event.target.closest('a'))
      dialog.close();
  };
  // Enter opens the first one; the arrow keys go through them.
  dialog.onkeydown = event => {
    const all = links(), at = all.indexOf(document.activeElement), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && event.target === search) {
      event.preventDefault();
      all[0]?.click();
    } else if (step) {
      event.preventDefault();
      (all[at + step] ?? search).focus();
    }
  };
}
