// SPDX-License-Identifier: MIT
// node page.mjs ROOT PLAYGROUND BROWSER [PICTURES [STEP...]]: visits the playground as a new user does, in a browser without a
// window: the first visit, a race, the change that removes it, errors, Stop, programs without end, a divergent barrier, a
// picture, an exercise, a program of the user's own and its link in another browser, options, the search, Chinese, the page as
// a file, a phone, and a visit without a network. Prints what is wrong. BROWSER is chromium, firefox, or webkit, which only
// makes a first visit and runs a program. PICTURES is a folder for screenshots. A STEP is the name of a function below: with
// STEPs only these are made, of which some need what an earlier one has left.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from './browser.mjs';
import { start } from './webdriver.mjs';

const [root, playground, kind, pictures, ...only] = process.argv.slice(2);
const axe = fs.readFileSync(path.join(playground, '../playground.npm/node_modules/axe-core/axe.min.js'), 'utf8');
const source = name => fs.readFileSync(path.join(root, name), 'utf8');
const IDLE = "document.body.dataset.ready === 'yes' && !document.getElementById('run').hidden";
const ENDLESS = '#include <stdio.h>\nint main()\n{\n    printf("begins\\n");\n    for (volatile int i = 0;; i = i + 1)\n        ;\n}\n';
let failed = 0;

function expect(is, what) {
  if (!is) {
    console.log(what);
    failed = 1;
  }
}

async function open(tab, site, program) {
  await tab.go('about:blank');
  await tab.go(`${site.url}/index.html#program=${program}`);
  await tab.until(IDLE, 300);
}

const shows = (tab, name) => tab.until(`document.title.startsWith('${name} ')`);

// What axe-core finds in the page as it is now.
async function accessible(tab, what) {
  await tab.perform(axe);
  const found = await tab.evaluate("axe.run(document).then(({ violations }) => violations.map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ')}`))");
  expect(found.length === 0, `axe-core, ${what}: ${found.join('; ')}`);
}

// Answers the page's question.
async function answer(tab, text) {
  await tab.until("document.getElementById('question').open");
  if (text !== undefined)
    await tab.type('#answer', text);
  await tab.click('#accept');
}

async function run(tab, seconds = 300) {
  await tab.click('#run');
  await tab.until(IDLE, seconds);
  return tab.textOf('#status');
}

const marks = tab => tab.evaluate("document.querySelectorAll('.cm-lint-marker-error').length");
const isMarked = tab => tab.until("document.querySelector('.cm-lint-marker-error') !== null", 20).then(() => true, () => false); // when it is drawn
const reportedLines = tab => tab.evaluate("[...document.querySelectorAll('.report .line')].map(b => b.textContent).join()");
if (pictures)
  fs.mkdirSync(pictures, { recursive: true });
const picture = (tab, name) => pictures ? tab.picture(path.join(pictures, `${name}.png`)) : undefined;

// --- what is tested, in this order ---

async function firstVisit(tab, site) {
  await tab.go(`${site.url}/index.html`);
  await tab.until("document.getElementById('status').textContent !== ''");
  expect(/^A stored run: 1 error reported;/.test(await tab.textOf('#status')), `the first visit shows at first: ${await tab.textOf('#status')}`);
  expect(/race on shared memory/.test(await tab.textOf('.report h2')), 'the first visit shows no stored report');
  expect(await isMarked(tab), 'the first visit has no mark of the stored report');
  await launch(tab);
  await tab.click('#tab-reports');
  await picture(tab, 'first-visit');
  await tab.until(IDLE, 300);
  expect(site.asked.some(name => name.endsWith('.packed')), 'the first visit has loaded no compiler');
}

async function race(tab, site) {
  await open(tab, site, 'chapter05/dot_unsynced.cu');
  const status = await run(tab), lines = await reportedLines(tab);
  expect(/error.* reported/.test(status), `dot_unsynced: ${status}`);
  expect(/race on shared memory/.test(await tab.textOf('.report h2')), `dot_unsynced: the report is ${await tab.textOf('.report h2')}`);
  expect(/^line \d+/.test(lines), `dot_unsynced: the report names the lines ${lines}`);
  expect(await isMarked(tab), 'dot_unsynced: there is no mark in the margin');
  await picture(tab, 'race');
  await launch(tab);
  await picture(tab, 'launch');
}

