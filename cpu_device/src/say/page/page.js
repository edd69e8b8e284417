// The page of a trace. Three parts: the recorded run, as the JSON has it; schedules, which are that run or a replay of
// its threads in another order; and the view of one step of a schedule.

const LOAD = 0, STORE = 1, ATOMIC = 2, WAITS = 3, BLOCK_MEETS = 4, WARP_MEETS = 5, FENCE = 6;
const WARP = 32, FIRST_BARRIER = 100;

// C++ with CUDA's own words.
const CUDA = Prism.languages.extend('cpp', {});
CUDA.keyword = [].concat(CUDA.keyword, /\b__(?:global|device|host|shared|constant|managed|launch_bounds|restrict|grid_constant|noinline|forceinline)__\b/);
CUDA.builtin = /\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|__(?:sync|thread|shfl|ballot|any|all|match|activemask)\w*|atomic\w+)\b/;

// --- the recorded run ---

// Values are kept as their bytes, in a BigInt; null: not known.
function readRun(json) {
  const run = { ...json, events: [] };
  const values = json.values === '' ? [] : json.values.split(' ');
  const threads = json.block[0] * json.block[1] * json.block[2];
  run.threadsInBlock = threads;
  run.twoBlocks = json.blocks[0] !== json.blocks[1];
  const big = text => BigInt('0x' + text);
  for (let i = 0, v = 0; i < json.events.length; i += 7) {
    const [what, thread, place, memory, offset, size, flags] = json.events.slice(i, i + 7);
    // one block: all are of the second one of the pair, which is the same
    const e = { number: run.events.length, what, thread, place, memory, offset, size, block: run.twoBlocks ? flags & 1 : 0, refused: (flags & 2) !== 0, isVolatile: (flags & 4) !== 0 };
    e.key = e.block * threads + thread;
    if (what <= ATOMIC) {
      const text = values[v++];
      e.value = text === '-' ? null : big(text.split(':').pop());
      e.old = what === ATOMIC && text !== '-' ? big(text.split(':')[0]) : null;
    }
    run.events.push(e);
  }
  for (const m of run.memory)
    m.touched = m.written = false;
  for (const e of run.events)
    if (e.what <= ATOMIC) {
      const m = run.memory[e.memory];
      m.element = Math.min(m.element || 8, e.size);
      m.written = m.written || e.what !== LOAD;
      m.touched = true;
    }
  for (const m of run.memory)
    describeMemory(run, m);
  readVariables(run);
  groupWaits(run);
  findOperations(run);
  run.initial = initialValues(run);
  return run;
}

// By thread: what becomes of its variables, each with the number of the event before which it did.
function readVariables(run) {
  const given = run.changes || [], values = (run.variable_values || '').split(' ');
  run.changesOf = new Map();
  for (let i = 0, v = 0; i < given.length; i += 5) {
    const [at, thread, second, slot, number] = given.slice(i, i + 5), key = (run.twoBlocks ? second : 0) * run.threadsInBlock + thread;
    if (!run.changesOf.has(key))
      run.changesOf.set(key, []);
    run.changesOf.get(key).push({ at, slot, variable: number < 0 ? null : run.variables[number], value: number < 0 ? null : BigInt('0x' + values[v++]) });
  }
}

// The variables that a thread has when that event of its own happens, by name: of two with one name the inner one.
function variablesAt(run, event) {
  const slots = [];
  for (const c of run.changesOf.get(event.key) || []) {
    if (c.at > event.number)
      break;
    if (c.variable === null)
      slots.length = c.slot;
    else
      slots[c.slot] = { name: c.variable[0], kind: c.variable[1], size: c.variable[2], value: c.value, changed: c.at };
  }
  return new Map(slots.filter(Boolean).map(v => [v.name, v]));
}

function showVariable(v) {
  if (v.kind === 'b')
    return v.value ? 'true' : 'false';
  if (v.kind !== 'f')
    return String(v.kind === 'i' ? BigInt.asIntN(v.size * 8, v.value) : v.value);
  return String(Number(asNumber(v.value, v.size === 8 ? 'd' : 'f', v.size).toPrecision(7)));
}

function lineText(run, place) {
  const [source, line] = run.places[place];
  run.lines = run.lines || run.sources.map(s => s.text.split('\n'));
  return run.lines[source][line - 1] || '';
}

// The value of an expression of integers and of names that the source gives one; NaN if it cannot be told.
function constant(run, text, depth = 0) {
  const all = run.sources.map(s => s.text).join('\n'), words = text.match(/0[xX][\da-fA-F]+|\d+|\w+|<<|>>|\S/g) || [];
  const levels = [{ '<<': (a, b) => a << b, '>>': (a, b) => a >> b }, { '+': (a, b) => a + b, '-': (a, b) => a - b }, { '*': (a, b) => a * b, '/': (a, b) => Math.trunc(a / b), '%': (a, b) => a % b }];
  let at = 0;
  const operand = () => {
    const word = words[at++] || '';
    if (word === '-')
      return -operand();
    if (word === '(') {
      const value = expression(0);
      return words[at++] === ')' ? value : NaN;
    }
    if (/^\d/.test(word))
      return /^0\d/.test(word) ? parseInt(word, 8) : Number(word);
    const found = /^[A-Za-z_]/.test(word) && depth < 8 && all.match(new RegExp(`(?:#define[ \\t]+${word}[ \\t]+|\\b${word}\\s*=\\s*)([^;,\\n]+)`));
    return found ? constant(run, found[1].replace(/\/[/*].*/, ''), depth + 1) : NaN;
  };
  const expression = level => {
    if (level === levels.length)
      return operand();
    let value = expression(level + 1);
    while (at < words.length && Object.hasOwn(levels[level], words[at]))
      value = levels[level][words[at++]](value, expression(level + 1));
    return value;
  };
  const value = expression(0);
  return at === words.length ? value : NaN;
}

// How a piece of memory is laid out and shown: from its declaration, if there is one in the source; else from how it
// is accessed and what lies in it.
function describeMemory(run, m) {
  const all = run.sources.map(s => s.text).join('\n');
  const types = { float: 'f4', double: 'd8', int: 'i4', unsigned: 'u4', 'unsigned int': 'u4', char: 'i1', 'unsigned char': 'u1', uint8_t: 'u1', short: 'i2', 'unsigned short': 'u2', 'long long': 'i8', 'unsigned long long': 'u8', uint32_t: 'u4', uint64_t: 'u8', size_t: 'u8' };
  m.columns = 0;
  m.short = m.name;
  const byName = /^\w+$/.test(m.name) && all.match(new RegExp(`__(?:shared|device|managed)__[^;{}=]*?\\b((?:unsigned\\s+)?(?:long\\s+long|\\w+))\\s+(?:\\w+\\s*(?:\\[[^;]*?)?,\\s*)*${m.name}\\s*((?:\\[[^\\]]*\\])*)`));
  let kind = '';
  if (byName) {
    kind = types[byName[1].replace(/\s+/g, ' ')] || '';
    const sizes = [...byName[2].matchAll(/\[([^\]]*)\]/g)].map(s => constant(run, s[1]));
    if (sizes.length > 1)
      m.columns = sizes[sizes.length - 1];
  }
  if (kind)
    m.element = Number(kind[1]);
  m.element = m.element || 4;
  if (!(m.columns > 0) || m.size % (m.columns * m.element) !== 0)
    m.columns = 0;
  m.wrap = m.columns || (m.element === 1 ? 32 : 16);
  if (kind)
    m.shownAs = kind[0];
  else
    m.shownAs = guessType(run, m);
  const from = m.name.match(/^\d+ bytes? from \w+ at [^:]*:(\d+)(?:, called at [^:]*:(\d+))?/) || m.name.match(/^\w+（[^:]*:(\d+)）(?:（由 [^:]*:(\d+) 调用）)?分配的/);
  if (from) { // a pointer of that name may be in the line that allocated it
    const line = Number(from[2] || from[1]);
    const text = run.sources.map(s => s.text.split('\n')[line - 1] || '').find(t => /lloc/.test(t)) || '';
    const name = text.match(/&\s*(\w+)/) || text.match(/(\w+)\s*=\s*\w*[mM]alloc/);
    if (name)
      m.short = name[1];
  } else if (!m.shared && m.name === '') {
    m.short = '?';
  }
  if (!m.shared && (m.short === m.name || m.short === '?'))
    m.short = parameterOf(run, m) || m.short;
}

