// SPDX-License-Identifier: MIT
// true.js PAGE.html...: each page opens at what its report says, and each of its sentences is true of the events in it; and
// whatever the order, no result of the fixed version is said to be wrong.
// Beside PAGE.html lies PAGE.json, the reports of the same run. The page's own functions make the sentences; what is true
// is found here, from the JSON alone. Prints "ok NAME", or "FAILED NAME: why" for each.
'use strict';
const fs = require('fs'), path = require('path'), vm = require('vm');

const sorted = numbers => numbers.map(Number).sort((a, b) => a - b).join();
const orders = ['turn()', 'last()', 'random(1)', 'random(2)'];
const LOAD = 0, STORE = 1, ATOMIC = 2, WAITS = 3, BLOCK_MEETS = 4, FENCE = 6, BARRIER = 100, BARRIERS_OF_BLOCKS = [105, 106], most_steps = 1500;

function openPage(text) {
  const scripts = [...text.matchAll(/<script>\n([\s\S]*?)\n<\/script>/g)].map(s => s[1].replace(/^'use strict';$/m, ''));
  const json = JSON.parse(text.match(/<script type="application\/json" id="trace">\n([\s\S]*?)\n<\/script>/)[1]);
  const page = vm.createContext({ console, json });
  for (const script of scripts)
    vm.runInContext(script, page);
  vm.runInContext(`
    const run = json.any ? readRun(json) : null, fixed = run && json.fixed ? readRun(json.fixed) : null;
    const races = run ? findRaces(run, fixed) : [], steps = run ? recordedSchedule(run).steps : [];
    const tell = run ? new Teller(run, WORDS.en) : null;
    const opened = { json, run, races, steps, show, stories: races.map(r => tell.story(r, false)), tell,
      changes, WORDS: WORDS.en, fixedOrders: fixed && isWhole(fixed) ? [${orders.map(o => `POLICIES.${o}`)}].map(p => judge(fixed, replayed(fixed, p), fixed)) : [],
      nameOf: name => new Teller(fixed, WORDS.en).elementName(fixed.memory[name.split(':')[0]], Number(name.split(':')[1])) };`, page);
  return vm.runInContext('opened', page);
}

// The events once more, read here.
class Events {
  constructor(json) {
    const values = json.values.split(' ');
    this.json = json;
    this.twoBlocks = json.blocks[0] !== json.blocks[1];
    this.all = [];
    for (let i = 0, v = 0; i < json.events.length; i += 7) {
      const [what, thread, place, memory, offset, size, flags] = json.events.slice(i, i + 7);
      const e = { n: this.all.length, what, thread, line: json.places[place][1], memory, offset, size, block: this.twoBlocks ? flags & 1 : 0, refused: (flags & 2) !== 0, isVolatile: (flags & 4) !== 0 };
      if (what <= ATOMIC) {
        const parts = values[v++].split(':');
        e.value = parts[parts.length - 1] === '-' ? null : BigInt('0x' + parts[parts.length - 1]);
        e.old = parts.length > 1 ? BigInt('0x' + parts[0]) : null;
      }
      this.all.push(e);
    }
  }
  writes(e) {
    return (e.what === STORE || e.what === ATOMIC) && !e.refused;
  }
  // The last write to a byte before event n; undefined: none.
  lastWrite(memory, byte, n) {
    for (let i = n - 1; i >= 0; --i) {
      const e = this.all[i];
      if (this.writes(e) && e.memory === memory && byte >= e.offset && byte < e.offset + e.size)
        return e;
    }
    return undefined;
  }
  byteOf(value, at) {
    return Number(value >> BigInt(8 * at) & 255n);
  }
  // The bytes before event n, as far as the events show them; null: they do not.
  bytesBefore(memory, offset, size, n) {
    let value = 0n;
    for (let b = 0; b < size; ++b) {
      const last = this.lastWrite(memory, offset + b, n);
      let byte = last ? this.byteOf(last.value, offset + b - last.offset) : null;
      for (let i = 0; byte === null && i < this.all.length && !(this.writes(this.all[i]) && this.all[i].what === STORE && this.covers(this.all[i], memory, offset + b)); ++i)
        if (this.covers(this.all[i], memory, offset + b) && this.all[i].what <= ATOMIC && !this.all[i].refused)
          byte = this.byteOf(this.all[i].what === ATOMIC ? this.all[i].old : this.all[i].value, offset + b - this.all[i].offset);
      if (byte === null)
        return null;
      value |= BigInt(byte) << BigInt(8 * b);
    }
    return value;
  }
  covers(e, memory, byte) {
    return e.what <= ATOMIC && e.memory === memory && byte >= e.offset && byte < e.offset + e.size;
  }
}

