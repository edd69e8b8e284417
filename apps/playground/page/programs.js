// SPDX-License-Identifier: MIT
// The programs: those of the collection, and the user's own, whose paths begin with mine/. A program is { path, group, about,
// files, options }: files has the texts by name, that of the main file first. What the user has changed, and the user's own
// programs, stay in this browser. The address names a program (#program=chapter05/dot.cu), or holds one (link.js).
import { programsFile } from 'virtual:built';
import { programIn } from './link.js';
import { loadBytes } from './resources.js';
import { _ } from './words.js';

export const nameOf = path => path.replace(/.*\//, '');
export const isMine = ({ path }) => path.startsWith('mine/');
const isExercise = source => /^\s*#\s*include\s*"judge\/\w+\.h"/m.test(source);

// As listPrograms() (../programs.mjs) makes it.
export const ofCollection = ({ source, ...program }) => ({ ...program, files: { [nameOf(program.path)]: source }, options: {} });

const ownProgram = (name, { files, options = {} }) => ({ path: `mine/${name}`, group: { en: 'My programs', zh: '我的程序' }, about: { en: '' }, files, options });

export async function loadPrograms() {
  return JSON.parse(new TextDecoder().decode(await loadBytes(programsFile, () => {}))).map(ofCollection);
}

// --- what stays in this browser: { files, options } of each program that is not as it was ---

const key = path => `playground:${path}`;

function kept(path) {
  try {
    const text = localStorage.getItem(key(path));
    return text && JSON.parse(text);
  } catch {
    return null; // a browser may forbid it
  }
}

export const ownPrograms = () => {
  try {
    return Object.keys(localStorage).filter(name => name.startsWith(key('mine/'))).sort().map(name => name.slice(key('mine/').length))
      .map(name => ownProgram(name, kept(`mine/${name}`)));
  } catch {
    return [];
  }
};

// The program as the user has left it.
export const asLeft = program => ({ ...program, ...kept(program.path) });

export const isSame = (one, other) => JSON.stringify([one.files, one.options]) === JSON.stringify([other.files, other.options]);

// original: the program without the user's changes; undefined for the user's own.
export function keep({ path, files, options }, original) {
  try {
    if (original && isSame({ files, options }, original))
      localStorage.removeItem(key(path));
    else
      localStorage.setItem(key(path), JSON.stringify({ files, options }));
    return true;
  } catch {
    return false; // then it holds for this visit
  }
}

export function forget({ path }) {
  localStorage.removeItem(key(path));
}

// --- the user's own programs ---

// What is wrong with a name for a file, or ''.
export const objectionTo = (name, taken) => !/^[\w.-]+$/.test(name) ? _('Letters, digits, ., - and _ only.') : taken.includes(name) ? _('There is one of this name.') : '';

export const withEnding = (name, ending) => /\.\w+$/.test(name) ? name : name + ending;

export const ownNames = () => ownPrograms().map(({ path }) => nameOf(path));

// A name that no program has yet: sum.cu, sum_2.cu, ...
export function freeName(name) {
  const [, stem, ending] = /^(.*?)(\.\w+)?$/.exec(name);
  let free = name;
  for (let number = 2; ownNames().includes(free); ++number)
    free = `${stem}_${number}${ending ?? ''}`;
  return free;
}

// files: the main file first.
export const newProgram = (files, options = {}) => {
  const [[main, text], ...others] = Object.entries(files), name = freeName(main);
  return ownProgram(name, { files: { [name]: text, ...Object.fromEntries(others) }, options });
};

// --- the address ---

// The program that the address asks for: one of all, one in a link, null for an unknown name, or `first` if it names none.
export async function wantedProgram(all, first) {
  const address = new URLSearchParams(location.hash.slice(1)), inLink = address.get('code'), name = address.get('program');
  if (inLink !== null)
    return newProgram(...await programIn(inLink));
  return name === null ? first : [...ownPrograms(), ...all].find(({ path }) => path === name) ?? null;
}

export const addressOf = ({ path }) => `#program=${path}`;

// --- what the compiler and the device get ---

// { name, source, others }: paths and texts. An exercise finds its judge beside it.
export function sourcesOf({ path, files }) {
  const [[main, source], ...others] = Object.entries(files), folder = isExercise(source) ? 'exercises' : path.replace(/\/[^/]*$/, '');
  return { name: `${folder}/${main}`, source, others: others.map(([name, text]) => [`${folder}/${name}`, text]) };
}

export const isJudged = ({ files }) => isExercise(Object.values(files)[0]);