// The lines of the kernel, and its parameters that are pointers; null: its definition is not in the sources.
function definitionOf(run) {
  const name = run.kernel.replace(/[<(].*/, '').replace(/.*::/, ''), pattern = new RegExp(`\\b${name}\\s*\\(([^)]*)\\)\\s*\\{`);
  for (const [source, { text }] of run.sources.entries()) {
    const found = text.match(pattern);
    if (!found)
      continue;
    let at = found.index + found[0].length;
    for (let depth = 1; at < text.length && depth > 0; ++at)
      depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    const lineAt = end => text.slice(0, end).split('\n').length;
    const pointers = found[1].split(',').filter(p => p.includes('*')).map(p => (p.match(/(\w+)\s*$/) || [])[1]).filter(p => p);
    return { source, first: lineAt(found.index), last: lineAt(at), pointers };
  }
  return null;
}

// The parameter of the kernel through which all accesses to a piece of memory are made; '' if their lines do not say so
// for certain.
function parameterOf(run, m) {
  const kernel = run.definition = run.definition === undefined ? definitionOf(run) : run.definition, places = new Set(); // "what place"
  for (const e of run.events)
    if (e.what <= ATOMIC && run.memory[e.memory] === m)
      places.add(`${e.what} ${e.place}`);
  let possible = kernel ? kernel.pointers : [];
  for (const both of places) {
    const [what, place] = both.split(' ').map(Number), [source, line] = run.places[place], text = lineText(run, place).replace(/\/\/.*/, '');
    if (possible.length === 0 || source !== kernel.source || line < kernel.first || line > kernel.last)
      return '';
    const used = part => kernel.pointers.filter(p => new RegExp(`\\b${p}\\s*[[,+]|[*&]\\s*${p}\\b`).test(part));
    const assigned = text.match(/^(.*?[\w\])])\s*((?:[-+*/|&^]|<<|>>)?)=(?!=)(.*)$/);
    const stores = assigned && what === STORE, loads = assigned && what === LOAD && assigned[2] === '' && used(assigned[1]).length === 1;
    const here = used(stores ? assigned[1] : loads ? assigned[3] : text);
    possible = possible.filter(p => here.includes(p));
  }
  return possible.length === 1 && places.size > 0 ? possible[0] : '';
}

function guessType(run, m) {
  let asFloat = 0, asInteger = 0;
  for (const e of run.events)
    if (e.what <= ATOMIC && run.memory[e.memory] === m && e.value !== null && e.value !== 0n) {
      const v = asNumber(e.value, m.element === 8 ? 'd' : 'f', m.element), n = BigInt.asIntN(m.element * 8, e.value);
      const large = n > 1n << 24n || n < -(1n << 24n);
      asFloat += large && Math.abs(v) > 1e-20 && Math.abs(v) < 1e20;
      asInteger += !large;
    }
  return m.element < 4 ? 'u' : asFloat > asInteger ? (m.element === 8 ? 'd' : 'f') : 'i';
}

const bytes = new DataView(new ArrayBuffer(8));
function asNumber(value, type, size) {
  const bits = BigInt.asUintN(size * 8, value);
  if (type === 'f' && size === 4) {
    bytes.setUint32(0, Number(bits));
    return bytes.getFloat32(0);
  }
  if (type === 'd' && size === 8) {
    bytes.setBigUint64(0, bits);
    return bytes.getFloat64(0);
  }
  return Number(type === 'u' ? bits : BigInt.asIntN(size * 8, bits));
}

function fromNumber(number, type, size) {
  if (type === 'f') {
    bytes.setFloat32(0, number);
    return BigInt(bytes.getUint32(0));
  }
  if (type === 'd') {
    bytes.setFloat64(0, number);
    return bytes.getBigUint64(0);
  }
  return BigInt.asUintN(size * 8, BigInt(Math.trunc(number)));
}

function show(value, m) {
  if (value === null)
    return '≠';
  if (m.shownAs === 'x')
    return value.toString(16).padStart(m.element * 2, '0');
  const n = asNumber(value, m.shownAs, m.element);
  return m.shownAs === 'f' || m.shownAs === 'd' ? String(Number(n.toPrecision(m.shownAs === 'f' ? 7 : 9))) : String(n);
}

// Which threads wait for one another: each wait gets the number of the meeting that ends it.
function groupWaits(run) {
  const waiting = new Map();
  let meetings = 0;
  run.meetings = [];
  for (const e of run.events) {
    if (e.what === WAITS) {
      waiting.set(e.key, e);
      e.meeting = -1;
    } else if (e.what === BLOCK_MEETS || e.what === WARP_MEETS) {
      const members = [];
      for (const [key, wait] of waiting) {
        const lane = key % run.threadsInBlock % WARP, warp = Math.floor(key % run.threadsInBlock / WARP);
        if (wait.block === e.block && (e.what === BLOCK_MEETS ? wait.size >= FIRST_BARRIER : wait.size < FIRST_BARRIER && warp === Math.floor(e.thread / WARP) && e.offset / 2 ** lane % 2 >= 1)) {
          wait.meeting = meetings;
          members.push(key);
          waiting.delete(key);
        }
      }
      e.meeting = meetings++;
      run.meetings.push({ event: e, members });
    }
  }
}

// The elements that an access covers: their numbers in its memory, and their bytes.
function elements(run, e) {
  const size = run.memory[e.memory].element, all = [];
  for (let at = 0; at < e.size && at < 16; at += size)
    all.push({ index: Math.floor((e.offset + at) / size), shift: BigInt(8 * at), partly: e.size < size });
  return all;
}

function piece(value, shift, size) {
  return value === null ? null : BigInt.asUintN(size * 8, value >> shift);
}

// What a thread computes where it stores, if all its stores at a place agree on it: the sum of what it has loaded since
// its last store, or that value itself. So a replay can say what comes out when a load gives something else.
function findOperations(run) {
  const places = new Map(), loads = new Map();
  for (const e of run.events) {
    if (e.what === LOAD) {
      loads.set(e.key, [...(loads.get(e.key) || []), e]);
    } else if (e.what === STORE && !e.refused) {
      const m = run.memory[e.memory], from = loads.get(e.key) || [];
      e.from = from;
      const at = places.get(e.place) || places.set(e.place, { sum: true, copy: true, any: false }).get(e.place);
      const same = from.every(l => l.size === e.size && run.memory[l.memory].shownAs === m.shownAs && !l.refused);
      at.sum = at.sum && same && from.length > 1 && addUp(from.map(l => l.value), m) === e.value;
      at.copy = at.copy && same && from.length > 0 && from[from.length - 1].value === e.value;
      at.any = at.any || e.value !== 0n;
      loads.set(e.key, []);
    }
  }
  run.operations = places;
}

function addUp(values, m) {
  if (values.some(v => v === null))
    return null;
  let sum = asNumber(values[0], m.shownAs, m.element);
  for (const v of values.slice(1)) {
    sum += asNumber(v, m.shownAs, m.element);
    sum = m.shownAs === 'f' ? Math.fround(sum) : sum;
  }
  return fromNumber(sum, m.shownAs, m.element);
}

// What lay there before, as far as it was read before anybody wrote.
function initialValues(run) {
  const initial = new Map(), known = new Set();
  for (const e of run.events)
    if (e.what <= ATOMIC && !e.refused)
      for (const { index, shift } of elements(run, e)) {
        const name = e.memory + ':' + index;
        e.unwritten = e.unwritten || (!run.lost && !known.has(name) && e.what === LOAD && run.memory[e.memory].shared);
        if (!known.has(name) && e.what !== STORE)
          initial.set(name, piece(e.what === ATOMIC ? e.old : e.value, shift, run.memory[e.memory].element));
        if (e.what !== LOAD || !run.memory[e.memory].shared || run.lost) // shared memory begins as nothing, however often it is read
          known.add(name);
      }
  return initial;
}

// --- schedules: an order of events ---

// Steps: what the lanes of a warp do at one place together.
function stepsOf(run, order) {
  const steps = [];
  for (const o of order) {
    const last = steps[steps.length - 1], e = o.event;
    if (last && last.what === e.what && e.what !== BLOCK_MEETS && e.what !== WARP_MEETS && last.place === e.place && last.memory === e.memory &&
        last.block === e.block && last.warp === Math.floor(e.thread / WARP) && !last.keys.has(e.key) && last.alone === !!o.alone && !o.alone) {
      last.events.push(o);
      last.keys.add(e.key);
    } else {
      steps.push({ what: e.what, place: e.place, memory: e.memory, block: e.block, warp: Math.floor(e.thread / WARP), events: [o], keys: new Set([e.key]), alone: !!o.alone });
    }
  }
  return steps;
}

function recordedSchedule(run) {
  return { run, replay: false, steps: stepsOf(run, run.events.map(event => ({ event, value: event.value, got: event.value }))) };
}