class Check {
  constructor(page, reports) {
    Object.assign(this, page);
    this.events = new Events(page.json);
    this.all = this.events.all;
    this.reports = reports;
    this.problems = [];
  }
  expect(is, why) {
    if (!is)
      this.problems.push(why);
  }
  // "thread 5 of block 3", or "thread 5" of the only block
  isThread(e, thread, block) {
    return e.thread === Number(thread) && (this.events.twoBlocks ? String(this.json.blocks[e.block]) === block : block === undefined);
  }
  // The places in memory that a name may mean: [memory, first byte, size].
  named(name) {
    const found = name.match(/^(.*?)((?:\[\d+\])*)(?: of block (\d+))?$/), index = [...found[2].matchAll(/\d+/g)].map(Number);
    return this.run.memory.flatMap((m, i) => {
      const at = index.length === 2 && m.columns ? index[0] * m.columns + index[1] : index.length === 1 && !m.columns ? index[0] : index.length === 0 ? 0 : -1;
      if (m.ofPeer !== (found[3] !== undefined) || (m.ofPeer && String(m.block) !== found[3]))
        return [];
      const whole = m.short === name.replace(/ of block \d+$/, '') ? [[i, 0, m.element]] : [];
      return m.short === found[1] && at >= 0 ? [[i, at * m.element, m.element], ...whole] : whole;
    });
  }
  is(e, name) {
    return this.named(name).some(([memory, first, size]) => e.memory === memory && e.offset < first + size && first < e.offset + e.size);
  }
  shown(e, value) {
    const m = this.run.memory[e.memory];
    return value === null ? '≠' : this.show(BigInt.asUintN(m.element * 8, value), m);
  }
  // What an access read or wrote of the element of that name.
  shownAt(e, name) {
    const [, first] = this.named(name).find(([memory, at, size]) => e.memory === memory && e.offset < at + size && at < e.offset + e.size);
    return this.shown(e, e.value === null ? null : e.value >> BigInt(8 * Math.max(0, first - e.offset)));
  }
  // The accesses that a part of a sentence is about.
  accesses(thread, block, what, name, line, value) {
    return this.all.filter(e => what.includes(e.what) && this.isThread(e, thread, block) && e.line === Number(line) && this.is(e, name) &&
      (value === undefined || this.shownAt(e, name) === value || (value === this.WORDS.nothingYet && this.nobodyWrote(e))));
  }
  nobodyWrote(e) {
    return this.json.lost === 0 && !this.events.lastWrite(e.memory, e.offset, e.n);
  }

  // --- the story ---

