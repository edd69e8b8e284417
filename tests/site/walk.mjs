// SPDX-License-Identifier: MIT
// node walk.mjs SITE [AXE]: visits every page of the site in the folder SITE, in a browser without a window, and prints what is
// wrong: a link, picture, frame or anchor that leads nowhere; an error in the console; a page wider than a phone, or larger than
// 300 kB; a block of code that scrolls and cannot be focused. Then the first page at 1280x720: what it must show there, its
// weight, and the search. With AXE, the file axe.min.js of the npm package axe-core: what that finds, in light and dark.
import fs from 'node:fs';
import path from 'node:path';
import { Browser, Tab, serve } from '../playground/browser.mjs';

const [folder, axe] = process.argv.slice(2);
const files = fs.readdirSync(folder, { recursive: true }).filter(name => !name.startsWith('playground/'));
// the pages of launches and the playground have tests of their own
const pages = files.filter(name => name.endsWith('.html') && !/(^|\/)trace-|404\.html$/.test(name)).sort();
const isThere = name => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile();
let problems = 0;

function wrong(page, what) {
  console.log(`${page}: ${what}`);
  ++problems;
}

// In the page: its links, the names of its anchors, and what is wrong with it on this screen.
const look = () => {
  document.querySelectorAll('details').forEach(details => { details.open = true; });
  const wide = document.documentElement.scrollWidth;
  return {
    links: [...document.querySelectorAll('[href], [src]')].map(e => e.href || e.src).filter(l => typeof l === 'string'),
    anchors: [...document.querySelectorAll('[id]')].map(e => e.id),
    wrong: [
      document.title ? '' : 'it has no title',
      wide > document.documentElement.clientWidth ? `it is ${wide} pixels wide` : '',
      ...[...document.querySelectorAll('pre, pre > code')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0 &&
        ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)).map(e => `cannot be focused: ${e.textContent.slice(0, 40)}`),
    ].filter(Boolean),
  };
};

// axe-core judges all pages, but only one of each folder of those that are made from sources.
const judgedPages = pages.filter((page, i) => !page.endsWith('.cu.html') || path.dirname(page) !== path.dirname(pages[i - 1]));

// In the page, with axe-core in it: what it finds.
const judge = async () => (await axe.run(document, { iframes: false, resultTypes: ['violations'] })).violations.map(v => `${v.id}: ${v.nodes.length} times, as ${v.nodes[0].target}`);

const call = (tab, code) => tab.evaluate(`(${code})()`);

async function open(tab, server, page) {
  await tab.go('about:blank');
  await tab.go(`${server.url}/${page}`);
  await tab.until(`location.href !== 'about:blank' && document.readyState === 'complete'`, 60);
}

async function walk(tab, server) {
  const seen = {};
  for (const page of pages) {
    const size = fs.statSync(path.join(folder, page)).size;
    if (size > 300000)
      wrong(page, `it has ${size} bytes`);
    await open(tab, server, page);
    seen[page] = await call(tab, look);
    seen[page].wrong.concat(tab.problems.splice(0)).forEach(what => wrong(page, what));
  }
  let count = 0;
  for (const page of pages)
    for (const link of new Set(seen[page].links)) {
      const to = new URL(link), target = decodeURIComponent(to.pathname).slice(1).replace(/(^|\/)$/, '$1index.html');
      if (to.origin !== server.url)
        continue;
      ++count;
      const mark = decodeURIComponent(to.hash.slice(1));
      if (!isThere(target))
        wrong(page, `no page ${target}`);
      else if (mark && seen[target] && !seen[target].anchors.includes(mark))
        wrong(page, `no anchor ${target}#${mark}`);
    }
  console.log(`${pages.length} pages, ${count} links`);
}

async function firstPage(tab, server) {
  await open(tab, server, 'index.html');
  const hidden = await tab.evaluate(`['.first img', '.first .hll', 'a[href^="trace-"]', '.first a[href^="playground/"]', '.md-tabs a[href^="playground/"]']
    .filter(s => { const box = document.querySelector(s)?.getBoundingClientRect(); return !box || box.top < 0 || box.bottom > innerHeight; })`);
  hidden.forEach(what => wrong('index.html', `not on the first screen: ${what}`));
  // without the search's texts, which the theme's version 9 loads at once
  const weight = await tab.evaluate("[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(e => !e.name.endsWith('search_index.json')).reduce((sum, e) => sum + e.decodedBodySize, 0)");
  if (weight > 500000)
    wrong('index.html', `it loads ${weight} bytes`);
  console.log(`the first page loads ${weight} bytes`);
  for (const [page, word] of [['index.html', 'barrier'], ['zh/index.html', '共享内存']]) {
    await open(tab, server, page);
    await tab.type('.md-search__input', word);
    await tab.until("document.querySelectorAll('.md-search-result__item a').length > 3", 60).catch(() => wrong(page, `the search does not find ${word}`));
  }
}

async function judged(tab, server, scheme) {
  await tab.ask('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'local_storage' }); // a page keeps its scheme
  await tab.ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  for (const page of judgedPages) {
    await open(tab, server, page);
    await tab.evaluate(fs.readFileSync(axe, 'utf8') + '; 0');
    (await call(tab, judge)).forEach(what => wrong(page, `${scheme}: ${what}`));
  }
}

const browser = new Browser(), server = await serve(folder);
const phone = await Tab.open(browser, 390, 844), desk = await Tab.open(browser, 1280, 720);
if (axe) {
  await judged(desk, server, 'light');
  await judged(desk, server, 'dark');
} else {
  await walk(phone, server);
  await firstPage(desk, server);
}
console.log(`${problems} problems`);
await server.close();
await browser.close();
process.exitCode = problems ? 1 : 0;