// The threads of a run, to be run in any order: each repeats what it did.
class Replay {
  constructor(run) {
    this.run = run;
    this.threads = new Map();
    for (const e of run.events)
      if (e.what !== BLOCK_MEETS && e.what !== WARP_MEETS) {
        if (!this.threads.has(e.key))
          this.threads.set(e.key, { key: e.key, block: e.block, warp: Math.floor(e.thread / WARP), events: [], at: 0, waits: -2, differs: false, loads: new Map() });
        this.threads.get(e.key).events.push(e);
      }
    this.came = new Map(); // by meeting
    this.cells = new Map(run.initial);
    this.order = [];
  }
  ready(thread) {
    return thread.waits === -2 && thread.at < thread.events.length;
  }
  warps() {
    const all = [];
    for (const t of this.threads.values())
      if (!all.some(w => w.block === t.block && w.warp === t.warp))
        all.push({ block: t.block, warp: t.warp });
    return all.sort((a, b) => a.block - b.block || a.warp - b.warp);
  }
  lanes(block, warp) {
    return [...this.threads.values()].filter(t => t.block === block && t.warp === warp && this.ready(t));
  }
  ended() {
    return ![...this.threads.values()].some(t => this.ready(t));
  }
  // The lanes that are furthest behind in the source take a step together. False: all of them wait, or have ended.
  runWarp(block, warp) {
    const lanes = this.lanes(block, warp);
    if (lanes.length === 0)
      return false;
    const line = t => this.run.places[t.events[t.at].place][1];
    const behind = lanes.reduce((a, b) => (line(b) < line(a) ? b : a)), next = behind.events[behind.at];
    for (const t of lanes)
      if (t.events[t.at].place === next.place && t.events[t.at].what === next.what && t.events[t.at].memory === next.memory)
        this.advance(t, false);
    return true;
  }
  runThread(key) {
    const t = this.threads.get(key);
    if (!t || !this.ready(t))
      return false;
    this.advance(t, true);
    return true;
  }
  // What these steps of the recorded run did, in the same order.
  follow(steps) {
    for (const step of steps)
      for (const o of step.events)
        if (o.event.what !== BLOCK_MEETS && o.event.what !== WARP_MEETS)
          this.advance(this.threads.get(o.event.key), false);
  }
  advance(thread, alone) {
    const e = thread.events[thread.at++], o = { event: e, value: e.value, got: e.value, alone, differs: thread.differs };
    this.order.push(o);
    if (e.what <= ATOMIC && !e.refused)
      this.access(thread, e, o);
    if (e.what !== WAITS)
      return;
    thread.waits = e.meeting;
    if (e.meeting < 0)
      return;
    const meeting = this.run.meetings[e.meeting], came = (this.came.get(e.meeting) || 0) + 1;
    this.came.set(e.meeting, came);
    if (came === meeting.members.length) {
      for (const key of meeting.members)
        this.threads.get(key).waits = -2;
      this.order.push({ event: meeting.event, value: null, got: null });
    }
  }
  access(thread, e, o) {
    const m = this.run.memory[e.memory];
    let now = 0n, known = true;
    for (const { index, shift } of elements(this.run, e)) {
      const cell = this.cells.get(e.memory + ':' + index);
      if (cell === undefined || cell === null)
        known = cell === undefined && e.what === STORE;
      else
        now |= cell << shift;
    }
    if (e.what === LOAD) {
      o.got = e.size < m.element ? e.value : known ? now : null; // nobody has written there yet
      thread.differs = thread.differs || o.got !== e.value;
      thread.loads.set(e.number, o.got);
      return;
    }
    if (e.what === ATOMIC) {
      o.value = this.update(e, m, known ? now : null);
      const used = !/^\s*(\w+::)*atomic\w+\s*\(/.test(lineText(this.run, e.place));
      thread.differs = thread.differs || (used && known && now !== e.old);
    } else if (thread.differs) {
      o.value = this.computed(thread, e, m);
    }
    for (const { index, shift } of elements(this.run, e))
      this.cells.set(e.memory + ':' + index, piece(o.value, shift, m.element));
  }
  update(e, m, now) {
    if (e.value === e.old)
      return now;
    if (/atomic(Add|Sub|Inc)/.test(lineText(this.run, e.place))) {
      if (now === null)
        return null;
      const number = v => asNumber(v, m.shownAs, m.element);
      if (m.shownAs === 'f' || m.shownAs === 'd')
        return now === e.old ? e.value : fromNumber(number(now) + (number(e.value) - number(e.old)), m.shownAs, m.element);
      return BigInt.asUintN(m.element * 8, now + e.value - e.old);
    }
    return now === e.old ? e.value : null;
  }
  computed(thread, e, m) {
    const how = this.run.operations.get(e.place), got = e.from.map(l => thread.loads.get(l.number));
    if (!how || !how.any || got.some(v => v === undefined || v === null))
      return null;
    return how.sum ? addUp(got, m) : how.copy ? got[got.length - 1] : null;
  }
  schedule() {
    return { run: this.run, replay: true, steps: stepsOf(this.run, this.order), cells: this.cells };
  }
}

// A replay in which a function chooses the next of the warps that can run, from their list.
function replayed(run, choose) {
  const replay = new Replay(run), warps = replay.warps();
  for (let able = warps; ;) {
    able = warps.filter(w => replay.lanes(w.block, w.warp).length > 0);
    if (able.length === 0)
      return replay.schedule();
    const w = choose(able);
    replay.runWarp(w.block, w.warp);
  }
}

const POLICIES = {
  turn: () => {
    let last = -1;
    return able => {
      const place = w => w.block * 1000 + w.warp, next = able.find(w => place(w) > last) || able[0];
      last = place(next);
      return next;
    };
  },
  last: () => able => able[able.length - 1],
  random: seed => {
    let state = seed >>> 0;
    return able => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return able[Math.floor(state / 4294967296 * able.length)];
    };
  },
};

// The values in memory after all steps.
function finalCells(run, schedule) {
  if (schedule.cells)
    return schedule.cells;
  const cells = new Map(run.initial);
  for (const e of run.events)
    if ((e.what === STORE || e.what === ATOMIC) && !e.refused)
      for (const { index, shift } of elements(run, e))
        cells.set(e.memory + ':' + index, piece(e.value, shift, run.memory[e.memory].element));
  return cells;
}

// What the program says of the launch, and in which order the warps of the block began, if that was not their own.
function caseOf(run, words) {
  const began = [], most = 12;
  for (const e of run.events)
    if (e.block === (run.twoBlocks ? 1 : 0) && !began.includes(e.thread >> 5))
      began.push(e.thread >> 5);
  const shown = began.slice(0, most).join(', ') + (began.length > most ? ', …' : '');
  const parts = [run.note, run.order && began.length > 1 ? words.order(run.order, shown) : ''].filter(part => part);
  return parts.length > 0 ? `${parts.join(' · ')} · ` : '';
}

// What the launch leaves for others: the global memory that it writes, or else the shared memory.
function results(run) {
  const written = new Set();
  for (const global of [true, false]) {
    for (const e of run.events)
      if ((e.what === STORE || e.what === ATOMIC) && !e.refused && run.memory[e.memory].shared !== global)
        for (const { index } of elements(run, e))
          written.add(e.memory + ':' + index);
    if (written.size > 0)
      break;
  }
  return [...written];
}

// Whether a run was kept from the first event to the last of its block.
const isWhole = run => !run.lost && !run.more;

// The results that differ between a schedule and the right run; `fixed`: the right one, or null.
function judge(run, schedule, fixed) {
  const right = fixed ? finalCells(fixed, recordedSchedule(fixed)) : finalCells(run, recordedSchedule(run));
  const cells = finalCells(run, schedule), all = results(run).filter(name => right.has(name));
  const known = name => cells.get(name) !== null && cells.get(name) !== undefined;
  const wrong = all.filter(name => cells.get(name) !== right.get(name)), shown = wrong.find(known) || wrong[0] || all[0];
  return { all, wrong, right: !!fixed, shown, value: shown && cells.get(shown), wanted: shown && right.get(shown) };
}

// --- the race ---

// Which of two accesses comes first if the threads go through the source together, line by line: in the fixed run, if
// there is one that has both, else as two threads would that take each line at the same time. Null: neither.
function intendedFirst(run, fixed, x, y, epoch) {
  if (fixed) {
    const [a, b] = [x, y].map(e => counterpart(run, fixed, e));
    if (a && b && a !== b)
      return a.number < b.number ? x : y;
  }
  if (x.block !== y.block)
    return null;
  const of = e => eventsOf(run, e.key).filter(o => epoch[o.number] === epoch[e.number] && o.what <= WAITS);
  const xs = of(x), ys = of(y), same = (a, b) => a.place === b.place && a.what === b.what;
  for (let i = 0, j = 0; i < xs.length && j < ys.length;) {
    const a = xs[i], b = ys[j], both = same(a, b);
    const stepX = both || ys.slice(j).every(o => !same(o, a)) || xs.slice(i).some(o => same(o, b));
    if (both && a === x && b === y)
      return null;
    if (stepX && a === x)
      return x;
    if ((both || !stepX) && b === y)
      return y;
    i += stepX;
    j += both || !stepX;
  }
  return null;
}

// A thread's events.
function eventsOf(run, key) {
  if (!run.byThread) {
    run.byThread = new Map();
    for (const e of run.events)
      (run.byThread.get(e.key) || run.byThread.set(e.key, []).get(e.key)).push(e);
  }
  return run.byThread.get(key) || [];
}

// The access of the fixed run that a thread does in the same place for the same time; the lines may have moved.
function counterpart(run, fixed, e) {
  const index = r => {
    if (!r.byText) {
      r.byText = new Map();
      r.nth = [];
      for (const o of r.events) {
        if (o.what > ATOMIC)
          continue;
        const name = `${o.key} ${o.what} ${lineText(r, o.place).trim()}`, all = r.byText.get(name) || r.byText.set(name, []).get(name);
        r.nth[o.number] = { name, n: all.length };
        all.push(o);
      }
    }
    return r;
  };
  if (run.threadsInBlock !== fixed.threadsInBlock || run.lost || fixed.lost)
    return null;
  const { name, n } = index(run).nth[e.number], other = (index(fixed).byText.get(name) || [])[n];
  return other && other.offset === e.offset ? other : null;
}

// The value that lay in an element before a store.
function valueBefore(run, store) {
  let before = run.initial.get(store.memory + ':' + elements(run, store)[0].index);
  for (const e of run.events) {
    if (e === store)
      return before === undefined ? null : before;
    if ((e.what === STORE || e.what === ATOMIC) && e.memory === store.memory && e.offset === store.offset)
      before = e.value;
  }
  return null;
}

