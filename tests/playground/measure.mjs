// SPDX-License-Identifier: MIT
// node measure.mjs PLAYGROUND PROGRAM: figures of the playground, for docs/results/playground.txt: a first visit over 20 Mbit/s,
// the first and the second run of the program, and a second visit, once with the processor as it is, and once slowed 4 times:
// of 40 milliseconds the browser's processes then get 10. Seconds by the clock, and of the processor in all processes of the
// browser. A machine that does other things at the same time makes only the first kind longer. Then the memory of the page's
// process (resident, in MB): after each step, and when the page has had nothing to do for a while. The browser's own throttling
// (Emulation.setCPUThrottlingRate) is not used: it slows down the page, but not its workers, which do the work.
import fs from 'node:fs';
import os from 'node:os';
import { Browser, Tab, serve } from './browser.mjs';

const [playground, program = 'chapter05/dot.cu'] = process.argv.slice(2);
const IDLE = "document.body.dataset.ready === 'yes' && !document.getElementById('run').hidden";
const TICKS = 100; // a second, in /proc
const REST = 25000; // milliseconds: longer than the page keeps an idle compiler

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

// The memory of the process that has the page and its workers: of all renderers, the largest.
function memory(pid) {
  const sizes = family(pid).map(entry => {
    try {
      const isRenderer = fs.readFileSync(`/proc/${entry.pid}/cmdline`, 'utf8').includes('--type=renderer');
      return isRenderer ? Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${entry.pid}/status`, 'utf8'))?.[1] ?? 0) : 0;
    } catch {
      return 0; // it has ended meanwhile
    }
  });
  return Math.round(Math.max(...sizes) * 1024 / 1e6);
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

async function measure(times) {
  const site = await serve(playground, 20e6 / 8), browser = new Browser();
  let stop = async () => {};
  try {
    const tab = await Tab.open(browser, 1280, 800);
    if (times > 1)
      stop = slow(browser.pid);
    const figure = async (what, act) => {
      const clock = Date.now(), used = processor(browser.pid);
      await act();
      console.log([what, `1/${times}`, ((Date.now() - clock) / 1000).toFixed(1), (processor(browser.pid) - used).toFixed(1), memory(browser.pid)].join(','));
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
    const rest = () => new Promise(later => setTimeout(later, REST));
    await figure('first visit', visit);
    await figure('first visit: after a rest', rest);
    await figure('first run', run);
    await figure('second run', run);
    await figure('second run: after a rest', rest);
    await figure('run after a rest', run);
    const times2 = await tab.evaluate('JSON.stringify(window.playgroundTimes)');
    for (const [what, seconds] of Object.entries(JSON.parse(times2)))
      console.log([`second run: ${what}`, `1/${times}`, seconds.toFixed(1), '', ''].join(','));
    await figure('second visit', visit);
    await figure('first run of the second visit', run);
  } finally {
    await stop();
    await browser.close();
    await site.close();
  }
}

console.log(`# ${program}; ${os.cpus().length} cores, ${os.cpus()[0].model}; load ${os.loadavg()[0].toFixed(1)}`);
console.log('what,processor,seconds,processor seconds,MB');
await measure(1);
await measure(4);