async function launch(tab) {
  await tab.click('#tab-launch');
  const title = "(document.querySelector('#launch iframe')?.contentDocument?.getElementById('title')?.textContent ?? '')";
  await tab.until(`${title}.startsWith('dot_unsynced: ')`).catch(error => expect(false, `the page of the launch does not open: ${error.message}`));
}

// The report's own proposal, by its button.
async function edit(tab) {
  await tab.click('#tab-reports');
  await tab.click('.report .remedy');
  const status = await run(tab);
  expect(/^No errors reported; exit status 0/.test(status), `dot_unsynced with the proposed change: ${status}`);
  expect(await marks(tab) === 0, 'dot_unsynced with the proposed change: a mark is left');
  await picture(tab, 'without-the-race');
  const kept = () => tab.evaluate("localStorage.getItem('playground:chapter05/dot_unsynced.cu')"), before = await kept();
  expect(before?.includes('__syncthreads();'), 'the change is not kept');
  await tab.click('#reset');
  await answer(tab);
  await tab.until("localStorage.getItem('playground:chapter05/dot_unsynced.cu') === null").catch(() => expect(false, 'the change is kept after it was undone'));
  await tab.key('.cm-content', 'z');
  expect(await kept() === before, 'Ctrl+Z does not bring the change back');
  await tab.click('#reset');
  await answer(tab);
}

const textOfSource = tab => tab.evaluate("document.querySelector('.cm-content').innerText");

async function compileError(tab, site) {
  await open(tab, site, 'chapter05/dot.cu');
  await tab.type('.cm-content', '#include <stdio.h>\n\n__global__ void set(int *p)\n{\n    p[0] = q;\n}\n\nint main() { return 0; }\n');
  const status = await run(tab);
  expect(status === 'It does not compile: 1 error.', `an undeclared name: ${status}`);
  expect(await reportedLines(tab) === 'line 5', `an undeclared name is reported at ${await reportedLines(tab)}`);
  expect(/undeclared.*'q'/.test(await tab.textOf('.report h2')), `an undeclared name: ${await tab.textOf('.report h2')}`);
  expect(await marks(tab) === 1, 'an undeclared name has no mark');
  await picture(tab, 'compile-error');
}

async function withoutEnd(tab) {
  await tab.type('.cm-content', ENDLESS);
  await tab.click('#run');
  await tab.until("document.getElementById('output').textContent.includes('begins')", 300);
  await tab.click('#stop');
  await tab.until(IDLE);
  expect(await tab.textOf('#status') === 'Stopped.', `after Stop: ${await tab.textOf('#status')}`);
  const one = "document.getElementById('status').textContent";
  await tab.type('.cm-content', '#include <stdio.h>\nint main()\n{\n    for (;;)\n        printf("on and on\\n");\n}\n');
  expect(/^Stopped: the program printed more than 1 MB\.$/.test(await run(tab)), `output without end: ${await tab.evaluate(one)}`);
  await tab.type('.cm-content', '#include <stdlib.h>\n#include <string.h>\nint main()\n{\n    for (;;)\n        memset(malloc(1 << 24), 1, 1 << 24);\n}\n');
  const status = await run(tab);
  expect(/^(Stopped: |The program broke off;)/.test(status) && !status.includes('\n'), `memory without end: ${status}`);
  await tab.type('.cm-content', 'int main() { return 7; }\n');
  expect(/exit status 7/.test(await run(tab)), `after all that: ${await tab.evaluate(one)}`);
}

async function divergence(tab, site) {
  await open(tab, site, 'cpu_device/tests/planted/barrier_break.cu');
  await run(tab);
  expect((await reportedLines(tab)).split(',').sort().join() === 'line 21,line 31', `the threads of a divergent barrier wait at ${await reportedLines(tab)}`);
  expect(await marks(tab) === 2, `a divergent barrier has ${await marks(tab)} marks`);
  await open(tab, site, 'cpu_device/tests/planted/barrier_early_return.cu');
  const warned = await run(tab);
  expect(/^No errors reported, but 1 warning; exit status 0/.test(warned), `a barrier that threads have left: ${warned}`);
}

