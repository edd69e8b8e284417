// SPDX-License-Identifier: MIT
// node page.mjs ROOT PLAYGROUND [PICTURES]: visits the playground as a new user does, in a browser without a window: the first
// visit, a race, the change that removes it, errors, Stop, programs without end, a picture, an exercise, and a visit without a
// network. Prints what is wrong. PICTURES is a folder for screenshots.
import fs from 'node:fs';
import path from 'node:path';
import { Browser, Tab, serve } from './browser.mjs';

const [root, playground, pictures] = process.argv.slice(2);
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

async function run(tab, seconds = 300) {
  await tab.click('#run');
  await tab.until(IDLE, seconds);
  return tab.textOf('#status');
}

const marks = tab => tab.evaluate("document.querySelectorAll('.cm-lint-marker-error').length");
const reportedLines = tab => tab.evaluate("[...document.querySelectorAll('.report .line')].map(b => b.textContent).join()");
const picture = (tab, name) => pictures ? tab.picture(path.join(pictures, `${name}.png`)) : undefined;

// --- what is tested, in this order ---

async function firstVisit(tab, site) {
  await tab.go(`${site.url}/index.html`);
  await tab.until("/of [\\d.]+ MB/.test(document.getElementById('progress-text').textContent)", 60);
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
  expect(await marks(tab) > 0, 'dot_unsynced: there is no mark in the margin');
  await picture(tab, 'race');
  await tab.click('#tab-launch');
  const title = "document.querySelector('#launch iframe')?.contentDocument?.getElementById('title')?.textContent ?? ''";
  await tab.until(`${title}.includes('dot')`, 30).catch(error => expect(false, `the page of the launch does not open: ${error.message}`));
  await picture(tab, 'launch');
}

// The report's own proposal, by its button.
async function edit(tab) {
  await tab.click('#tab-reports');
  await tab.click('.report .remedy');
  const status = await run(tab);
  expect(/^No errors reported; exit status 0/.test(status), `dot_unsynced with the proposed change: ${status}`);
  expect(await marks(tab) === 0, 'dot_unsynced with the proposed change: a mark is left');
  await picture(tab, 'without-the-race');
  await tab.click('#reset');
  expect((await tab.evaluate("localStorage.length")) === 0, 'the change is kept after it was undone');
}

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
  const began = Date.now();
  await tab.click('#stop');
  await tab.until(IDLE, 30);
  expect(Date.now() - began < 5000, `Stop takes ${Date.now() - began} ms`);
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
  const status = await run(tab);
  expect(!/^No errors reported; exit status 0/.test(status), `the exercise passes before it is solved: ${status}`);
  await picture(tab, 'exercise');
  const solved = fs.readdirSync(path.join(root, 'tests/exercises/right')).find(name => /^add[._]/.test(name));
  await tab.type('.cm-content', source(`tests/exercises/right/${solved}`));
  expect(/^Passed: \d+ cases, each with 5 orders of the warps;/.test(await run(tab)), `the exercise, solved: ${await tab.textOf('#status')}`);
  expect(/right: \d+ cases/.test(await tab.textOf('#output pre')), `the exercise, solved, prints ${await tab.textOf('#output pre')}`);
}

async function secondVisit(tab, site) {
  const before = site.asked.length;
  await open(tab, site, 'chapter05/dot.cu');
  const again = site.asked.slice(before).filter(name => name.endsWith('.packed'));
  expect(again.length === 0, `the second visit has loaded ${again}`);
  await tab.until('navigator.serviceWorker.controller !== null', 30);
  await site.close();
  await open(tab, site, 'chapter05/dot.cu');
  await tab.click('#reset');
  expect(/^No errors reported; exit status 0/.test(await run(tab)), `without a network: ${await tab.textOf('#status')}`);
}

async function phone(browser, site) {
  const tab = await Tab.open(browser, 390, 844);
  await open(tab, site, 'chapter05/dot_unsynced.cu');
  await run(tab);
  const width = await tab.evaluate('document.documentElement.scrollWidth');
  expect(width <= 390, `on a phone the page is ${width} pixels wide`);
  const small = await tab.evaluate("[...document.querySelectorAll('button')].filter(b => b.offsetParent && b.getBoundingClientRect().height < 30).map(b => b.textContent).join()");
  expect(small === '', `on a phone these buttons are too small: ${small}`);
  await picture(tab, 'phone');
  expect(tab.problems.length === 0, `on a phone: ${tab.problems.join('; ')}`);
}

const site = await serve(playground), browser = new Browser();
try {
  const tab = await Tab.open(browser, 1280, 800), urls = new Set();
  browser.listen(({ method, params }) => method === 'Network.requestWillBeSent' && urls.add(params.request.url));
  for (const step of [firstVisit, race, edit, compileError, withoutEnd, bitmap, exercise]) {
    await step(tab, site).catch(async error => {
      expect(false, `${step.name}: ${error.message}; the page says: ${await tab.textOf('#status')}`);
      await picture(tab, `failed-${step.name}`);
    });
    console.log(`${step.name}: visited`);
  }
  await phone(browser, site);
  await secondVisit(tab, site).catch(error => expect(false, `secondVisit: ${error.message}`));
  const foreign = [...urls].filter(url => !url.startsWith(site.url) && !/^(data|blob|about):/.test(url));
  expect(foreign.length === 0, `it asks other hosts: ${foreign.join()}`);
  const problems = tab.problems.filter(text => !/ERR_CONNECTION_REFUSED/.test(text)); // the visit without a network
  expect(problems.length === 0, `errors in the console: ${problems.join('; ')}`);
} finally {
  await browser.close();
  await site.close().catch(() => {});
}
process.exit(failed);
