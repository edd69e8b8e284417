// SPDX-License-Identifier: MIT
// What the page says: in English, or in Chinese by the catalogue zh_CN.po. The language is the one that the reader has chosen,
// here or on the page of a launch, else the browser's.
import catalogue from './zh_CN.po';

const KEY = 'language'; // also of the pages of launches
const ATTRIBUTES = ['title', 'placeholder', 'aria-label'];
const chinese = new Map(Array.from(catalogue.replace(/"\n"/g, '').matchAll(/^msgid (".*")\nmsgstr (".*")$/gm), entry => entry.slice(1).map(text => JSON.parse(text))));

export let language = 'en';

// A Chinese sentence has a blank on either side of what is not Chinese, but none beside its punctuation.
const spaced = text => text.replace(/([\w)\]])(?=[\u4e00-\u9fff])/g, '$1 ').replace(/([\u4e00-\u9fff])(?=\w)/g, '$1 ');

// A text, with what is given in the places of %1$s, %2$s, ...
export function _(english, ...given) {
  const text = (language === 'zh' && chinese.get(english) || english).replace(/%(\d)\$s/g, (all, number) => given[number - 1]);
  return language === 'zh' && given.length > 0 ? spaced(text) : text;
}

// What the build has in both languages.
export const said = texts => texts[language] ?? texts.en;

const texts = new WeakMap(); // of the elements with data-say, in English

function sayElement(element) {
  if (!texts.has(element))
    texts.set(element, { text: element.children.length === 0 ? element.textContent : '', attributes: ATTRIBUTES.filter(name => element.hasAttribute(name)).map(name => [name, element.getAttribute(name)]) });
  const { text, attributes } = texts.get(element);
  if (text)
    element.textContent = _(text);
  for (const [name, value] of attributes)
    element.setAttribute(name, _(value));
}

function speak(wanted) {
  language = wanted;
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en';
  document.querySelectorAll('[data-say]').forEach(sayElement);
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may forbid it
  }
}

export function startSpeaking() {
  speak(/^zh/.test(remembered() ?? navigator.language) ? 'zh' : 'en');
}

export function speakTheOther() {
  speak(language === 'zh' ? 'en' : 'zh');
  try {
    localStorage.setItem(KEY, language);
  } catch { /* then it holds for this visit */ }
}
