// SPDX-License-Identifier: MIT
// node measure.mjs PLAYGROUND [BROWSER...]: figures of the playground, for docs/results/playground.txt, in chromium and firefox,
// or those named: a first visit over 20 Mbit/s, the first run of a program, which the page has compiled ahead, runs of the
// changed program, and a second visit with a run as soon as it is possible; once with the processor as it is, and once slowed
// 4 times: of 40 milliseconds the browser's processes then get 10. In the repository's root,
//
//     bench/record.sh playground node tests/playground/measure.mjs build/playground
//
// Seconds by the clock, and of the processor in all processes of the browser: a machine that does other things at the same time
// makes only the first kind longer. Then the memory of all processes of the browser together, in MB, what they share counted
// once (Pss in /proc): at the end of the step, and the most that it was in between, looked at twice a second. The first line is
// that of an empty page. The browsers' own throttling (Emulation.setCPUThrottlingRate) is not used: it slows down the page,
// but not its workers, which do the work.
import fs from 'node:fs';
import os from 'node:os';
import { serve } from './browser.mjs';
import { start } from './webdriver.mjs';

const [playground, ...named] = process.argv.slice(2), program = 'chapter05/dot.cu';
const IDLE = "document.body.dataset.ready === 'yes' && !document.getElementById('run').hidden";
const TICKS = 100; // a second, in /proc
const REST = 15000; // milliseconds: longer than the page keeps an idle compiler

// The numbers of a process and of all that it has started.
function family(pid) {
  const all = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(name => {
    try {
      const fields = fs.readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
      return { pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
    } catch {
      return null; // it has ended meanwhile
    }
  }).filter(entry => entry !== null);
  const mine = all.filter(entry => entry.pid === pid);
  for (const entry of mine)
    mine.push(...all.filter(other => other.parent === entry.pid));
  return mine;
}

function memory(pid) {
  const sizes = family(pid).map(entry => {
    try {
      return Number(/^Pss: +(\d+) kB/m.exec(fs.readFileSync(`/proc/${entry.pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // it has ended meanwhile
    }
  });
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) * 1024 / 1e6);
}

const processor = pid => family(pid).reduce((sum, entry) => sum + entry.ticks, 0) / TICKS;

function send(pid, signal) {
  for (const entry of family(pid)) {
    try {
      process.kill(entry.pid, signal);
    } catch { /* it has ended */ }
  }
}

// Lets the processes run for a quarter of the time, until the returned function is called.
function slow(pid) {
  let mayGoOn = true;
  const turn = async () => {
    while (mayGoOn) {
      send(pid, 'SIGSTOP');
      await new Promise(later => setTimeout(later, 30));
      send(pid, 'SIGCONT');
      await new Promise(later => setTimeout(later, 10));
    }
  };
  const ended = turn();
  return async () => {
    mayGoOn = false;
    await ended;
  };
}

async function measure(kind, times) {
  const site = await serve(playground, 20e6 / 8), browser = await start(kind);
  let stop = async () => {};
  try {
    const tab = await browser.open(1280, 800);
    if (times > 1)
      stop = slow(browser.pid);
    const figure = async (what, act) => {
      const clock = Date.now(), used = processor(browser.pid);
      let most = 0;
      const timer = setInterval(() => { most = Math.max(most, memory(browser.pid)); }, 500);
      await act().finally(() => clearInterval(timer));
      const seconds = (Date.now() - clock) / 1000, now = memory(browser.pid);
      console.log([kind, what, `1/${times}`, seconds.toFixed(1), (processor(browser.pid) - used).toFixed(1), now, Math.max(now, most)].join(','));
    };
    const visit = async () => {
      await tab.go('about:blank');
      await tab.go(`${site.url}/index.html#program=${program}`);
      await tab.until(IDLE, 900);
    };
    const run = async () => {
      await tab.click('#run');
      await tab.until("!document.getElementById('stop').hidden", 5).catch(() => {});
      await tab.until(IDLE, 900);
    };
    const change = word => tab.type('.cm-content', `${fs.readFileSync(program)}\n// changed ${word}\n`);
    const pause = time => new Promise(later => setTimeout(later, time));
    const rest = async () => {
      for (let used = -Infinity, now = 0; now - used > 0.3; await pause(5000)) // it still does something
        [used, now] = [now, processor(browser.pid)];
      await pause(REST);
    };
    await figure('empty page', () => pause(3000));
    await figure('first visit', visit);
    await figure('first visit: after a rest', rest);
    await figure('first run', run);
    await change('once');
    await figure('run after a change', run);
    await figure('run after a change: after a rest', rest);
    await change('twice');
    await figure('run after a rest and a change', run);
    const steps = await tab.evaluate('JSON.stringify(window.playgroundTimes)');
    for (const [what, seconds] of Object.entries(JSON.parse(steps)))
      console.log([kind, `run after a rest and a change: ${what}`, `1/${times}`, seconds.toFixed(1), '', '', ''].join(','));
    await figure('second visit', visit);
    await figure('run at once', run);
  } finally {
    await stop();
    await browser.close();
    await site.close();
  }
}

console.log(`# ${program}; ${os.cpus().length} cores, ${os.cpus()[0].model}; load ${os.loadavg()[0].toFixed(1)}`);
console.log('browser,what,processor,seconds,processor seconds,MB,most MB');
for (const kind of named.length > 0 ? named : ['chromium', 'firefox']) {
  await measure(kind, 1);
  await measure(kind, 4);
}