async function bitmap(tab, site) {
  await open(tab, site, 'chapter05/shared_bitmap.cu');
  const status = await run(tab);
  expect(/^No errors reported; exit status 0/.test(status), `shared_bitmap: ${status}`);
  const colours = await tab.evaluate(`(() => { const canvas = document.querySelector('#picture canvas');
    if (!canvas) return 0; const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size; })()`);
  expect(colours > 10, `shared_bitmap: a picture with ${colours} colours`);
  await picture(tab, 'picture');
}

async function exercise(tab, site) {
  await open(tab, site, 'exercises/add.cu');
  expect(/each thread adds one pair/.test(await tab.textOf('#task')), `the task of add is ${await tab.textOf('#task')}`);
  await tab.click('#hint');
  await tab.click('#hint');
  expect(await tab.evaluate("document.querySelectorAll('#task li').length") === 2, 'two hints do not show');
  await accessible(tab, 'a task');
  await picture(tab, 'task');
  const status = await run(tab);
  expect(/^Not passed: a wrong result/.test(status), `the exercise before it is solved: ${status}`);
  const why = await tab.textOf('#reports:not([hidden])');
  expect(/c\[0\] is not written/.test(why) && !/See Output/.test(why), `the exercise before it is solved: the reports are ${why}`);
  await accessible(tab, 'an exercise that is not passed');
  await picture(tab, 'exercise');
  const solved = fs.readdirSync(path.join(root, 'tests/exercises/right')).find(name => /^add[._]/.test(name));
  await tab.type('.cm-content', source(`tests/exercises/right/${solved}`));
  expect(/^Passed: \d+ cases, each with 5 orders of the warps;/.test(await run(tab)), `the exercise, solved: ${await tab.textOf('#status')}`);
}

// A program of the user's own, with a header beside it; it stays after a reload; its link opens in another browser.
const RACE = `#include "sizes.h"

__global__ void shift(int *a)
{
    a[threadIdx.x] = a[threadIdx.x + 1];
}

int main()
{
    int *a;
    cudaMalloc(&a, (SIZE + 1) * sizeof *a);
    cudaMemset(a, 0, (SIZE + 1) * sizeof *a);
    shift<<<1, SIZE>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
`;

async function ownProgram(tab, site) {
  await open(tab, site, 'chapter05/dot.cu');
  await tab.click('#new');
  await answer(tab, 'no/name');
  expect(await tab.textOf('#objection') !== '', 'a name with a slash is accepted');
  await answer(tab, 'shift');
  await shows(tab, 'shift.cu');
  expect(/^No errors reported; exit status 0/.test(await run(tab)), `a new program: ${await tab.textOf('#status')}`);
  await tab.click('#add');
  await answer(tab, 'sizes');
  await tab.until("!document.getElementById('files').hidden");
  await tab.type('.cm-content', 'const int SIZE = 128;\n');
  await tab.click('#files button');
  await tab.type('.cm-content', RACE);
  await tab.key('.cm-content', 'Enter'); // Ctrl+Enter
  await tab.until(`${IDLE} && document.getElementById('status').textContent.startsWith('1 ')`, 300).catch(() => {});
  expect(/^1 error reported;/.test(await tab.textOf('#status')), `the own program: ${await tab.textOf('#status')}`);
  expect(await reportedLines(tab) === 'line 5', `the own program is reported at ${await reportedLines(tab)}`);
  await accessible(tab, 'an own program');
  await picture(tab, 'own-program');
  await tab.go('about:blank');
  await tab.go(`${site.url}/index.html#program=mine/shift.cu`);
  await shows(tab, 'shift.cu');
  expect((await textOfSource(tab)).includes('shift<<<'), 'the own program is gone after a reload');
  expect(await tab.evaluate("document.querySelectorAll('#files button').length") === 2, 'the header is gone after a reload');
  await tab.until(IDLE, 300);
  await inAnotherBrowser(await linkOf(tab));
  await tab.type('.cm-content', Array.from({ length: 70000 }, (none, i) => Math.floor(36 * Math.abs(Math.sin(i * i))).toString(36)).join(''));
  expect((await linkOf(tab)).length > 30000, 'a text that does not compress makes a short link');
  expect(/letters: some programs cut off/.test(await tab.textOf('#status')), `of a long link the page says ${await tab.textOf('#status')}`);
}