  story(race, items) {
    const x = race.events[0] && this.all[race.events[0].number], y = race.events[1] && this.all[race.events[1].number];
    for (const item of items) {
      if (item.items)
        item.ordered ? this.chain(x, y, item.items) : item.items.forEach(i => this.waiting(i.text));
      else
        this.sentence(item.text, race, x, y);
    }
  }
  sentence(text, race, x, y) {
    const T = '[Tt]hread (\\d+)(?: of block (\\d+))?', rules = [
      [`^${T} read (.+?) in line (\\d+) and got (.+?)\\. Only then did ${T} store (.+?) there, in line (\\d+)\\.$`, (t, b, name, line, value, u, c, stored, uline) => {
        const loads = this.accesses(t, b, [LOAD], name, line, value), stores = this.accesses(u, c, [STORE, ATOMIC], name, uline, stored);
        this.expect(loads.some(l => stores.some(s => l.n < s.n && l === x && s === y)), `no such read before a store: ${text}`);
      }],
      [`^${T} stored (?:(.+?) )?to (.+?) in line (\\d+)\\. Only then did ${T} read it, in line (\\d+), and got (.+?)\\.$`, (t, b, stored, name, line, u, c, uline, value) => {
        const stores = this.accesses(t, b, [STORE, ATOMIC], name, line, stored), loads = this.accesses(u, c, [LOAD], name, uline, value);
        this.expect(stores.some(s => loads.some(l => s.n < l.n && s === x && l === y)), `no such store before a read: ${text}`);
      }],
      [/^(?:It came in the wrong order: with the threads going line by line together, the read gets|Here the read was right\. In the other order, which may happen in another run, it gets) (.+)\.$/, value => {
        const store = x.what === LOAD ? y : x, load = x.what === LOAD ? x : y, size = this.run.memory[load.memory].element;
        const other = x.what === LOAD ? store.value : this.events.bytesBefore(load.memory, load.offset, Math.min(size, load.size), store.n);
        this.expect(other !== null && this.shown(load, other) === value, `the other order gives ${other === null ? 'what the events do not say' : this.shown(load, other)}: ${text}`);
        this.expect(this.shown(load, load.value) !== value, `the other order gives the same: ${text}`);
      }],
      [`^${T} and ${T} both read (.+?) = (.+?) in line (\\d+), and both store: (.+?), then (.+?)\\. The second store overwrites the first, so one of the two updates is lost\\.$`, (t, b, u, c, name, value, line, first, second) => {
        const mine = this.accesses(t, b, [LOAD], name, line, value), others = this.accesses(u, c, [LOAD], name, line, value);
        const stores = (thread, block, stored) => this.all.filter(e => e.what === STORE && this.isThread(e, thread, block) && this.is(e, name) && this.shown(e, e.value) === stored);
        this.expect(mine.some(l => others.some(m => stores(t, b, first).some(s => stores(u, c, second).some(r => l.n < s.n && m.n < s.n && s.n < r.n)))), `no such update: ${text}`);
      }],
      [/^Make the load and the store of line (\d+) one atomic operation/, line => {
        this.expect(race.lost.every(u => this.all[u.store.number].line === Number(line)), `that is not the store's line: ${text}`);
      }],
      [/^No barrier can help, since each thread loads and stores in one line:/, () => {
        const [u] = race.lost;
        this.expect(this.all[u.load.number].line === this.all[u.store.number].line, `the thread loads and stores in two lines: ${text}`);
      }],
      [`^${T} wrote (.+?) to (.+?) in line (\\d+), and ${T} wrote (.+?) there in line (\\d+)\\.$`, (t, b, value, name, line, u, c, other, uline) => {
        const mine = this.accesses(t, b, [STORE, ATOMIC], name, line, value), others = this.accesses(u, c, [STORE, ATOMIC], name, uline, other);
        this.expect(mine.some(s => others.some(r => s.n < r.n)), `no such two stores: ${text}`);
      }],
      [/^Nothing orders the two, so the order can change from run to run\.(?: The barrier in line (\d+) comes before both\.)?(?: The next one, in line (\d+), comes after both\.)?$/, (before, after) => {
        const meets = this.all.filter(e => e.what === BLOCK_MEETS && e.block === x.block);
        const ofBlocks = e => e.what === WAITS && BARRIERS_OF_BLOCKS.includes(e.size) && e.n > x.n && e.n < y.n;
        const passed = x.block === y.block ? meets.some(m => m.n > x.n && m.n < y.n) : [x, y].every(a => this.all.some(e => ofBlocks(e) && e.block === a.block && e.thread === a.thread));
        this.expect(!passed, `a barrier comes between the two: ${text}`);
        const waitsAt = (line, from, to) => this.all.some(e => e.what === WAITS && e.size >= BARRIER && e.block === x.block && e.line === Number(line) && e.n > from && e.n < to);
        const last = meets.filter(m => m.n < x.n).pop(), next = meets.find(m => m.n > y.n);
        this.expect(!before || (last && waitsAt(before, -1, last.n)), `the threads have not passed that barrier: ${text}`);
        this.expect(!after || waitsAt(after, y.n, next ? next.n : Infinity), `no thread comes to that barrier: ${text}`);
      }],
      [/^The report names the lowest threads, (\d+) and (\d+); this pair is of the same race(, and led to a wrong value)?\.$/, (t, u) => {
        this.expect(this.reportsOf(race).some(r => sorted(this.ranks(r)) === sorted([t, u])), `the report names other threads: ${text}`);
      }],
      [`^${T} (reads|writes|updates atomically) (.+?) in line (\\d+)\\.$`, (t, b, verb, name, line) => {
        this.expect(this.accesses(t, b, [{ reads: LOAD, writes: STORE }[verb] ?? ATOMIC], name, line).length > 0, `no such access: ${text}`);
      }],
      [/^(\d+) threads? (?:has|have) exited without coming: (.*)\.$/, (count, names) => {
        const met = this.all.filter(e => e.what === BLOCK_MEETS && e.block === x.block && e.n < x.n).pop(); // the time before, in a loop
        const came = new Set(this.all.filter(e => e.what === WAITS && e.line === x.line && e.n > (met ? met.n : -1)).map(e => e.thread)), all = this.listed(names);
        this.expect(!all || all.every(t => !came.has(t)), `a thread has come: ${text}`);
        this.expect(!all || all.length === Number(count), `that is another number: ${text}`);
      }],
      [/^\d+ threads? waits? in /, () => this.waiting(text)],
      [/^At the end these threads still wait|^What would have to order the two blocks/, () => {}],
    ];
    for (const [pattern, rule] of rules) {
      const found = text.match(pattern);
      if (found) {
        rule(...found.slice(1));
        return;
      }
    }
    this.problems.push(`a sentence without a rule: ${text}`);
  }
  // "0–31, 33"; null: some are left out.
  listed(names) {
    return names.includes('…') ? null : names.split(', ').flatMap(part => {
      const [a, b] = part.split('–').map(Number);
      return Array.from({ length: (b ?? a) - a + 1 }, (_, i) => a + i);
    });
  }
  waiting(text) {
    const found = text.match(/^(\d+) threads? waits? in (.*) at line (\d+): (.*)$/);
    if (!found)
      return this.problems.push(`a wait without a rule: ${text}`);
    const [, count, , line, names] = found, all = this.listed(names);
    const at = this.all.filter(e => e.what === WAITS && e.line === Number(line));
    this.expect(new Set(at.map(e => `${e.block} ${e.thread}`)).size >= Number(count), `fewer threads came there: ${text}`);
    this.expect(!all || all.every(t => at.some(e => e.thread === t)), `a thread never came there: ${text}`);
  }
  chain(x, y, items) {
    const [w, r] = x.what !== LOAD ? [x, y] : [y, x], T = '^Thread (\\d+)(?: of block (\\d+))? ';
    const texts = items.map(i => i.text), of = (pattern, what) => texts.map((text, i) => ({ found: text.match(pattern), i })).filter(o => o.found).map(({ found, i }) => {
      const [, t, b, name, line] = found, all = this.accesses(t, b, what, name, line);
      this.expect(all.length > 0, `no such access: ${texts[i]}`);
      return { i, all };
    });
    const strong = of(`${T}updates or polls (.+) \\(line (\\d+)\\)$`, [LOAD, STORE, ATOMIC]);
    this.expect(of(`${T}writes (.+) \\(line (\\d+)\\)$`, [STORE, ATOMIC]).some(o => o.all.includes(w)), `that is not the write: ${texts[0]}`);
    for (const { all } of strong)
      this.expect(all.some(e => e.what === ATOMIC || e.isVolatile), 'an access of the chain is not strong');
    const fences = (thread, block, from, to) => this.all.some(e => e.what === FENCE && e.size && e.thread === thread && e.block === block && e.n > from && e.n < to);
    for (const [i, text] of texts.entries()) {
      const after = strong.find(o => o.i === i + 1), ahead = strong.find(o => o.i === i - 1), nobody = text.startsWith('no __threadfence()');
      if (!nobody && text !== '__threadfence()')
        continue;
      const next = after && after.all.find(e => e.n > w.n), last = ahead && ahead.all.filter(e => e.n < r.n).pop();
      const has = next ? fences(next.thread, next.block, w.n, next.n) : !!last && fences(last.thread, last.block, last.n, r.n);
      this.expect(has === !nobody, `a fence is there, or not: ${texts.join(' -> ')}`);
    }
    const after = this.all.filter(e => e.block === w.block && e.thread === w.thread && e.n > w.n);
    if (texts.includes(this.WORDS.link_nothing))
      this.expect(!after.some(e => e.what === ATOMIC || e.isVolatile), `there is a strong access: ${texts.join(' -> ')}`);
    if (texts.includes(this.WORDS.link_nothing_read))
      this.expect(!this.all.some(e => e.block === r.block && e.thread === r.thread && e.n < r.n && (e.what === ATOMIC || e.isVolatile)), `there is a strong access: ${texts.join(' -> ')}`);
  }

