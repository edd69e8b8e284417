// What the page says of a run, in sentences. Nothing here needs a page: cpu_device/tests/trace/true.js compares each
// sentence with the events of the run.

class Teller {
  constructor(run, words) {
    this.run = run;
    this.words = words;
  }
  // 0–31, 33
  range(numbers) {
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
  }
  blockName(b) {
    return this.run.twoBlocks ? String(this.run.blocks[b]) : null;
  }
  threadName(e) {
    return this.words.thread(e.thread, this.blockName(e.block));
  }
  line(place) {
    return this.run.places[place][1];
  }
  elementName(m, index) {
    const name = m.columns ? `${m.short}[${Math.floor(index / m.columns)}][${index % m.columns}]` : m.size <= m.element ? m.short : this.words.element(m.short, index);
    return m.ofPeer ? this.words.ofBlock(name, m.block) : name;
  }
  nameOf(e) {
    return this.elementName(this.run.memory[e.memory], elements(this.run, e)[0].index);
  }
  waitName(kind) {
    return (kind >= FIRST_BARRIER ? this.words.barrierNames[kind - FIRST_BARRIER] : this.words.warpNames[kind]) || '?';
  }
  sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
  who(e) {
    return this.sentence(this.threadName(e));
  }

  // What a step does; `cells`: what lies in memory after it.
  describe(step, cells) {
    const { run, words } = this;
    if (step.what === BLOCK_MEETS)
      return words.allMeet;
    if (step.what === WARP_MEETS)
      return words.warpMeets;
    const events = step.events.map(o => o.event), many = events.length > 1;
    const who = this.sentence(words.warp(step.warp, this.blockName(step.block))) + ', ' + (many ? words.threadsOf(this.range(events.map(e => e.thread))) : words.thread(events[0].thread, null));
    if (step.what === WAITS)
      return words.waitsIn(who, this.waitName(events[0].size), many) + words.at(this.line(step.place));
    if (step.what === FENCE)
      return words.fences(who, events[0].size ? '__threadfence()' : '__threadfence_block()', many);
    const act = step.what === LOAD ? 'read' : step.what === STORE ? 'write' : 'atomic', m = run.memory[step.memory];
    const touched = events.flatMap(e => elements(run, e).map(x => x.index)), least = Math.min(...touched), most = Math.max(...touched);
    const what = least === most ? this.elementName(m, least) : `${this.elementName(m, least)} … ${this.elementName(m, most)}`;
    const first = step.events[0], value = step.what === LOAD ? first.got : first.value;
    const shown = least === most && m.element >= events[0].size && !events[0].refused ? ` = ${show(value, m)}` : '';
    return `${who} ${(many ? words.acts : words.act1)[act]} ${what}${shown}${words.at(this.line(step.place))}${step.what === LOAD ? this.leftBy(step, cells) : ''}${events.some(e => e.refused) ? ': ' + words.outside : ''}`;
  }

  // Who has written what a step reads; it does not change that.
  leftBy(step, cells) {
    const { run, words } = this, by = new Map();
    for (const o of step.events)
      for (const { index } of elements(run, o.event)) {
        const cell = cells.get(o.event.memory + ':' + index), e = cell && cell.by;
        if ((cell && cell.unseen) || run.others.has(o.event.memory + ':' + index) || (!e && run.lost))
          return '';
        if (e || run.memory[o.event.memory].shared)
          by.set(e ? `${e.block} ${Math.floor(e.thread / WARP)} ${e.place}` : '', e);
      }
    const all = [...by.values()];
    if (all.length === 0 || step.events.some(o => o.event.refused))
      return '';
    if (all.includes(null) || all.includes(undefined))
      return all.length === 1 ? words.leftByNobody : words.leftBySome;
    return all.length > 3 ? '' : words.leftBy(all.map(e => words.warp(Math.floor(e.thread / WARP), this.blockName(e.block)) + words.at(this.line(e.place))));
  }

  // What happened at a race, or at another end: { text, missing } for a sentence, `missing` if it names what is missing;
  // { items, ordered } for a list of such.
  story(race, replays) {
    const { run, words } = this, all = [];
    if (race && race.events.length === 2) {
      all.push(...this.pair(race));
    } else if (race && race.finding && race.events[0].what <= ATOMIC) {
      const e = race.events[0];
      all.push({ text: this.sentence(words.oneParty(this.threadName(e), words.act1[e.what === LOAD ? 'read' : e.what === STORE ? 'write' : 'atomic'], this.nameOf(e), this.line(e.place))) });
    }
    if (race && race.exited) {
      const e = race.events[0];
      all.push({ text: words.waitAt(run.threadsInBlock - race.exited.length, this.waitName(e.size), this.line(e.place), this.range(run.meetings[e.meeting].members.map(key => key % run.threadsInBlock))) });
      all.push({ text: words.exitedFirst(race.exited.length, this.range(race.exited)), missing: true });
    }
    const stuck = run.broken && !run.more && !replays ? this.stuckThreads() : [];
    if (stuck.length > 0)
      all.push({ text: words.stuck }, { items: stuck.map(text => ({ text })) });
    return all;
  }