async function linkOf(tab) {
  await tab.perform("delete window.copied; navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
  await tab.click('#link');
  await tab.until('window.copied');
  return tab.evaluate('window.copied');
}

async function inAnotherBrowser(link) {
  const other = await start(kind);
  try {
    const tab = await other.open(1280, 800);
    await tab.go(link);
    await tab.until(IDLE, 300);
    await shows(tab, 'shift.cu');
    expect(/^1 error reported;/.test(await run(tab)), `the program of a link: ${await tab.textOf('#status')}`);
    await tab.go('about:blank');
    await tab.go(link.replace(/#code=./, '#code=!'));
    await tab.until("/damaged/.test(document.getElementById('status').textContent)").catch(() => expect(false, 'a damaged link is not called so'));
  } finally {
    await other.close();
  }
}

async function options(tab, site) {
  await open(tab, site, 'chapter05/dot.cu');
  await tab.click('#new');
  await answer(tab, 'options');
  await shows(tab, 'options.cu');
  await tab.type('.cm-content', '#include <stdio.h>\nint main(int argc, char **argv)\n{\n    int read = 0;\n    scanf("%d", &read);\n    printf("%ld %d %s %d\\n", __cplusplus, N, argv[argc - 1], read);\n    return 0;\n}\n');
  const set = (name, value) => tab.perform(`const field = document.querySelector('#options [name=${name}]'); field.value = '${value}'; field.dispatchEvent(new Event('input', { bubbles: true }));`);
  await set('standard', '20');
  await set('defines', 'N=5');
  await set('arguments', '--much 7');
  await set('input', '42');
  await set('runs', '2');
  await run(tab);
  expect(/^202002 5 7 42$/m.test(await tab.textOf('#output pre')), `with options: ${await tab.textOf('#status')} ${await tab.textOf('#output pre')}`);
  expect(/order 1;/.test(await tab.textOf('#status')), `the second of two runs: ${await tab.textOf('#status')}`);
  await tab.click('#show-options');
  await accessible(tab, 'the options');
  await picture(tab, 'options');
  await tab.click('#show-options');
  await tab.click('#delete');
  await answer(tab);
  await shows(tab, 'dot_unsynced.cu');
  expect(await tab.evaluate("localStorage.getItem('playground:mine/options.cu')") === null, 'a deleted program is kept');
}

async function searching(tab) {
  await tab.click('#program');
  const found = () => tab.evaluate("[...document.querySelectorAll('#list b')].map(b => b.textContent)");
  const all = await found();
  for (const name of fs.readdirSync(path.join(root, 'chapter05')).filter(file => file.endsWith('.cu')))
    expect(all.includes(name), `${name} is not offered`);
  await tab.type('#search', 'columns coalesced');
  expect((await found()).join() === 'column_sums.cu', `"columns coalesced" finds ${await found()}`);
  await accessible(tab, 'the list of programs');
  await picture(tab, 'search');
  await tab.evaluate("document.querySelector('#list a').click()");
  await shows(tab, 'column_sums.cu');
}

async function inChinese(first, site, browser) {
  const tab = await browser.open(1280, 800);
  await tab.speak('zh-CN');
  await open(tab, site, 'chapter05/dot_unsynced.cu');
  expect(await tab.textOf('#run') === '▶ 运行', `in Chinese, Run is ${await tab.textOf('#run')}`);
  expect(/^报告了 1 个错误；退出状态 1/.test(await run(tab)), `in Chinese: ${await tab.textOf('#status')}`);
  expect(/^错误：共享内存上的数据竞争$/.test(await tab.textOf('.report h2')), `in Chinese, a report: ${await tab.textOf('.report h2')}`);
  await accessible(tab, 'Chinese');
  await tab.darken();
  await accessible(tab, 'Chinese, dark');
  await picture(tab, 'chinese');
  await tab.evaluate("location.hash = 'program=exercises/add.cu'");
  await shows(tab, 'add.cu');
  expect(/每个线程把一对元素相加/.test(await tab.textOf('#task')), `in Chinese, a task: ${await tab.textOf('#task')}`);
  await accessible(tab, 'a task in Chinese, dark');
  expect(/^正确：/.test(await run(tab)), `in Chinese, the solved exercise: ${await tab.textOf('#status')}`);
  await tab.click('#language');
  expect(await tab.textOf('#run') === '▶ Run', `after the switch, Run is ${await tab.textOf('#run')}`);
  await tab.evaluate("localStorage.removeItem('language')");
  await tab.speak('en');
  await tab.close();
}

async function secondVisit(tab, site) {
  await tab.bringToFront(); // a page in the background answers no question
  const before = site.asked.length;
  await open(tab, site, 'chapter05/dot.cu');
  const again = site.asked.slice(before).filter(name => name.endsWith('.packed'));
  expect(again.length === 0, `the second visit has loaded ${again}`);
  await tab.until('navigator.serviceWorker.controller !== null');
  await site.close();
  await open(tab, site, 'chapter05/dot.cu');
  await tab.click('#reset');
  await answer(tab);
  await tab.until("localStorage.getItem('playground:chapter05/dot.cu') === null");
  expect(/^No errors reported; exit status 0/.test(await run(tab)), `without a network: ${await tab.textOf('#status')}`);
  await new Promise(later => setTimeout(later, 12000)); // until the page ends the idle compiler
  await tab.type('.cm-content', '#include <stdio.h>\n\nint main()\n{\n    puts("again");\n}\n');
  expect(/^No errors reported; exit status 0/.test(await run(tab)), `after a rest: ${await tab.textOf('#status')}`);
}

// A browser runs no module of a file.
async function fromFile(first, site, browser) {
  const tab = await browser.open(1280, 800), file = pathToFileURL(path.join(playground, 'index.html')).href;
  await tab.go(file);
  await tab.until("/type .*--serve/.test(document.getElementById('status').textContent)");
  expect(await tab.evaluate("[...document.querySelectorAll('button')].every(b => !b.offsetParent)"), 'as a file the page has buttons, which do nothing');
  await tab.speak('zh-CN');
  await tab.go('about:blank');
  await tab.go(file);
  await tab.until("/请.*--serve/.test(document.getElementById('status').textContent)");
  await picture(tab, 'from-a-file');
  await tab.speak('en');
  await tab.close();
}

async function phone(first, site, browser) {
  const tab = await browser.open(390, 844);
  await open(tab, site, 'chapter05/dot_unsynced.cu');
  await run(tab);
  const width = await tab.evaluate('document.documentElement.scrollWidth');
  expect(width <= 390, `on a phone the page is ${width} pixels wide`);
  const small = await tab.evaluate("[...document.querySelectorAll('button')].filter(b => b.offsetParent && b.getBoundingClientRect().height < 30).map(b => b.textContent).join()");
  expect(small === '', `on a phone these buttons are too small: ${small}`);
  await picture(tab, 'phone');
  await accessible(tab, 'a phone');
  await tab.darken();
  await accessible(tab, 'dark');
  await picture(tab, 'dark');
}

// WebKit can only be visited.
const steps = [firstVisit, race, edit, compileError, withoutEnd, divergence, bitmap, exercise, ownProgram, options, searching];
const visited = kind === 'webkit' ? [firstVisit, race] : [...steps, inChinese, fromFile, phone, secondVisit];
const site = await serve(playground), browser = await start(kind);
try {
  const tab = await browser.open(1280, 800);
  for (const step of visited.filter(({ name }) => only.length === 0 || only.includes(name))) {
    await step(tab, site, browser).catch(async error => {
      expect(false, `${step.name}: ${error.message}; the page says: ${await tab.textOf('#status')}`);
      await picture(tab, `failed-${step.name}`);
    });
    console.log(`${step.name}: visited`);
  }
  if (kind !== 'webkit') {
    const foreign = (await browser.asked()).filter(url => !url.startsWith(site.url) && !/^(data|blob|about|file):/.test(url));
    expect(foreign.length === 0, `it asks other hosts: ${foreign.join()}`);
    // But for those of the visit without a network, and of the page as a file.
    const problems = (await browser.problems()).filter(text => !/ERR_CONNECTION_REFUSED|file:\/\//.test(text));
    expect(problems.length === 0, `errors in the console: ${problems.join('; ')}`);
  }
} finally {
  await browser.close();
  await site.close().catch(() => {});
}
process.exit(failed);
