// The demo's page: the language, the filters, and a link to a program's log opens it.
const root = document.documentElement;
const language = document.getElementById('language');
const speak = lang => { root.lang = lang; language.textContent = lang === 'zh' ? 'English' : '中文'; };
language.onclick = () => speak(root.lang === 'zh' ? 'en' : 'zh');
if (/^zh/.test(navigator.language || ''))
  speak('zh');

const filters = [...document.querySelectorAll('.filters button')];
for (const button of filters)
  button.onclick = () => {
    for (const other of filters)
      other.setAttribute('aria-pressed', other === button);
    for (const card of document.querySelectorAll('.card'))
      card.hidden = !!button.value && !card.classList.contains(button.value);
  };

const open = () => {
  const log = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (log && log.tagName === 'DETAILS') {
    log.open = true;
    log.scrollIntoView();
  }
};
addEventListener('hashchange', open);
open();