  // --- where it opens ---

  reportsOf(race) {
    const lines = race.lost ? race.lost.map(u => this.all[u.store.number].line) : race.finding ? race.finding.parties.map(p => this.json.places[p.place][1]) : [this.all[race.events[0].number].line];
    return this.reports.filter(r => (!race.finding || r.id === race.finding.what) && r.accesses &&
      (lines.every(l => r.accesses.some(a => a.line === l)) || r.text.some(t => /^The same at /.test(t) && lines.every(l => new RegExp(`:${l}\\b`).test(t)))));
  }
  ranks(report) {
    const [x, y] = this.json.block;
    return report.accesses.map(a => (a.thread ? a.thread[0] + x * (a.thread[1] + y * a.thread[2]) : -1));
  }
  opensAtReport() {
    const race = this.races[0];
    if (!race) {
      const places = this.json.findings.flatMap(f => f.parties.map(p => this.json.places[p.place][1])); // none of a texture
      this.expect(!this.all.some(e => e.what <= ATOMIC && places.includes(e.line)), 'there is a finding, and the page opens at none');
      return;
    }
    const step = this.steps.findIndex(s => s.events.some(o => o.event === race.events[0]));
    this.expect(step >= 0, 'the access is in no step');
    if (!race.finding)
      return;
    const given = this.reportsOf(race), lines = race.events.map(e => this.all[e.number].line).join(' and ');
    this.expect(given.length > 0, `no report has the lines ${lines}`);
    // one report is of all findings of its two lines, and names the lowest threads
    const threads = race.events.map(e => e.thread), named = r => threads.every(t => this.ranks(r).includes(t)) || this.ranks(r).includes(-1) || r.places > 1;
    if (race.events.length === 1 || race.named)
      this.expect(given.some(named), `threads ${sorted(threads)}: the report names ${given.map(r => sorted(this.ranks(r))).join('; ')}`);
    if (race.finding.parties.length === 1) {
      const e = this.all[race.events[0].number];
      this.expect(race.finding.offset >= e.offset && race.finding.offset < e.offset + e.size, `byte ${race.finding.offset} of the report is not of the access`);
    }
    const cell = this.tell.nameOf(race.events[0]), variable = given.map(r => r.memory && r.memory.variable).find(v => v), m = this.run.memory[race.events[0].memory];
    if (variable && m.shared && /^\w+$/.test(variable))
      this.expect(cell.startsWith(variable), `${cell} is marked, and ${variable} reported`);
  }

