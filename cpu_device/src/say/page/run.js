// The recorded run of a page, as the JSON has it: its events, threads, memory and variables.

const LOAD = 0, STORE = 1, ATOMIC = 2, WAITS = 3, BLOCK_MEETS = 4, WARP_MEETS = 5, FENCE = 6;
const WARP = 32, FIRST_BARRIER = 100, BARRIERS_OF_BLOCKS = [105, 106]; // of the grid, of a cluster

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
    m.touched = m.written = m.ofPeer = false;
  for (const e of run.events)
    if (e.what <= ATOMIC) {
      const m = run.memory[e.memory];
      m.ofPeer = m.ofPeer || (m.shared && m.block !== json.blocks[run.twoBlocks ? e.block : 1]);
      m.element = Math.min(m.element || 8, e.size);
      m.written = m.written || e.what !== LOAD;
      m.touched = true;
    }
  run.definition = definitionOf(run);
  for (const m of run.memory)
    describeMemory(run, m);
  readVariables(run);
  groupWaits(run);
  findOperations(run);
  run.others = writtenByOthers(run);
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
  const kernel = run.definition, places = new Set(); // "what place"
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

// Which threads wait for one another: each wait gets the number of the meeting that ends it. At a barrier of several
// blocks, the two that are shown have a meeting each, and `joint` is what the two have in common.
function groupWaits(run) {
  const waiting = new Map(), alone = [[], []]; // by block, those at such barriers whose counterpart is still to come
  let meetings = 0;
  run.meetings = [];
  for (const e of run.events) {
    if (e.what === WAITS) {
      waiting.set(e.key, e);
      e.meeting = -1;
    } else if (e.what === BLOCK_MEETS || e.what === WARP_MEETS) {
      const members = [], joint = { members, events: [e] };
      let arrived = -1, ofBlocks = false;
      for (const [key, wait] of waiting) {
        const lane = key % run.threadsInBlock % WARP, warp = Math.floor(key % run.threadsInBlock / WARP);
        if (wait.block === e.block && (e.what === BLOCK_MEETS ? wait.size >= FIRST_BARRIER : wait.size < FIRST_BARRIER && warp === Math.floor(e.thread / WARP) && e.offset / 2 ** lane % 2 >= 1)) {
          wait.meeting = meetings;
          members.push(key);
          waiting.delete(key);
          arrived = Math.max(arrived, wait.number);
          ofBlocks = BARRIERS_OF_BLOCKS.includes(wait.size);
        }
      }
      e.meeting = meetings++;
      const mine = { event: e, members, joint }, other = ofBlocks && run.twoBlocks ? alone[1 - e.block].shift() : null;
      run.meetings.push(mine);
      if (other && arrived < other.event.number)
        mine.joint = other.joint = { members: [...other.members, ...members], events: [other.event, e] };
      else if (ofBlocks)
        alone[e.block].push(mine);
    }
  }
}

// The elements that an access covers: their numbers in its memory, and their bytes.
function elements(run, e) {
  const size = run.memory[e.memory].element, all = [];
  for (let at = 0; at < e.size; at += size)
    all.push({ index: Math.floor((e.offset + at) / size), shift: BigInt(8 * at), partly: e.size < size });
  return all;
}

// Only the first 16 bytes of a long access are known.
function piece(value, shift, size) {
  return value === null || shift >= 128 ? null : BigInt.asUintN(size * 8, value >> shift);
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

// The elements that blocks which are not shown, another kernel or the host wrote meanwhile: the device saw it, an access
// found another value than the last one had left, or the blocks poll what they do not write. What lies there in another
// order, and when, the page cannot know; nor what lies in an element that is written in parts.
function writtenByOthers(run) {
  const others = new Set(), last = new Map(), written = new Set(), polled = new Set();
  for (let i = 0; i < (run.others || []).length; i += 3) {
    const [memory, offset, size] = run.others.slice(i, i + 3), element = run.memory[memory].element;
    for (let index = Math.floor(offset / element); index * element < offset + size; ++index)
      others.add(memory + ':' + index);
  }
  for (const e of run.events)
    if (e.what <= ATOMIC && !e.refused)
      for (const { index, shift, partly } of elements(run, e)) {
        const name = e.memory + ':' + index, size = run.memory[e.memory].element;
        if (partly ? e.what !== LOAD : e.what !== STORE && last.has(name) && ![null, piece(e.what === ATOMIC ? e.old : e.value, shift, size)].includes(last.get(name)))
          others.add(name);
        if (!partly)
          last.set(name, piece(e.value, shift, size));
        if (e.what === STORE || e.value !== (e.what === ATOMIC ? e.old : e.value))
          written.add(name);
        else if ((e.isVolatile || e.what === ATOMIC) && !run.memory[e.memory].shared)
          polled.add(name);
      }
  for (const name of polled)
    if (!written.has(name))
      others.add(name);
  for (let before = -1; before < others.size;) {
    before = others.size;
    addOrderedByOthers(run, others);
  }
  return others;
}

// A thread that has read what others wrote may have waited for them. What it writes from then on, and another thread
// writes, too, comes in an order that the page does not know.
function addOrderedByOthers(run, others) {
  const waited = new Set(), writers = new Map();
  for (const e of run.events)
    if (e.what <= ATOMIC && !e.refused)
      for (const { index } of elements(run, e)) {
        const name = e.memory + ':' + index, by = writers.get(name) || { keys: new Set(), waited: false };
        if (e.what !== STORE && others.has(name))
          waited.add(e.key);
        if (e.what === LOAD)
          continue;
        writers.set(name, by);
        by.keys.add(e.key);
        by.waited = by.waited || waited.has(e.key);
        if (by.waited && by.keys.size > 1)
          others.add(name);
      }
}

// What lay there before, as far as it was read before anybody wrote.
function initialValues(run) {
  const initial = new Map(), known = new Set();
  for (const e of run.events)
    if (e.what <= ATOMIC && !e.refused)
      for (const { index, shift } of elements(run, e)) {
        const name = e.memory + ':' + index;
        e.unwritten = e.unwritten || (!run.lost && !known.has(name) && e.what === LOAD && run.memory[e.memory].shared && !run.others.has(name));
        if (!known.has(name) && e.what !== STORE)
          initial.set(name, piece(e.what === ATOMIC ? e.old : e.value, shift, run.memory[e.memory].element));
        if (e.what !== LOAD || !run.memory[e.memory].shared || run.lost) // shared memory begins as nothing, however often it is read
          known.add(name);
      }
  return initial;
}
