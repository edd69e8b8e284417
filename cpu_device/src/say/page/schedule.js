// Schedules: the order of the recorded run, or a replay of its threads in another order. And the race: which accesses of a
// run the page is about.

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
    const after = lanes.reduce((a, b) => (line(b) < line(a) ? b : a)), next = after.events[after.at];
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
    const { joint } = this.run.meetings[e.meeting], came = (this.came.get(joint) || 0) + 1;
    this.came.set(joint, came);
    if (came === joint.members.length) {
      for (const key of joint.members)
        this.threads.get(key).waits = -2;
      for (const event of joint.events)
        this.order.push({ event, value: null, got: null });
    }
  }
  access(thread, e, o) {
    const m = this.run.memory[e.memory];
    let now = 0n, known = true, others = false; // what others write meanwhile: any value may lie there
    for (const { index, shift } of elements(this.run, e)) {
      const name = e.memory + ':' + index, cell = this.cells.get(name);
      others = others || this.run.others.has(name);
      if (cell === undefined || cell === null)
        known = cell === undefined && e.what === STORE;
      else
        now |= cell << shift;
    }
    if (e.what === LOAD) {
      o.got = others ? null : e.size < m.element ? e.value : known ? now : null; // nobody has written there yet
      thread.differs = thread.differs || o.got !== e.value;
      thread.loads.set(e.number, o.got);
      return;
    }
    if (e.what === ATOMIC) {
      o.value = this.update(e, m, known && !others && !thread.differs ? now : null);
      const used = !/^\s*(\w+::)*atomic\w+\s*\(/.test(lineText(this.run, e.place));
      thread.differs = thread.differs || (used && (others || (known && now !== e.old)));
    } else if (thread.differs) {
      o.value = this.computed(thread, e, m);
    }
    for (const { index, shift } of elements(this.run, e))
      this.cells.set(e.memory + ':' + index, others ? null : piece(o.value, shift, m.element));
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

// What an event leaves in the cells: [name, cell] for each that it changes. A load of the recorded run that gets
// something else than what the page knows says that somebody has written there whom the page does not show.
function changes(run, o, cells, replay) {
  const e = o.event, size = e.what <= ATOMIC ? run.memory[e.memory].element : 0;
  if (e.what > ATOMIC || e.refused)
    return [];
  if (e.what !== LOAD)
    return elements(run, e).map(({ index, shift }) => [e.memory + ':' + index, { value: piece(o.value, shift, size), by: e }]);
  return elements(run, e).filter(x => !replay && !x.partly).flatMap(({ index, shift }) => {
    const name = e.memory + ':' + index, value = piece(e.value, shift, size), cell = cells.get(name);
    return cell && (run.others.has(name) || (cell.value !== value && (cell.by || !run.memory[e.memory].shared))) ? [[name, { value, by: null, unseen: true }]] : [];
  });
}

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

// The results that differ between a schedule and the right run; `fixed`: the right one, or null. None of those that others
// write, too.
function judge(run, schedule, fixed) {
  const right = fixed ? finalCells(fixed, recordedSchedule(fixed)) : finalCells(run, recordedSchedule(run));
  const cells = finalCells(run, schedule), written = results(run), all = written.filter(name => right.has(name) && !run.others.has(name) && !(fixed && fixed.others.has(name)));
  const known = name => cells.get(name) !== null && cells.get(name) !== undefined;
  const unknown = all.find(name => !known(name)), wrong = all.filter(name => known(name) && cells.get(name) !== right.get(name)), shown = wrong[0] || unknown || all[0];
  return { all, wrong, unknown, whole: all.length === written.length, right: !!fixed, shown, value: shown && cells.get(shown), wanted: shown && right.get(shown) };
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

// What an access read or wrote of an element; null: it is not known.
function valueOf(run, e, index) {
  const at = elements(run, e).find(x => x.index === index);
  return at ? piece(e.value, at.shift, run.memory[e.memory].element) : null;
}

// What lay in an element before a store to it; null: the events do not say.
function valueBefore(run, store, index) {
  if (run.others.has(store.memory + ':' + index))
    return null;
  let before = run.initial.get(store.memory + ':' + index);
  for (const e of run.events) {
    if (e === store)
      break;
    if (e.what <= ATOMIC && e.what !== LOAD && !e.refused && e.memory === store.memory && elements(run, e).some(x => x.index === index))
      before = valueOf(run, e, index);
  }
  return before === undefined ? null : before;
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

// The first element that the accesses of a race have in common: one of them may begin before it.
function commonElement(run, [x, y]) {
  const all = elements(run, x);
  return (all.find(p => y && elements(run, y).some(q => q.index === p.index)) || all[0]).index;
}

// Whether a read, of two accesses in this order, gets another value than in the other order.
function harms(run, [x, y], store) {
  const index = commonElement(run, [x, y]);
  const before = store === x ? valueBefore(run, store, index) : valueOf(run, x, index), stored = valueOf(run, store, index);
  return before !== null && stored !== null && before !== stored;
}

// The two accesses of a finding, the one that happened first in front: a pair that led to a wrong value, if there is one;
// else that of the report. Of a finding with one party its access. Null: none is among the events.
function raceOf(run, f, fixed, epoch) {
  const [a, b] = f.parties;
  const of = p => e => e.what <= ATOMIC && e.place === p.place && (e.what !== LOAD) === p.writes && e.memory === f.memory;
  if (!b)
    return accessOf(run, f);
  const lost = lostUpdate(run, f, epoch);
  if (lost)
    return { finding: f, events: [lost[1].load, lost[1].store], lost, harmful: true };
  const between = run.twoBlocks && /blocks|cluster|volatile/.test(f.what), joint = between ? jointEpochs(run) : null;
  const firsts = run.events.filter(of(a)), seconds = run.events.filter(of(b)), cells = new Map();
  for (const e of seconds) // by byte, since the two may differ in size
    for (let at = e.offset; at < e.offset + e.size; ++at)
      (cells.get(at) || cells.set(at, []).get(at)).push(e);
  let best = null, most = -1, looked = 0;
  for (const x of firsts)
    for (const y of overlapping(cells, x)) {
      const sameThread = x.thread === y.thread && a.thread !== b.thread; // else it is one thread's old load
      if (x === y || (between ? x.block === y.block || joint[x.number] !== joint[y.number] : x.block !== y.block || sameThread || epoch[x.number] !== epoch[y.number]))
        continue;
      const events = x.number < y.number ? [x, y] : [y, x], store = events.find(e => e.what !== LOAD), reads = events.some(e => e.what === LOAD);
      const named = a.thread === x.thread && b.thread === y.thread;
      let points = 2 * named + (Math.floor(x.thread / WARP) !== Math.floor(y.thread / WARP)), first = null;
      if (reads && (named || looked < 4000)) {
        ++looked;
        first = intendedFirst(run, fixed, x, y, epoch);
        points += 8 * (first === events[1] && harms(run, events, store));
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
  return best || accessOf(run, f);
}

// An access of the finding, where there is no second one: by the thread that is named, of that element if there is one.
function accessOf(run, f) {
  for (const p of f.parties) {
    const by = run.events.filter(e => e.what <= ATOMIC && e.place === p.place && (e.thread === p.thread || p.thread < 0) && (e.what === ATOMIC || (e.what === STORE) === p.writes));
    const only = by.find(e => e.memory === f.memory && f.offset >= e.offset && f.offset < e.offset + e.size) || by.find(e => e.memory === f.memory) || by[0];
    if (only)
      return { finding: f, events: [only] };
  }
  return null;
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

// By event: how often its block has met the other one before.
function jointEpochs(run) {
  const met = [0, 0];
  return run.events.map(e => {
    met[e.block] += e.what === BLOCK_MEETS && run.meetings[e.meeting].joint.events.length > 1;
    return met[e.block];
  });
}

// By event: how often its block has met before.
function epochs(run) {
  const met = [0, 0];
  return run.events.map(e => {
    met[e.block] += e.what === BLOCK_MEETS;
    return met[e.block];
  });
}
