// SPDX-License-Identifier: MIT
// The menu of what a user does with a program of their own, or with changes in one of the collection.
import { ask } from './dialog.js';
import { save, showFiles, textsOf } from './files.js';
import { linkTo, LONGEST } from './link.js';
import template from './new_program.cu';
import { setOptions } from './options.js';
import { addressOf, forget, freeName, isMine, nameOf, newProgram, objectionTo, ownNames, withEnding } from './programs.js';
import { say } from './results.js';
import { _ } from './words.js';

const $ = id => document.getElementById(id);

// What main.js hands it: program() and original(), as they are now; changed() and openAs(program) are told of what was done.
export function makeMenu({ editor, program, original, isChanged, changed, openAs }) {
  // The user's name for a program, or null.
  const askName = async (text, accept, given) => {
    const name = await ask(text, accept, freeName(given), answer => objectionTo(withEnding(answer, '.cu'), ownNames()));
    return name && withEnding(name, '.cu');
  };

  async function copyAs(text, accept) {
    const name = await askName(text, accept, nameOf(program().path));
    if (name === null)
      return false;
    const [[, main], ...others] = Object.entries(editor.files());
    openAs(newProgram({ [name]: main, ...Object.fromEntries(others) }, program().options));
    return true;
  }

  const actions = {
    async new() {
      const name = await askName(_('The name of the new program:'), _('Make it'), 'mine.cu');
      if (name !== null)
        openAs(newProgram({ [name]: template }));
    },
    open: () => $('opened').click(),
    save: () => save(editor.shown(), editor.files()[editor.shown()]),
    async link() {
      const link = isMine(program()) || isChanged() ? await linkTo(program()) : location.href.replace(/#.*/, '') + addressOf(program());
      const note = link.length > LONGEST ? ' ' + _('It has %1$s letters: some programs cut off what is longer than %2$s.', link.length, LONGEST) : '';
      try {
        await navigator.clipboard.writeText(link);
        say(_('The link is copied. It holds the program; no server keeps it.') + note);
      } catch {
        await ask(_('This link holds the program; no server keeps it.') + note, _('Close'), link);
      }
    },
    async add() {
      const name = await ask(_('The name of the new file:'), _('Add it'), 'mine.h', given => objectionTo(withEnding(given, '.h'), editor.names()));
      if (name === null)
        return;
      editor.add(withEnding(name, '.h'), '');
      changed();
    },
    copy: () => copyAs(_('The name of your copy:'), _('Copy it')),
    async rename() {
      const old = program();
      if (await copyAs(_('The new name of %1$s:', nameOf(old.path)), _('Rename')))
        forget(old);
    },
    async remove() {
      if (!await ask(_('Remove %1$s from this program?', editor.shown()), _('Remove it')))
        return;
      editor.remove(editor.shown());
      changed();
    },
    async reset() {
      if (!await ask(_('Undo your changes in %1$s? Ctrl+Z brings them back.', nameOf(program().path)), _('Undo')))
        return;
      for (const name of editor.names().filter(each => !(each in original().files)))
        editor.remove(name);
      editor.replace(original().files);
      setOptions(original().options);
      changed();
    },
    async delete() {
      if (!await ask(_('Delete %1$s? It is nowhere else.', nameOf(program().path)), _('Delete it')))
        return;
      forget(program());
      location.hash = '';
    },
  };

  for (const [id, act] of Object.entries(actions))
    $(id).onclick = act;
  $('menu').addEventListener('click', () => $('menu').hidePopover());
  $('opened').onchange = async () => {
    const texts = await textsOf($('opened').files), names = Object.keys(texts);
    $('opened').value = '';
    if (names.length > 0 && /\.cu$/.test(names[0]))
      return openAs(newProgram(texts));
    for (const name of names) // headers of the program that is shown
      if (editor.names().includes(name))
        editor.replace({ [name]: texts[name] });
      else
        editor.add(name, texts[name]);
    changed();
  };

  return {
    // What can be done now.
    notice() {
      const mine = isMine(program());
      $('rename').hidden = $('delete').hidden = !mine;
      $('copy').hidden = mine;
      $('reset').hidden = !isChanged();
      $('remove').hidden = editor.shown() === editor.names()[0];
      showFiles(editor);
    },
  };
}