// Two threads that both load an element, and then both store what they make of it: one of the stores is lost.
function lostUpdate(run, f, epoch) {
  const loads = new Map(), updates = new Map(), places = f.parties.map(p => p.place);
  for (const e of run.events) {
    if (e.what > STORE || e.refused || run.memory[e.memory] !== run.memory[f.memory] || !places.includes(e.place))
      continue;
    const name = e.key + ':' + e.offset;
    if (e.what === LOAD) {
      loads.set(name, e);
    } else if (loads.has(name)) {
      const mine = { load: loads.get(name), store: e };
      loads.delete(name);
      for (const u of updates.get(e.offset) || [])
        if (u.store.key !== e.key && u.store.place === e.place && mine.load.number < u.store.number && mine.load.value === u.load.value && (u.store.block !== e.block || epoch[u.store.number] === epoch[e.number]))
          return [u, mine];
      updates.set(e.offset, [...(updates.get(e.offset) || []), mine]);
    }
  }
  return null;
}

// The two accesses of a finding, the one that happened first in front: a pair that led to a wrong value, if there is one;
// else that of the report. Of a finding with one party its access. Null: none is among the events.
function raceOf(run, f, fixed, epoch) {
  const [a, b] = f.parties;
  const of = p => e => e.what <= ATOMIC && p && e.place === p.place && (e.what !== LOAD) === p.writes && run.memory[e.memory] === run.memory[f.memory];
  if (!b) {
    const by = run.events.filter(e => of(a)(e) && e.thread === a.thread), covers = e => f.offset >= e.offset && f.offset < e.offset + e.size;
    const only = by.find(covers) || by[0];
    return only ? { finding: f, events: [only] } : null;
  }
  const lost = lostUpdate(run, f, epoch);
  if (lost)
    return { finding: f, events: [lost[1].load, lost[1].store], lost, harmful: true };
  const between = run.twoBlocks && /blocks|volatile/.test(f.what);
  const firsts = run.events.filter(of(a)), seconds = run.events.filter(of(b)), cells = new Map();
  for (const e of seconds) // by byte, since the two may differ in size
    for (let at = e.offset; at < e.offset + e.size; ++at)
      (cells.get(at) || cells.set(at, []).get(at)).push(e);
  let best = null, most = -1, looked = 0;
  for (const x of firsts)
    for (const y of overlapping(cells, x)) {
      if (x === y || (between ? x.block === y.block : x.block !== y.block || x.thread === y.thread || epoch[x.number] !== epoch[y.number]))
        continue;
      const events = x.number < y.number ? [x, y] : [y, x], store = events.find(e => e.what !== LOAD), reads = events.some(e => e.what === LOAD);
      const named = a.thread === x.thread && b.thread === y.thread;
      let points = 2 * named + (Math.floor(x.thread / WARP) !== Math.floor(y.thread / WARP)), first = null;
      if (reads && (named || looked < 4000)) {
        ++looked;
        first = intendedFirst(run, fixed, x, y, epoch);
        points += 8 * (first === events[1] && (events[0] === store ? valueBefore(run, store) : events[0].value) !== store.value);
      } else if (reads) {
        points -= 1;
      }
      if (points > most) {
        most = points;
        best = { finding: f, events, first, named, harmful: points >= 8 };
      }
      if (points >= 10)
        return best;
    }
  return best;
}

// What the page can show of the findings, first what led to a wrong value; or else of another end.
function findRaces(run, fixed) {
  const epoch = epochs(run), races = run.findings.map(f => raceOf(run, f, fixed, epoch)).filter(race => race);
  if (races.length > 0)
    return [...races.filter(race => race.harmful), ...races.filter(race => !race.harmful)];
  const refused = run.events.find(e => e.refused);
  if (refused)
    return [{ finding: null, events: [refused] }];
  const left = run.found && run.meetings.find(m => m.event.what === BLOCK_MEETS && m.members.length < run.threadsInBlock);
  if (left) { // a barrier that some threads have left, by their exit
    const waits = run.events.filter(e => e.what === WAITS && e.meeting === left.event.meeting), came = new Set(left.members);
    const exited = [];
    for (let t = 0; t < run.threadsInBlock; ++t)
      if (!came.has(left.event.block * run.threadsInBlock + t))
        exited.push(t);
    return [{ finding: null, events: [waits[waits.length - 1]], exited }];
  }
  const stuck = run.broken && !run.more && [...run.events].reverse().find(e => e.what === WAITS && e.meeting < 0);
  return stuck ? [{ finding: null, events: [stuck] }] : [];
}

function overlapping(cells, e) {
  const all = new Set();
  for (let at = e.offset; at < e.offset + e.size; ++at)
    for (const other of cells.get(at) || [])
      all.add(other);
  return all;
}

// By event: how often its block has met before.
function epochs(run) {
  const met = [0, 0];
  return run.events.map(e => {
    met[e.block] += e.what === BLOCK_MEETS;
    return met[e.block];
  });
}

// --- the view ---

if (typeof document !== 'undefined')
  startPage();