  pair(race) {
    const { run, words } = this, all = [], [x, y] = race.events, m = run.memory[x.memory];
    const say = (text, missing) => all.push({ text, missing });
    const index = commonElement(run, race.events), name = this.elementName(m, index);
    const shown = v => show(v, m), value = e => (e.unwritten ? words.nothingYet : shown(valueOf(run, e, index)));
    const reader = x.what === LOAD ? x : y, store = reader === x ? y : x, other = reader === x ? valueOf(run, store, index) : valueBefore(run, store, index);
    if (race.lost) {
      const [u, v] = race.lost;
      say(words.lostUpdate(this.who(u.load), this.threadName(v.load), name, value(u.load), this.line(u.load.place), value(u.store), value(v.store)));
      say(this.line(u.load.place) === this.line(u.store.place) ? words.lostRemedy : words.lostRemedyLines(this.line(u.store.place)), true);
    } else if (reader.what === LOAD) {
      say(reader === x ? words.early(this.who(x), name, value(x), this.line(x.place), this.threadName(y), this.line(y.place), value(y)) : words.late(this.threadName(y), name, value(y), this.line(y.place), this.who(x), this.line(x.place), value(x)));
      if (race.harmful)
        say(words.wrongOrder(shown(other)), true);
      else if (other !== null && other !== valueOf(run, reader, index))
        say(words.otherOrderGets(shown(other)), true);
    } else {
      say(words.twoWrites(this.who(x), name, value(x), this.line(x.place), this.threadName(y), value(y), this.line(y.place)));
    }
    if (run.twoBlocks && x.block !== y.block) {
      if (!race.lost && m.shared)
        say(words.noEdge, true);
      else if (!race.lost)
        all.push({ text: words.chain }, { items: this.chain(x, y), ordered: true });
    } else if (!race.lost) {
      const waits = run.events.filter(e => e.what === WAITS && e.size >= FIRST_BARRIER && (e.key === x.key || e.key === y.key));
      const before = waits.filter(e => e.number < x.number).pop(), after = waits.find(e => e.number > y.number);
      say(words.noEdge + (before ? ' ' + words.barrierBefore(this.line(before.place)) : '') + (after ? ' ' + words.barrierAfter(this.line(after.place)) : ''), true);
    }
    if (!race.named && !race.lost && run.reported === run.launch && this.isReported(race.finding))
      say(words.alsoNamed(race.finding.parties.map(p => p.thread), race.harmful));
    return all;
  }

  // Whether a report names the two threads of a finding. One report may be of several findings, and names those of one.
  isReported(finding) {
    const [x, y] = this.run.block, index = t => `(${t % x},${Math.floor(t / x) % y},${Math.floor(t / x / y)})`;
    const says = (text, p) => text.split('\n').some(l => l.includes(index(p.thread)) && new RegExp(`:${this.line(p.place)}\\b`).test(l));
    return finding.parties.every(p => p.thread >= 0) && this.run.reports.some(text => finding.parties.every(p => says(text, p)));
  }

  // What stands between a store in one block and an access in another: fence, strong access, strong access, fence.
  chain(x, y) {
    const { run, words } = this, [w, r] = x.what !== LOAD ? [x, y] : [y, x], items = [];
    const item = (text, missing) => items.push({ text, missing });
    const mine = e => run.events.filter(o => o.key === e.key);
    const isStrong = o => o.what === ATOMIC || (o.what <= ATOMIC && o.isVolatile);
    const last = list => list[list.length - 1], isBarrier = o => o.what === WAITS && o.size >= FIRST_BARRIER;
    // the writer's own strong access, or that of another thread of its block, to which a barrier hands the store on
    const after = mine(w).filter(o => o.number > w.number), left = after.find(isBarrier);
    const meets = left && run.events.find(o => o.what === BLOCK_MEETS && o.block === w.block && o.number > left.number);
    const released = after.find(isStrong) || (meets &&
      run.events.find(o => o.block === w.block && o.number > meets.number && isStrong(o)));
    // the same for the reader, the other way round
    const ahead = mine(r).filter(o => o.number < r.number), barrier = last(ahead.filter(isBarrier));
    const met = barrier && run.events.find(o => o.what === BLOCK_MEETS && o.block === r.block && o.number > barrier.number);
    const acquired = last(ahead.filter(isStrong)) || (met &&
      last(run.events.filter(o => o.block === r.block && o.number < met.number && isStrong(o))));
    item(words.link_write(this.who(w), this.nameOf(w), this.line(w.place)));
    const fence = list => list.some(o => o.what === FENCE && o.size);
    if (!released) {
      item(words.link_nothing, true);
    } else {
      const has = fence(mine(released).filter(o => o.number > w.number && o.number < released.number));
      if (released.key !== w.key)
        item(this.waitName(left.size));
      item(has ? words.link_fence() : words.link_nofence, !has);
      item(words.link_strong(this.who(released), this.nameOf(released), this.line(released.place)));
    }
    if (!acquired) {
      item(words.link_nothing_read, true);
    } else {
      const has = fence(mine(acquired).filter(o => o.number > acquired.number && o.number < r.number));
      item(words.link_strong(this.who(acquired), this.nameOf(acquired), this.line(acquired.place)));
      item(has ? words.link_fence() : words.link_nofence, !has);
      if (acquired.key !== r.key)
        item(this.waitName(barrier.size));
    }
    item(words.link_read(this.who(r), this.nameOf(r), this.line(r.place)));
    return items;
  }

  // The waits that nothing ends, by where they are.
  stuckWaits() {
    const places = new Map(), last = new Map();
    for (const e of this.run.events)
      if (e.what === WAITS)
        last.set(e.key, e);
    for (const e of last.values())
      if (e.meeting < 0) {
        const name = e.place + ':' + e.size;
        places.set(name, [...(places.get(name) || []), e]);
      }
    return [...places.values()];
  }
  stuckThreads() {
    return this.stuckWaits().map(all => this.words.waitAt(all.length, this.waitName(all[0].size), this.line(all[0].place), this.range(all.map(e => e.thread))));
  }
}