  fixedStaysRight() {
    this.fixedOrders.forEach((o, i) => this.expect(o.wrong.length === 0, `the fixed version, ${orders[i]}: ${o.wrong[0] && this.nameOf(o.wrong[0])} is ${o.value}, and not ${o.wanted}`));
  }

  // --- the steps ---

  eachStep() {
    const cells = new Map([...this.run.initial].map(([name, value]) => [name, { value, by: null }])), around = this.races[0] ? this.steps.findIndex(s => s.events.some(o => o.event === this.races[0].events[0])) : 0;
    const last = new Map(); // by memory and byte: the event that wrote it
    for (const [i, step] of this.steps.entries()) {
      for (const o of step.events)
        for (const [name, cell] of this.changes(this.run, o, cells, false))
          cells.set(name, cell);
      const told = i < most_steps / 2 || Math.abs(i - around) < most_steps / 4;
      if (told && step.what <= ATOMIC)
        this.step(this.tell.describe(step, cells), step.events.map(o => this.all[o.event.number]), last);
      for (const o of step.events)
        if (this.events.writes(this.all[o.event.number]))
          for (let b = 0; b < this.all[o.event.number].size; ++b)
            last.set(`${this.all[o.event.number].memory} ${this.all[o.event.number].offset + b}`, this.all[o.event.number]);
    }
  }
  step(text, events, last) {
    const found = text.match(/^(?:Block (\d+), w|W)arp (\d+), threads? ([\d–, …]+) (reads?|writes?|updates? atomically) (.+?)(?: = (.+?))? \(line (\d+)\)(.*)$/);
    if (!found)
      return this.problems.push(`a step without a rule: ${text}`);
    const [, block, warp, names, verb, what, value, line, rest] = found, threads = this.listed(names), ends = what.split(' … ');
    this.expect(events.every(e => e.thread >> 5 === Number(warp) && e.line === Number(line) && (block === undefined || String(this.json.blocks[e.block]) === block)), `another warp, block or line: ${text}`);
    this.expect(!threads || threads.join() === events.map(e => e.thread).sort((a, b) => a - b).join(), `other threads: ${text}`);
    this.expect(events.every(e => e.what === (verb.startsWith('read') ? LOAD : verb.startsWith('write') ? STORE : ATOMIC)), `another access: ${text}`);
    this.expect(ends.every(name => events.some(e => this.is(e, name))), `another element: ${text}`);
    if (value !== undefined)
      this.expect(this.shown(events[0], events[0].value) === value || (verb.startsWith('write') && events.some(e => this.shown(e, e.value) === value)), `another value: ${text}`);
    const bytes = events.flatMap(e => Array.from({ length: e.size }, (_, b) => ({ e, b, by: last.get(`${e.memory} ${e.offset + b}`) })));
    if (rest.includes(this.WORDS.leftByNobody) || rest.includes(this.WORDS.leftBySome)) {
      this.expect(this.json.lost === 0, `who wrote before, the page cannot know: ${text}`);
      this.expect(bytes.some(o => !o.by) && (rest.includes(this.WORDS.leftBySome) || bytes.every(o => !o.by)), `somebody has written there: ${text}`);
    }
    const left = rest.match(/, as left by (.*?)(?:: may not touch this memory)?$/);
    if (!left)
      return;
    for (const { e, b, by } of bytes) {
      this.expect(!by || new RegExp(`warp ${by.thread >> 5} \\(line ${by.line}\\)`).test(left[1]), `not written last by that warp: ${text}`);
      this.expect(!by || this.events.byteOf(by.value, e.offset + b - by.offset) === this.events.byteOf(e.value, b), `not what was left there: ${text}`);
    }
  }
}

for (const file of process.argv.slice(2)) {
  const name = path.basename(file, '.html'), reports = file.replace(/html$/, 'json');
  let problems;
  try {
    const page = openPage(fs.readFileSync(file, 'utf8'));
    const said = fs.existsSync(reports) ? fs.readFileSync(reports, 'utf8').split('\n').filter(text => text).map(text => JSON.parse(text)) : [];
    const check = new Check(page, said);
    if (page.json.any) {
      check.opensAtReport();
      page.races.forEach((race, i) => check.story(race, page.stories[i]));
      if (page.races.length === 0)
        page.tell.story(null, false).forEach(item => (item.items || [item]).forEach(i => (item.items ? check.waiting(i.text) : check.sentence(i.text))));
      check.eachStep();
      check.fixedStaysRight();
    }
    problems = check.problems;
  } catch (e) {
    problems = [e.stack];
  }
  console.log(problems.length ? `FAILED ${name}: ${[...new Set(problems)].slice(0, 3).join('; ')}` : `ok ${name}`);
  process.exitCode = problems.length ? 1 : process.exitCode;
}
