// Every page: the language, where a page has both, and the colours of a source. The first page: the filters, and a link to a
// program's log opens it.
const root = document.documentElement;
const language = document.getElementById('language');
const speak = lang => { root.lang = lang; language.textContent = lang === 'zh' ? 'English' : '中文'; };
if (root.classList.contains('neutral')) {
  let chosen = null;
  try { chosen = localStorage.getItem('language'); } catch { /* a browser may forbid it */ }
  language.hidden = false;
  language.onclick = () => {
    speak(root.lang === 'zh' ? 'en' : 'zh');
    try { localStorage.setItem('language', root.lang); } catch { /* then it holds for this page */ }
  };
  if (chosen === 'zh' || (chosen === null && /^zh/.test(navigator.language || '')))
    speak('zh');
}

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

if (window.Prism) {
  const cuda = Prism.languages.extend('cpp', {}), code = document.querySelector('.source code');
  cuda.keyword = [].concat(cuda.keyword, /\b__(?:global|device|host|shared|constant|managed|launch_bounds|restrict|grid_constant|noinline|forceinline)__\b/);
  cuda.builtin = /\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|__(?:sync|thread|shfl|ballot|any|all|match|activemask)\w*|atomic\w+)\b/;
  code.innerHTML = Prism.highlight(code.textContent, cuda, 'cuda');
}
