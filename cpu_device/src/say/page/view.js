// The view of one step of a schedule, and what the reader does.

// C++ with CUDA's own words.
const CUDA = Prism.languages.extend('cpp', {});
CUDA.keyword = [].concat(CUDA.keyword, /\b__(?:global|device|host|shared|constant|managed|launch_bounds|restrict|grid_constant|noinline|forceinline)__\b/);
CUDA.builtin = /\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|dim3|__(?:sync|thread|shfl|ballot|any|all|match|activemask)\w*|atomic\w+)\b/;

if (typeof document !== 'undefined')
  startPage();

function startPage() {
  const $ = id => document.getElementById(id);
  const json = JSON.parse($('trace').textContent), broken = readRun(json), fixed = json.fixed ? readRun(json.fixed) : null;
  let words = WORDS.en, run = broken, tell = new Teller(run, words), schedule, position = 0, playing = 0, replay = null, seed = 1, races = [], race = null;
  // The state after `position` steps, and what undoes each step.
  let cells, state, undo, marked = [], chosenThread = null;
  // What is to be drawn again: all, or what has changed since it was drawn, and what was marked then.
  let redraw = true, changed = { lanes: new Set(), cells: new Set() };

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className)
      element.className = className;
    if (text !== undefined)
      element.textContent = text;
    return element;
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
    redraw = true;
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
      for (const [name, cell] of changes(run, o, cells, schedule.replay)) {
        before.push([cells, name, cells.get(name)]);
        cells.set(name, cell);
      }
    }
    undo.push(before);
    noteChanges(before);
    ++position;
  }

  function noteChanges(list) {
    for (const [where, key] of list)
      (where === state ? changed.lanes : changed.cells).add(key);
  }

  function goBack() {
    const before = undo.pop().reverse();
    noteChanges(before);
    for (const [where, key, was] of before)
      if (was === undefined)
        where.delete(key);
      else
        where.set(key, was);
    --position;
  }

  function move(to) {
    to = Math.max(0, Math.min(schedule.steps.length, to));
    while (position > to)
      goBack();
    while (position < to)
      apply(schedule.steps[position]);
  }

  function go(to) {
    move(to);
    render();
  }

  // For a key that is held down: the page is drawn once a frame, however often the key repeats.
  let frame = 0;
  function goSoon(to) {
    move(to);
    frame = frame || requestAnimationFrame(() => {
      frame = 0;
      render();
    });
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
    const lines = race && race.finding ? race.finding.parties.map(p => `${run.sources[run.places[p.place][0]].name}:${tell.line(p.place)}`) : [];
    const about = reports.findIndex(text => lines.length > 0 && lines.every(l => new RegExp(l.replace(/[.+]/g, '\\$&') + '\\b').test(text)));
    if (about > 0) // the one that the page is about comes first
      reports.unshift(...reports.splice(about, 1));
    $('report').textContent = reports[0];
    $('earlier').textContent = run.reported < run.launch ? words.earlierReport(run.reported) : '';
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

  function tellStory() {
    const said = item => make(item.ordered ? 'ol' : item.items ? 'ul' : 'p', item.missing ? 'missing' : '', item.text);
    $('story').replaceChildren(...tell.story(race, schedule.replay).map(item => {
      const element = said(item);
      for (const inner of item.items || [])
        element.append(make('li', inner.missing ? 'missing' : '', inner.text));
      return element;
    }));
    const buttons = make('p');
    const add = (text, act) => {
      const button = make('button', '', text);
      button.type = 'button';
      button.onclick = act;
      buttons.append(button, ' ');
    };
    if (race && race.events.length === 2)
      for (const [e, text] of [[race.events[0], words.seeRead], [race.events[1], words.seeWrite]])
        add(text, () => {
          choose('ran');
          go(stepOfEvent(e));
        });
    if (canTurnRound())
      add(words.otherOrder, () => choose('pair'));
    if (races.length > 1) {
      const at = races.indexOf(race);
      buttons.append(words.finding(at + 1, races.length) + ' ');
      add(words.nextFinding, () => {
        choosePair((at + 1) % races.length);
        go(stepOfEvent(race.events[0]));
      });
    }
    if (buttons.hasChildNodes())
      $('story').append(buttons);
  }

  // Whether the two accesses can be replayed the other way round.
  function canTurnRound() {
    return run === broken && race !== null && race.events.length === 2 && !race.lost && race.events[0].block === race.events[1].block;
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
    const waits = run.broken && !run.more ? tell.stuckWaits() : [];
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
    redraw = true;
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
              redraw = true;
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
    redraw = true;
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
      const title = make('h3', '', (m.shared ? words.sharedArray(run.twoBlocks || m.ofPeer ? words.ofBlock(m.name, m.block) : m.name, words.types[m.shownAs], m.size) : words.globalArray(m.name === m.short ? m.name : `${m.short} (${m.name})`, words.types[m.shownAs])));
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
      box.classList.toggle('wide', wrap > fits);
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
            if (race && race.events[0].what <= ATOMIC && race.events[0].memory === i && commonElement(run, race.events) === index)
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
    for (const [e] of run.broken && !run.more ? run.stuck ??= tell.stuckWaits() : [])
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
      row.append(make('th', '', tell.sentence(words.thread(r.key % run.threadsInBlock, tell.blockName(Math.floor(r.key / run.threadsInBlock))))));
      for (const n of names) {
        const v = r.variables.get(n), now = v && r.last.event.number === v.changed;
        row.append(make('td', now && actors.has(r.key) ? 'changed' : '', !v ? '' : r.last.differs ? '≠' : showVariable(v)));
      }
      table.append(row);
    }
    box.append(table);
  }

  const warpColour = e => `hsl(${(Math.floor(e.thread / WARP) * 137 + e.block * 60) % 360} 65% 50%)`;

  // The address names the step. (A page in a frame may have no address of its own.)
  let naming = 0;
  function nameStep() {
    if (playing)
      return;
    try {
      history.replaceState(null, '', $('link').getAttribute('href'));
    } catch {}
  }

  function render() {
    const step = position > 0 ? schedule.steps[position - 1] : null;
    $('slider').max = schedule.steps.length;
    $('slider').value = position;
    const text = step ? words.stepOf(position, schedule.steps.length) + tell.describe(step, cells) : words.start;
    $('step').textContent = text;
    $('slider').setAttribute('aria-valuetext', text);
    $('link').href = '#step=' + position + ($('schedule').value === 'ran' ? '' : '&schedule=' + $('schedule').value) + (document.documentElement.classList.contains('lecture') ? '&lecture' : '');
    clearTimeout(naming);
    naming = setTimeout(nameStep, 150); // a browser takes some changes of the address a second, not each of a held key
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
    for (const key of redraw ? laneElements.keys() : new Set([...changed.lanes, ...acting.keys()])) {
      const element = laneElements.get(key);
      if (!element)
        continue;
      const s = state.get(key), o = acting.get(key);
      const now = o && o.event.what <= ATOMIC ? (o.event.refused ? 'refused' : o.event.what === LOAD ? 'reads' : 'writes') : s && s.waits ? 'waits' : (!s || s.left === 0) && !run.more ? 'done' : '';
      const other = o && o.event.what === LOAD && o.got !== o.event.value;
      element.className = 'lane ' + now + (other ? ' other' : '') + (key === chosenThread ? ' chosen' : '');
      element.textContent = other ? '≠' : '';
      element.title = words.thread(key % run.threadsInBlock, tell.blockName(Math.floor(key / run.threadsInBlock))) + (s && s.waits ? ': ' + tell.waitName(s.waits.size) + words.at(tell.line(s.waits.place)) : '');
    }
    for (const { name, block, warp } of warpElements)
      if (replay)
        name.disabled = replay.lanes(block, warp).length === 0;
    const waiting = new Map();
    for (const [key, s] of state)
      if (s.waits) {
        const at = s.waits.place + ':' + s.waits.size;
        (waiting.get(at) || waiting.set(at, []).get(at)).push({ key, wait: s.waits });
      }
    $('waiting').replaceChildren(...[...waiting.values()].map(all => make('li', '', words.waitAt(all.length, tell.waitName(all[0].wait.size), tell.line(all[0].wait.place), tell.range(all.map(w => w.key % run.threadsInBlock))))));
    // the memory
    const reads = new Set(), writes = new Set();
    for (const o of step ? step.events : [])
      if (o.event.what <= ATOMIC && !o.event.refused)
        for (const { index } of elements(run, o.event))
          (o.event.what === LOAD ? reads : writes).add(o.event.memory + ':' + index);
    for (const name of redraw ? cellElements.keys() : new Set([...changed.cells, ...reads, ...writes])) {
      const element = cellElements.get(name);
      if (!element)
        continue;
      const cell = cells.get(name), m = run.memory[Number(name.split(':')[0])];
      const empty = cell === undefined || (cell.by === null && !cell.unseen && m.shared && !run.lost), shown = empty ? '' : show(cell.value, m);
      element.textContent = shown;
      const keep = element.classList.contains('at-race') ? ' at-race' : '';
      const differs = !empty && cell.value === null;
      element.className = 'cell' + (writes.has(name) ? ' writes' : reads.has(name) ? ' reads' : '') + (empty && !run.lost && !run.others.has(name) ? ' unwritten' : '') + (differs ? ' differs' : '') + keep;
      element.style.borderBottomColor = cell && cell.by ? warpColour(cell.by) : '';
      element.title = tell.elementName(m, Number(name.split(':')[1])) + (empty ? ': ' + (run.lost ? words.earlier : run.others.has(name) ? words.initial : words.unwritten) : ` = ${shown}, ` + (cell.by ? words.writtenBy(tell.threadName(cell.by), tell.line(cell.by.place)) : words.initial) + (differs ? '; ' + words.unknown : ''));
    }
    redraw = false;
    changed = { lanes: new Set(acting.keys()), cells: new Set([...reads, ...writes]) }; // whose marks go next time
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
      out.textContent = schedule.replay && j.whole ? words.verdictNone : '';
      return;
    }
    const [memory, index] = j.shown.split(':').map(Number), m = run.memory[memory], name = tell.elementName(m, index);
    const value = j.value === null || j.value === undefined ? '' : show(j.value, m);
    if (j.wrong.length === 0 && j.unknown) {
      out.textContent = words.verdictUnknown(name);
    } else if (j.wrong.length === 0) {
      out.textContent = j.right ? words.verdictRight(name, value) : schedule.replay && j.whole ? words.verdictSame : '';
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
    const after = first.events.indexOf(y);
    while (first.at <= after && (turned.runThread(y.key) || turned.warps().some(w => w.warp !== Math.floor(x.thread / WARP) && turned.runWarp(w.block, w.warp))));
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
    tell = new Teller(run, words);
    races = findRaces(run, which === broken ? fixed : null);
    choosePair(0);
  }

  // Shows one of the findings.
  function choosePair(number) {
    race = races[number] || null;
    $('schedule').querySelector('[value=pair]').hidden = !canTurnRound();
    chosenThread = null;
    schedule = recordedSchedule(run);
    drawSource();
    drawMemory();
    const kernel = run.definition && (sourceLines[run.definition.source] || [])[run.definition.first];
    if (kernel) // a source may be long, and the first step is of no line
      $('source').scrollTop += kernel.getBoundingClientRect().top - $('source').getBoundingClientRect().top;
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
      if (event.repeat && (key === 'forward' || key === 'back'))
        goSoon(position + (key === 'forward' ? 1 : -1));
      else
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
    tell = new Teller(run, words);
    try {
      localStorage.setItem('language', words === WORDS.zh ? 'zh' : 'en');
    } catch {} // then the next page asks the browser again
  }

  // Takes the step and the schedule from the address: #step=12&schedule=turn
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
    tell = new Teller(run, words = WORDS.zh);
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