function startPage() {
  const $ = id => document.getElementById(id);
  const json = JSON.parse($('trace').textContent), broken = readRun(json), fixed = json.fixed ? readRun(json.fixed) : null;
  let words = WORDS.en, run = broken, schedule, position = 0, playing = 0, replay = null, seed = 1, races = [], race = null;
  // The state after `position` steps, and what undoes each step.
  let cells, state, undo, marked = [], chosenThread = null;

  const range = numbers => { // 0–31, 33
    const parts = [];
    for (const n of [...numbers].sort((a, b) => a - b)) {
      const last = parts[parts.length - 1];
      if (last && last[1] === n - 1)
        last[1] = n;
      else
        parts.push([n, n]);
    }
    const text = parts.slice(0, 6).map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ');
    return parts.length > 6 ? text + ', …' : text;
  };
  const blockName = b => (run.twoBlocks ? String(run.blocks[b]) : null);
  const threadName = e => words.thread(e.thread, blockName(e.block));
  const line = place => run.places[place][1];
  const elementName = (m, index) => {
    const name = m.columns ? `${m.short}[${Math.floor(index / m.columns)}][${index % m.columns}]` : m.size <= m.element ? m.short : words.element(m.short, index);
    return name;
  };
  const nameOf = e => elementName(run.memory[e.memory], elements(run, e)[0].index);
  const waitName = kind => (kind >= FIRST_BARRIER ? words.barrierNames[kind - FIRST_BARRIER] : words.warpNames[kind]) || '?';
  const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className)
      element.className = className;
    if (text !== undefined)
      element.textContent = text;
    return element;
  }

  // --- what a step does ---

  function describe(step) {
    if (step.what === BLOCK_MEETS)
      return words.allMeet;
    if (step.what === WARP_MEETS)
      return words.warpMeets;
    const events = step.events.map(o => o.event), many = events.length > 1;
    const who = sentence(words.warp(step.warp, blockName(step.block))) + ', ' + (many ? words.threadsOf(range(events.map(e => e.thread))) : words.thread(events[0].thread, null));
    if (step.what === WAITS)
      return words.waitsIn(who + (words === WORDS.zh ? '' : ''), waitName(events[0].size), many) + words.at(line(step.place));
    if (step.what === FENCE)
      return words.fences(who, events[0].size ? '__threadfence()' : '__threadfence_block()', many);
    const act = step.what === LOAD ? 'read' : step.what === STORE ? 'write' : 'atomic', m = run.memory[step.memory];
    const touched = events.flatMap(e => elements(run, e).map(x => x.index)), least = Math.min(...touched), most = Math.max(...touched);
    const what = least === most ? elementName(m, least) : `${elementName(m, least)} … ${elementName(m, most)}`;
    const first = step.events[0], value = step.what === LOAD ? first.got : first.value;
    const shown = least === most && m.element >= events[0].size && !events[0].refused ? ` = ${show(value, m)}` : '';
    return `${who} ${(many ? words.acts : words.act1)[act]} ${what}${shown}${words.at(line(step.place))}${step.what === LOAD ? leftBy(step) : ''}${events.some(e => e.refused) ? ': ' + words.outside : ''}`;
  }

  // Who has written what a step reads; it does not change that.
  function leftBy(step) {
    const by = new Map();
    for (const o of step.events)
      for (const { index } of elements(run, o.event)) {
        const cell = cells.get(o.event.memory + ':' + index), e = cell && cell.by;
        if (e || run.memory[o.event.memory].shared)
          by.set(e ? `${e.block} ${Math.floor(e.thread / WARP)} ${e.place}` : '', e);
      }
    const all = [...by.values()];
    if (all.length === 0 || step.events.some(o => o.event.refused))
      return '';
    if (all.includes(null) || all.includes(undefined))
      return all.length === 1 ? words.leftByNobody : words.leftBySome;
    return all.length > 3 ? '' : words.leftBy(all.map(e => words.warp(Math.floor(e.thread / WARP), blockName(e.block)) + words.at(line(e.place))));
  }

  function reset() {
    cells = new Map();
    for (const [name, value] of run.initial)
      cells.set(name, { value, by: null });
    state = new Map();
    for (const e of run.events)
      if (e.what <= WAITS || e.what === FENCE)
        state.set(e.key, { left: (state.get(e.key) || { left: 0 }).left + 1, waits: null, last: null });
    undo = [];
    position = 0;
  }

  function apply(step) {
    const before = [];
    for (const o of step.events) {
      const e = o.event;
      if (e.what === BLOCK_MEETS || e.what === WARP_MEETS) {
        for (const key of run.meetings[e.meeting].members) {
          before.push([state, key, state.get(key)]);
          state.set(key, { ...state.get(key), waits: null });
        }
        continue;
      }
      before.push([state, e.key, state.get(e.key)]);
      state.set(e.key, { left: state.get(e.key).left - 1, waits: e.what === WAITS ? e : null, last: o });
      if ((e.what === STORE || e.what === ATOMIC) && !e.refused)
        for (const { index, shift } of elements(run, e)) {
          const name = e.memory + ':' + index;
          before.push([cells, name, cells.get(name)]);
          cells.set(name, { value: piece(o.value, shift, run.memory[e.memory].element), by: e });
        }
    }
    undo.push(before);
    ++position;
  }

  function goBack() {
    for (const [where, key, was] of undo.pop().reverse())
      if (was === undefined)
        where.delete(key);
      else
        where.set(key, was);
    --position;
  }

  function go(to) {
    to = Math.max(0, Math.min(schedule.steps.length, to));
    while (position > to)
      goBack();
    while (position < to)
      apply(schedule.steps[position]);
    render();
  }

  const isMeeting = step => step.what === BLOCK_MEETS;
  function nextBarrier(from, by) {
    let at = from;
    do
      at += by;
    while (at > 0 && at < schedule.steps.length && !isMeeting(schedule.steps[at - 1]));
    return at;
  }

  // After that event has happened.
  function stepOfEvent(event) {
    return schedule.steps.findIndex(s => s.events.some(o => o.event === event)) + 1;
  }

  // --- the parts of the page ---

  function writeWords() {
    document.documentElement.lang = words === WORDS.zh ? 'zh' : 'en';
    $('language').textContent = words === WORDS.zh ? 'English' : '中文';
    $('language').lang = words === WORDS.zh ? 'en' : 'zh';
    for (const e of document.querySelectorAll('[data-word]'))
      e.textContent = words[e.dataset.word];
    for (const e of document.querySelectorAll('[data-title]')) {
      e.title = words[e.dataset.title];
      e.setAttribute('aria-label', words[e.dataset.title]);
    }
    $('slider').setAttribute('aria-label', words.slider);
    const index = b => `(${b % run.grid[0]},${Math.floor(b / run.grid[0]) % run.grid[1]},${Math.floor(b / run.grid[0] / run.grid[1])})`;
    const name = words.title(run.program, run.kernel);
    document.title = name;
    $('title').textContent = name;
    $('subtitle').textContent = caseOf(run, words) + words.subtitle(run.twoBlocks ? words.blocks(index(run.blocks[0]), index(run.blocks[1])) : words.block(index(run.blocks[0])), run.grid.join('×'), run.block.join('×'), run.launch);
    const reports = run.reports.length ? [...run.reports] : [words.nothing];
    const lines = race && race.finding ? race.finding.parties.map(p => `${run.sources[run.places[p.place][0]].name}:${line(p.place)}`) : [];
    const about = reports.findIndex(text => lines.length > 0 && lines.every(l => new RegExp(l.replace(/[.+]/g, '\\$&') + '\\b').test(text)));
    if (about > 0) // the one that the page is about comes first
      reports.unshift(...reports.splice(about, 1));
    $('report').textContent = reports[0];
    $('report').className = run.reports.length ? '' : 'quiet';
    $('more-reports').hidden = reports.length < 2;
    $('other-reports').textContent = reports.slice(1).join('\n\n');
    $('twin').hidden = !fixed;
    $('twin').textContent = run === broken ? words.fixed : words.broken;
    $('twin').setAttribute('aria-pressed', run !== broken);
    $('race').hidden = !race;
    $('race').textContent = race && race.finding && race.finding.parties.length > 1 ? words.toRace : words.toReport;
    legend($('thread-legend'), words.legendThreads, ['', 'lane reads', 'lane writes', 'lane waits', 'lane done']);
    legend($('memory-legend'), words.legendMemory, ['cell reads', 'cell writes', 'cell unwritten', 'cell differs']);
    $('about').textContent = words.about(run.events.length, recordedSchedule(run).steps.length) + (run.lost ? ' ' + words.lost(run.lost) : '') + (run.more ? ' ' + words.more(run.more) : '');
    $('keys').innerHTML = words.keys;
    tellStory();
  }

  function legend(where, names, classes) {
    where.replaceChildren(...names.map((name, i) => {
      const item = make('span');
      item.append(make('span', classes[i] + ' swatch', classes[i].includes('differs') ? '7' : ''), name);
      return item;
    }));
  }

  // What happened, in sentences.
  function tellStory() {
    const story = $('story');
    story.replaceChildren();
    const say = (text, className) => story.append(make('p', className, text));
    if (race && race.events.length === 2) {
      tellPair(say);
    } else if (race && race.finding && race.events[0].what <= ATOMIC) {
      const e = race.events[0];
      say(sentence(words.oneParty(threadName(e), words.act1[e.what === LOAD ? 'read' : e.what === STORE ? 'write' : 'atomic'], nameOf(e), line(e.place))));
    }
    if (race && race.exited) {
      const e = race.events[0];
      say(words.waitAt(run.threadsInBlock - race.exited.length, waitName(e.size), line(e.place), range(run.meetings[e.meeting].members.map(key => key % run.threadsInBlock))));
      say(words.exitedFirst(race.exited.length, range(race.exited)), 'missing');
    }
    if (run.broken && !run.more && !schedule.replay) {
      const waits = stuckThreads();
      if (waits.length) {
        say(words.stuck);
        const list = make('ul');
        for (const w of waits)
          list.append(make('li', '', w));
        story.append(list);
      }
    }
    if (races.length > 1) {
      const at = races.indexOf(race), next = make('button', '', words.nextFinding), text = make('p', '', words.finding(at + 1, races.length) + ' ');
      next.type = 'button';
      next.onclick = () => {
        choosePair((at + 1) % races.length);
        go(stepOfEvent(race.events[0]));
      };
      text.append(next);
      story.append(text);
    }
  }

  function tellPair(say) {
    const [x, y] = race.events, m = run.memory[x.memory];
    const shown = v => show(v === null ? null : piece(v, 0n, m.element), m), value = e => (e.unwritten ? words.nothingYet : shown(e.value));
    const reader = x.what === LOAD ? x : y, store = reader === x ? y : x, other = reader === x ? store.value : valueBefore(run, store);
    const who = e => sentence(threadName(e));
    if (race.lost) {
      const [u, v] = race.lost;
      say(words.lostUpdate(who(u.load), threadName(v.load), nameOf(u.load), value(u.load), line(u.load.place), value(u.store), value(v.store)));
      say(words.lostRemedy, 'missing');
    } else if (reader.what === LOAD) {
      say(reader === x ? words.early(who(x), nameOf(x), value(x), line(x.place), threadName(y), line(y.place), value(y)) : words.late(threadName(y), nameOf(x), value(y), line(y.place), who(x), line(x.place), value(x)));
      if (race.harmful)
        say(words.wrongOrder(shown(reader === x ? store.value : other)), 'missing');
      else if (other !== null && other !== reader.value)
        say(words.otherOrderGets(shown(other)), 'missing');
    } else {
      say(words.twoWrites(who(x), nameOf(x), value(x), line(x.place), threadName(y), value(y), line(y.place)));
    }
    if (run.twoBlocks && x.block !== y.block) {
      if (!race.lost)
        tellChain(x, y);
    } else if (!race.lost) {
      const waits = run.events.filter(e => e.what === WAITS && e.size >= FIRST_BARRIER && (e.key === x.key || e.key === y.key));
      const before = waits.filter(e => e.number < x.number).pop(), after = waits.find(e => e.number > y.number);
      say(words.noEdge + (before ? ' ' + words.barrierBefore(line(before.place)) : '') + (after ? ' ' + words.barrierAfter(line(after.place)) : ''), 'missing');
    }
    if (!race.named && !race.lost && race.finding.parties.every(p => p.thread >= 0))
      say(words.alsoNamed(race.finding.parties.map(p => p.thread), race.harmful));
    const buttons = make('p');
    const add = (text, act) => {
      const button = make('button', '', text);
      button.type = 'button';
      button.onclick = act;
      buttons.append(button, ' ');
    };
    for (const [e, text] of [[x, words.seeRead], [y, words.seeWrite]])
      add(text, () => {
        choose('ran');
        go(stepOfEvent(e));
      });
    if (canTurnRound())
      add(words.otherOrder, () => choose('pair'));
    $('story').append(buttons);
  }

  // Whether the two accesses can be replayed the other way round.
  function canTurnRound() {
    return run === broken && race !== null && race.events.length === 2 && !race.lost && race.events[0].block === race.events[1].block;
  }

  // What stands between a store in one block and an access in another: fence, strong access, strong access, fence.
  function tellChain(x, y) {
    const [w, r] = x.what !== LOAD ? [x, y] : [y, x], list = make('ol');
    const item = (text, missing) => list.append(make('li', missing ? 'missing' : '', text));
    const mine = e => run.events.filter(o => o.key === e.key);
    const isStrong = o => o.what === ATOMIC || (o.what <= ATOMIC && o.isVolatile);
    const last = list => list[list.length - 1], isBarrier = o => o.what === WAITS && o.size >= FIRST_BARRIER;
    // the writer's own strong access, or that of another thread of its block, to which a barrier hands the store on
    const behind = mine(w).filter(o => o.number > w.number), left = behind.find(isBarrier);
    const meets = left && run.events.find(o => o.what === BLOCK_MEETS && o.block === w.block && o.number > left.number);
    const released = behind.find(isStrong) || (meets &&
      run.events.find(o => o.block === w.block && o.number > meets.number && isStrong(o)));
    // the same for the reader, the other way round
    const ahead = mine(r).filter(o => o.number < r.number), barrier = last(ahead.filter(isBarrier));
    const met = barrier && run.events.find(o => o.what === BLOCK_MEETS && o.block === r.block && o.number > barrier.number);
    const acquired = last(ahead.filter(isStrong)) || (met &&
      last(run.events.filter(o => o.block === r.block && o.number < met.number && isStrong(o))));
    $('story').append(make('p', '', words.chain));
    item(words.link_write(sentence(threadName(w)), nameOf(w), line(w.place)));
    const fence = list => list.some(o => o.what === FENCE && o.size);
    if (!released) {
      item(words.link_nothing, true);
    } else {
      const has = fence(mine(released).filter(o => o.number > w.number && o.number < released.number));
      if (released.key !== w.key)
        item(waitName(left.size));
      item(has ? words.link_fence() : words.link_nofence, !has);
      item(words.link_strong(sentence(threadName(released)), nameOf(released), line(released.place)));
    }
    if (!acquired) {
      item(words.link_nothing_read, true);
    } else {
      const has = fence(mine(acquired).filter(o => o.number > acquired.number && o.number < r.number));
      item(words.link_strong(sentence(threadName(acquired)), nameOf(acquired), line(acquired.place)));
      item(has ? words.link_fence() : words.link_nofence, !has);
      if (acquired.key !== r.key)
        item(waitName(barrier.size));
    }
    item(words.link_read(sentence(threadName(r)), nameOf(r), line(r.place)));
    $('story').append(list);
  }

  // The waits that nothing ends, by where they are.
  function stuckWaits() {
    const places = new Map();
    const last = new Map();
    for (const e of run.events)
      if (e.what === WAITS)
        last.set(e.key, e);
    for (const e of last.values())
      if (e.meeting < 0) {
        const name = e.place + ':' + e.size;
        places.set(name, [...(places.get(name) || []), e]);
      }
    return [...places.values()];
  }

  function stuckThreads() {
    return stuckWaits().map(all => words.waitAt(all.length, waitName(all[0].size), line(all[0].place), range(all.map(e => e.thread))));
  }

  // The lines of a source as elements, each word with the class that Prism gives it.
  function colouredLines(text) {
    const lines = [[]];
    const put = (part, className) => {
      if (typeof part !== 'string') {
        for (const inner of [part.content].flat())
          put(inner, 'token ' + part.type);
        return;
      }
      part.split('\n').forEach((piece, i) => {
        if (i > 0)
          lines.push([]);
        if (piece)
          lines[lines.length - 1].push(make('span', className, piece));
      });
    };
    for (const part of Prism.tokenize(text, CUDA))
      put(part, '');
    return lines;
  }

  let sourceLines = [];
  function drawSource() {
    const shown = new Map(); // by file: how often its lines occur
    for (const e of run.events)
      if (e.what <= WAITS)
        shown.set(run.places[e.place][0], (shown.get(run.places[e.place][0]) || 0) + 1);
    sourceLines = run.sources.map(() => []);
    $('source').replaceChildren();
    run.sources.forEach((source, number) => {
      if (!shown.has(number) && (number !== 0 || run.sources.length > 1)) // 0: where it was launched
        return;
      if (run.sources.length > 1)
        $('source').append(make('div', 'code', source.name));
      if (source.text === '')
        $('source').append(make('div', 'code', words.noSource));
      const coloured = colouredLines(source.text);
      source.text.replace(/\n$/, '').split('\n').forEach((_, i) => {
        const row = make('div', 'code'), code = make('span', 'text');
        code.append(...(coloured[i] || []));
        row.append(make('span', 'number', String(i + 1)), code);
        sourceLines[number][i + 1] = row;
        $('source').append(row);
      });
    });
    const of = race ? race.finding : run.findings[0];
    const parties = of ? of.parties : race ? race.events.map(e => ({ place: e.place, writes: e.what === STORE || e.what === ATOMIC })) : [];
    for (const party of parties)
      if (rowOf(party.place))
        rowOf(party.place).classList.add(party.writes ? 'first-party' : 'second-party');
    const waits = run.broken && !run.more ? stuckWaits() : [];
    waits.forEach((all, i) => {
      const row = rowOf(all[0].place);
      if (row)
        row.classList.add(i === 0 ? 'first-party' : 'second-party');
    });
  }
  const rowOf = place => (sourceLines[run.places[place][0]] || [])[run.places[place][1]];

  let laneElements = new Map(), warpElements = [];
  function drawThreads() {
    laneElements = new Map();
    warpElements = [];
    const keys = new Set(run.events.filter(e => e.what <= WAITS).map(e => e.key)), rows = [];
    const warps = Math.ceil(run.threadsInBlock / WARP), choosing = replay !== null;
    for (let block = 0; block < (run.twoBlocks ? 2 : 1); ++block)
      for (let warp = 0; warp < warps; ++warp) {
        const row = make('div', 'warp'), name = make(choosing ? 'button' : 'span', run.twoBlocks ? 'name wide' : 'name', (run.twoBlocks ? `b${run.blocks[block]} ` : '') + words.warpLabel(warp)), lanes = make('div', 'lanes');
        if (choosing) {
          name.type = 'button';
          name.onclick = () => chosen(replay.runWarp(block, warp));
        }
        for (let lane = 0; lane < WARP && warp * WARP + lane < run.threadsInBlock; ++lane) {
          const thread = warp * WARP + lane, element = make(choosing ? 'button' : 'span', 'lane'), key = block * run.threadsInBlock + thread;
          if (choosing) {
            element.type = 'button';
            element.tabIndex = -1;
            element.onclick = () => chosen(replay.runThread(key));
          } else {
            element.onclick = () => {
              chosenThread = chosenThread === key ? null : key;
              render();
            };
          }
          element.dataset.key = key;
          laneElements.set(key, element);
          lanes.append(element);
        }
        name.style.setProperty('--warp', warpColour({ thread: warp * WARP, block }));
        row.append(name, lanes);
        rows.push(row);
        warpElements.push({ name, block, warp });
      }
    $('threads').replaceChildren(...rows);
    return keys;
  }

  // Characters of the longest value that is seen in a memory.
  function widest(m, number) {
    let most = 2;
    for (const e of run.events)
      if (e.what <= ATOMIC && e.memory === number && e.value !== null)
        most = Math.max(most, show(piece(e.value, 0n, m.element), m).length);
    return Math.min(most, 12);
  }

  const cellElements = new Map();
  function drawMemory() {
    cellElements.clear();
    const place = $('memory'), onlyRead = make('details');
    onlyRead.append(make('summary', '', words.onlyRead));
    place.replaceChildren();
    const order = run.memory.map((m, i) => i).filter(i => run.memory[i].touched);
    const first = race && race.events[0].what <= ATOMIC ? race.events[0].memory : -1;
    order.sort((a, b) => (b === first) - (a === first) || run.memory[b].shared - run.memory[a].shared || run.memory[b].written - run.memory[a].written);
    for (const i of order) {
      const m = run.memory[i], box = make('div', 'array'), touched = new Set();
      for (const e of run.events)
        if (e.what <= ATOMIC && e.memory === i)
          for (const { index } of elements(run, e))
            touched.add(index);
      const title = make('h3', '', (m.shared ? words.sharedArray(m.name, words.types[m.shownAs], m.size) : words.globalArray(m.name === m.short ? m.name : `${m.short} (${m.name})`, words.types[m.shownAs])));
      const select = make('select');
      select.setAttribute('aria-label', words.shownAs);
      for (const type of m.element === 4 ? ['f', 'i', 'u', 'x'] : m.element === 8 ? ['d', 'i', 'u', 'x'] : ['u', 'i', 'x']) {
        const option = make('option', '', words.types[type]);
        option.value = type;
        option.selected = type === m.shownAs;
        select.append(option);
      }
      select.onchange = () => {
        m.shownAs = select.value;
        drawMemory();
        render();
      };
      title.append(select);
      box.append(title);
      const grid = make('div', 'cells');
      const width = widest(m, i), em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      const fits = Math.max(1, Math.floor((place.clientWidth / em - 60) / (9 * width + 8)));
      const wrap = m.columns || 2 ** Math.floor(Math.log2(Math.min(m.wrap, fits)));
      grid.style.gridTemplateColumns = `minmax(4ch, max-content) repeat(${wrap}, minmax(${width + 1}ch, 1fr))`;
      const rows = [...new Set([...touched].map(index => Math.floor(index / wrap)))].sort((a, b) => a - b), most = 64;
      let last = -1;
      for (const row of rows.slice(0, most)) {
        if (row > last + 1)
          grid.append(make('div', 'gap', words.rowsLeft(row - last - 1)));
        last = row;
        grid.append(make('div', 'cell index', m.columns ? `[${row}]` : String(row * wrap)));
        for (let c = 0; c < wrap; ++c) {
          const index = row * wrap + c, cell = make('div', 'cell');
          if (index * m.element < m.size || touched.has(index)) {
            cell.dataset.at = i + ':' + index;
            cellElements.set(i + ':' + index, cell);
            if (race && race.events[0].what <= ATOMIC && race.events[0].memory === i && elements(run, race.events[0])[0].index === index)
              cell.classList.add('at-race');
          } else {
            cell.style.visibility = 'hidden';
          }
          grid.append(cell);
        }
      }
      if (rows.length > most)
        grid.append(make('div', 'gap', words.tooMany(rows.length - most)));
      box.append(grid);
      (m.written || m.shared ? place : onlyRead).append(box);
    }
    if (onlyRead.children.length > 1)
      place.append(onlyRead);
  }

  // Scrolls a box so far that an element in it is seen, and nothing else.
  function scrollTo(box, element) {
    const of = box.getBoundingClientRect(), at = element.getBoundingClientRect();
    if (at.top < of.top || at.bottom > of.bottom)
      box.scrollTop += (at.top + at.bottom) / 2 - (of.top + of.bottom) / 2;
    if (at.width < of.width && (at.left < of.left || at.right > of.right)) // a line of the source may be longer
      box.scrollLeft += (at.left + at.right) / 2 - (of.left + of.right) / 2;
  }

  // The variables of the thread that acts, or that the reader has chosen, and of the two of the race.
  function renderVariables(step) {
    const box = $('variables');
    box.replaceChildren();
    const acting = step && step.events[0].event.what !== BLOCK_MEETS && step.events[0].event.what !== WARP_MEETS ? step.events[0].event.key : null;
    const actors = new Set(step ? step.events.map(o => o.event.key) : []), keys = new Set();
    for (const e of race && run === broken ? race.lost ? race.lost.map(u => u.load) : race.events : [])
      keys.add(e.key);
    for (const [e] of run.broken && !run.more ? stuckWaits() : [])
      keys.add(e.key);
    if (chosenThread !== null)
      keys.add(chosenThread);
    else if (acting !== null && ![...keys].some(k => actors.has(k)))
      keys.add(acting);
    const rows = [...keys].filter(key => state.has(key)).sort((a, b) => a - b).map(key => {
      const last = state.get(key).last;
      return { key, last, variables: last ? variablesAt(run, last.event) : new Map() };
    });
    const names = [...new Set(rows.flatMap(r => [...r.variables.keys()]))];
    if (names.length === 0)
      return;
    const table = make('table'), head = make('tr');
    head.append(make('th', '', ''), ...names.map(n => make('th', '', n)));
    table.append(head);
    for (const r of rows) {
      const row = make('tr', actors.has(r.key) ? 'acts' : '');
      row.append(make('th', '', sentence(words.thread(r.key % run.threadsInBlock, blockName(Math.floor(r.key / run.threadsInBlock))))));
      for (const n of names) {
        const v = r.variables.get(n), now = v && r.last.event.number === v.changed;
        row.append(make('td', now && actors.has(r.key) ? 'changed' : '', !v ? '' : r.last.differs ? '≠' : showVariable(v)));
      }
      table.append(row);
    }
    box.append(table);
  }

  const warpColour = e => `hsl(${(Math.floor(e.thread / WARP) * 137 + e.block * 60) % 360} 65% 50%)`;

  function render() {
    const step = position > 0 ? schedule.steps[position - 1] : null;
    $('slider').max = schedule.steps.length;
    $('slider').value = position;
    const text = step ? words.stepOf(position, schedule.steps.length) + describe(step) : words.start;
    $('step').textContent = text;
    $('slider').setAttribute('aria-valuetext', text);
    $('link').href = '#step=' + position + ($('schedule').value === 'ran' ? '' : '&schedule=' + $('schedule').value);
    // the source
    for (const row of marked)
      row.classList.remove('now');
    marked = [];
    if (step && step.what !== BLOCK_MEETS && step.what !== WARP_MEETS && step.what !== FENCE) {
      const row = rowOf(step.place);
      if (row) {
        row.classList.add('now');
        marked = [row];
      }
    }
    // the threads
    const acting = new Map();
    for (const o of step ? step.events : [])
      if (o.event.what <= WAITS || o.event.what === FENCE)
        acting.set(o.event.key, o);
    for (const [key, element] of laneElements) {
      const s = state.get(key), o = acting.get(key);
      const now = o && o.event.what <= ATOMIC ? (o.event.refused ? 'refused' : o.event.what === LOAD ? 'reads' : 'writes') : s && s.waits ? 'waits' : (!s || s.left === 0) && !run.more ? 'done' : '';
      const other = o && o.event.what === LOAD && o.got !== o.event.value;
      element.className = 'lane ' + now + (other ? ' other' : '') + (key === chosenThread ? ' chosen' : '');
      element.textContent = other ? '≠' : '';
      element.title = words.thread(key % run.threadsInBlock, blockName(Math.floor(key / run.threadsInBlock))) + (s && s.waits ? ': ' + waitName(s.waits.size) + words.at(line(s.waits.place)) : '');
    }
    for (const { name, block, warp } of warpElements)
      if (replay)
        name.disabled = replay.lanes(block, warp).length === 0;
    const waiting = new Map();
    for (const [key, s] of state)
      if (s.waits) {
        const at = s.waits.place + ':' + s.waits.size;
        waiting.set(at, [...(waiting.get(at) || []), { key, wait: s.waits }]);
      }
    $('waiting').replaceChildren(...[...waiting.values()].map(all => make('li', '', words.waitAt(all.length, waitName(all[0].wait.size), line(all[0].wait.place), range(all.map(w => w.key % run.threadsInBlock))))));
    // the memory
    const reads = new Set(), writes = new Set();
    for (const o of step ? step.events : [])
      if (o.event.what <= ATOMIC && !o.event.refused)
        for (const { index } of elements(run, o.event))
          (o.event.what === LOAD ? reads : writes).add(o.event.memory + ':' + index);
    for (const [name, element] of cellElements) {
      const cell = cells.get(name), m = run.memory[Number(name.split(':')[0])];
      const empty = cell === undefined || (cell.by === null && m.shared && !run.lost), shown = empty ? '' : show(cell.value, m);
      element.textContent = shown;
      const keep = element.classList.contains('at-race') ? ' at-race' : '';
      const differs = !empty && cell.value === null;
      element.className = 'cell' + (writes.has(name) ? ' writes' : reads.has(name) ? ' reads' : '') + (empty && !run.lost ? ' unwritten' : '') + (differs ? ' differs' : '') + keep;
      element.style.borderBottomColor = cell && cell.by ? warpColour(cell.by) : '';
      element.title = elementName(m, Number(name.split(':')[1])) + (empty ? ': ' + (run.lost ? words.earlier : words.unwritten) : ` = ${shown}, ` + (cell.by ? words.writtenBy(threadName(cell.by), line(cell.by.place)) : words.initial) + (differs ? '; ' + words.unknown : ''));
    }
    renderVariables(step);
    renderRequest(step);
    renderVerdict();
    $('play').textContent = playing ? words.pauseName : words.playName;
    $('play').title = playing ? words.pause : words.play;
    $('play').setAttribute('aria-label', $('play').title);
    // when all has its size
    const all = [...writes, ...reads].filter(name => cellElements.has(name)), touched = all.find(name => cellElements.get(name).classList.contains('at-race')) || all[0];
    const folded = touched && cellElements.get(touched).closest('details');
    if (folded)
      folded.open = true;
    if (touched)
      scrollTo($('memory'), cellElements.get(touched));
    const keys = [...acting.keys()], first = keys.find(key => race && race.events.some(e => e.key === key)) ?? keys[0];
    if (laneElements.has(first))
      scrollTo($('threads'), laneElements.get(first));
    for (const row of marked)
      scrollTo($('source'), row);
  }

  // The sectors or the banks that a warp's access touches.
  function renderRequest(step) {
    const box = $('request');
    box.replaceChildren();
    if (!step || step.what > ATOMIC || step.events.some(o => o.event.refused)) {
      $('request-text').textContent = words.noRequest;
      return;
    }
    const m = run.memory[step.memory], events = step.events.map(o => o.event);
    if (m.shared) {
      const banks = Array.from({ length: 32 }, () => new Set());
      for (const e of events)
        for (let b = e.offset + m.aligned - (e.offset + m.aligned) % 4; b < e.offset + m.aligned + e.size; b += 4)
          banks[b / 4 % 32].add(b / 4);
      const degree = Math.max(...banks.map(b => b.size)), most = 32;
      $('request-text').textContent = step.what === ATOMIC ? '' : words.banks(degree);
      box.append(make('div', 'label', words.bankRow));
      for (let turn = 0; turn < Math.min(degree, most); ++turn) {
        const row = make('div', 'row');
        banks.forEach(b => {
          const part = make('span', 'box');
          part.style.cssText = `--fill:var(--${step.what === LOAD ? 'read' : 'write'}-fill);--part:${b.size > turn ? 100 : 0}%`;
          row.append(part);
        });
        box.append(row);
      }
      return;
    }
    const sectors = new Map();
    for (const e of events)
      for (let b = e.offset + m.aligned; b < e.offset + m.aligned + e.size; ++b) {
        const s = Math.floor(b / 32);
        sectors.set(s, (sectors.get(s) || new Set()).add(b));
      }
    const used = [...sectors.values()].reduce((n, s) => n + s.size, 0), least = Math.ceil(used / 32);
    $('request-text').textContent = words.sectors(sectors.size, used, 32 * sectors.size) + ' ' + (sectors.size > least ? words.uncoalesced(least) : words.coalesced);
    box.append(make('div', 'label', words.sectorRow));
    const lines = [...new Set([...sectors.keys()].map(s => Math.floor(s / 4)))].sort((a, b) => a - b);
    for (let i = 0; i < lines.length; i += 8) {
      const row = make('div', 'row');
      for (const l of lines.slice(i, i + 8))
        for (let k = 0; k < 4; ++k) {
          const part = make('span', k === 3 ? 'box apart' : 'box'), bytes = sectors.get(4 * l + k);
          part.style.cssText = `--fill:var(--${step.what === LOAD ? 'read' : 'write'}-fill);--part:${bytes ? bytes.size / 32 * 100 : 0}%;${bytes ? 'border-color:var(--ink)' : ''}`;
          part.title = bytes ? `${bytes.size} / 32` : '0';
          row.append(part);
        }
      box.append(row);
    }
  }

  function renderVerdict() {
    const out = $('verdict');
    out.className = '';
    out.textContent = '';
    if (position < schedule.steps.length || (replay && !replay.ended()))
      return;
    if (!isWhole(run) || (fixed && !isWhole(fixed)))
      return; // what the block leaves in the end is not known
    const j = judge(run, schedule, run === fixed ? fixed : fixed && comparable() ? fixed : null);
    if (j.all.length === 0) {
      out.textContent = schedule.replay ? words.verdictNone : '';
      return;
    }
    const [memory, index] = j.shown.split(':').map(Number), m = run.memory[memory], name = elementName(m, index);
    const value = j.value === null || j.value === undefined ? '' : show(j.value, m);
    if (j.wrong.length > 0 && value === '') {
      out.textContent = words.verdictUnknown(name);
    } else if (j.wrong.length === 0) {
      out.textContent = j.right ? words.verdictRight(name, value) : schedule.replay ? words.verdictSame : '';
      out.className = j.right ? 'right' : '';
    } else {
      out.textContent = j.right ? words.verdictWrong(name, value, show(j.wanted, m)) : words.verdictOther(j.wrong.length, name, value, show(j.wanted, m));
      out.className = 'wrong';
    }
  }

  // Whether the fixed run has the same memory, so that its results are the right ones here.
  function comparable() {
    return fixed.memory.length === broken.memory.length && fixed.memory.every((m, i) => m.size === broken.memory[i].size && m.shared === broken.memory[i].shared);
  }

  // --- what the reader does ---

  function choose(name) {
    stop();
    $('schedule').value = name;
    replay = null;
    if (name === 'ran') {
      schedule = recordedSchedule(run);
    } else if (name === 'choose') {
      replay = new Replay(run);
      replay.follow(beforeRace());
      schedule = replay.schedule();
    } else if (name === 'pair') {
      schedule = turnedRound();
    } else {
      schedule = replayed(run, POLICIES[name](seed));
    }
    $('again').hidden = name !== 'choose' && name !== 'random';
    $('finish').hidden = name !== 'choose';
    $('hint').textContent = (name === 'choose' ? words.hintChoose + ' ' : '') + (name === 'ran' ? '' : words.hintReplay) + (run === fixed ? ' ' + words.hintFixed : '');
    reset();
    drawThreads();
    go(name === 'choose' ? schedule.steps.length : name === 'pair' ? stepOfEvent(race.events[0]) : 0);
  }

  // The recorded run up to the last barrier before the race; then the second of the two accesses before the first one.
  function turnedRound() {
    const turned = new Replay(run), [x, y] = race.events, first = turned.threads.get(y.key);
    turned.follow(beforeRace());
    const behind = first.events.indexOf(y);
    while (first.at <= behind && (turned.runThread(y.key) || turned.warps().some(w => w.warp !== Math.floor(x.thread / WARP) && turned.runWarp(w.block, w.warp))));
    while (turned.warps().some(w => turned.runWarp(w.block, w.warp)));
    return turned.schedule();
  }

  // The steps of the recorded run up to the last barrier before the race: from there on the reader chooses.
  function beforeRace() {
    const steps = recordedSchedule(run).steps;
    let last = race ? steps.findIndex(s => s.events.some(o => o.event === race.events[0])) : 0;
    while (last > 0 && !isMeeting(steps[last - 1]))
      --last;
    return steps.slice(0, last);
  }

  // In "you choose", after a warp or a thread has gone on.
  function chosen(did) {
    if (!did)
      return;
    schedule = replay.schedule();
    reset();
    go(schedule.steps.length);
  }

  function use(which) {
    run = which;
    races = findRaces(run, which === broken ? fixed : null);
    choosePair(0);
  }

  // Of the findings that there are, one.
  function choosePair(number) {
    race = races[number] || null;
    $('schedule').querySelector('[value=pair]').hidden = !canTurnRound();
    chosenThread = null;
    schedule = recordedSchedule(run);
    drawSource();
    drawMemory();
    choose('ran');
    writeWords();
    render();
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
  }

  function play() {
    if (playing) {
      stop();
      render();
      return;
    }
    if (position === schedule.steps.length)
      go(0);
    playing = setInterval(() => {
      go(position + 1);
      if (position === schedule.steps.length) {
        stop();
        render();
      }
    }, 400);
    render();
  }

  // The steps after the barrier before the race, or the last eight of them, to the one after the race; over and over, until
  // the reader takes over.
  function playRace() {
    if (!race || playing || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return;
    const [first, last] = race.events.map(stepOfEvent).sort((a, b) => a - b);
    const from = Math.max(beforeRace().length + 1, first - 8), to = Math.min(last + 1, first + 16);
    let rested = 0;
    playing = setInterval(() => {
      if (position < to) {
        go(position + 1);
      } else if (++rested === 5) {
        rested = 0;
        go(from);
      }
    }, 700);
    go(from);
  }

  function toRace() {
    if (!race)
      return;
    choose('ran');
    go(stepOfEvent(race.events[0]));
  }

  // The stage alone, in large letters, for a projector.
  function lecture() {
    const on = document.documentElement.classList.toggle('lecture');
    $('lecture-mode').setAttribute('aria-pressed', on);
    drawMemory();
    render();
  }

  const acts = {
    first: () => go(0), last: () => go(schedule.steps.length), back: () => go(position - 1), forward: () => go(position + 1), 'lecture-mode': lecture,
    barrier: () => go(nextBarrier(position, 1)), 'barrier-back': () => go(nextBarrier(position, -1)), play, race: toRace,
  };
  for (const [id, act] of Object.entries(acts))
    $(id).onclick = () => {
      if (id !== 'play')
        stop();
      act();
    };
  $('slider').oninput = () => {
    stop();
    go(Number($('slider').value));
  };
  $('schedule').onchange = () => choose($('schedule').value);
  $('again').onclick = () => {
    ++seed;
    choose($('schedule').value);
    if ($('schedule').value === 'random')
      go(schedule.steps.length);
  };
  $('finish').onclick = () => {
    while (replay.warps().some(w => replay.runWarp(w.block, w.warp)));
    chosen(true);
  };
  $('twin').onclick = () => use(run === broken ? fixed : broken);
  $('language').onclick = () => {
    otherLanguage();
    const at = position, name = $('schedule').value;
    writeWords();
    drawMemory();
    if (name !== 'choose')
      choose(name);
    go(at);
  };
  document.onkeydown = event => {
    if (/^(SELECT|INPUT)$/.test(event.target.tagName) && event.target.type !== 'range')
      return;
    if (event.ctrlKey || event.metaKey || event.altKey)
      return;
    const key = { ArrowRight: 'forward', ArrowLeft: 'back', Home: 'first', End: 'last', b: 'barrier', B: 'barrier-back', r: 'race', l: 'lecture-mode' }[event.key];
    if (key) {
      stop();
      acts[key]();
      event.preventDefault();
    } else if (event.key === ' ' && event.target.tagName !== 'BUTTON') {
      play();
      event.preventDefault();
    }
  };

  // The language that the reader has chosen, on this page or another. (A browser may refuse to keep anything.)
  function remembered() {
    try {
      return localStorage.getItem('language');
    } catch {
      return null;
    }
  }

  function otherLanguage() {
    words = words === WORDS.zh ? WORDS.en : WORDS.zh;
    try {
      localStorage.setItem('language', words === WORDS.zh ? 'zh' : 'en');
    } catch {} // then the next page asks the browser again
  }

  // Of the address: #step=12&schedule=turn
  function fromAddress() {
    const given = new URLSearchParams(location.hash.slice(1)), wanted = given.get('schedule');
    if (given.has('lecture') && !document.documentElement.classList.contains('lecture'))
      lecture();
    if (wanted && (Object.hasOwn(POLICIES, wanted) || wanted === 'choose' || (wanted === 'pair' && canTurnRound())))
      choose(wanted);
    if (given.has('step'))
      go(Number(given.get('step')) || 0);
    if (given.has('play'))
      playRace();
  }
  window.onhashchange = fromAddress;

  if (/^zh/.test(remembered() || json.language || navigator.language || ''))
    words = WORDS.zh;
  if (!json.any) { // the words and the reports, and nothing to step through
    for (const e of document.querySelectorAll('#stage, #player, #lecture-mode, #request-section, #about, #keys, [aria-labelledby=about-title]'))
      e.hidden = true;
    const both = () => {
      writeWords();
      $('title').textContent = document.title = json.program;
      $('subtitle').textContent = words.noTrace;
    };
    $('language').onclick = () => {
      otherLanguage();
      both();
    };
    schedule = { run, steps: [], replay: true };
    both();
    return;
  }
  use(broken);
  if (race)
    go(stepOfEvent(race.events[0]));
  fromAddress();
  let width = 0;
  window.onresize = () => {
    if (width !== window.innerWidth)
      drawMemory();
    width = window.innerWidth;
    render();
  };
}
