// SPDX-License-Identifier: MIT
// Visits pages of traces, one after another, as a reader would: by their buttons, keys and lists. For each it prints a
// line into #visited: "ok NAME", or "FAILED NAME: why". visit.sh runs it in a browser without a window.
'use strict';

const rounds = pages.length > 10 ? 4 : 20; // orders at random of each fixed version

class Done {}

async function visit(name, text) {
  const frame = document.createElement('iframe'), problems = [];
  frame.style.cssText = 'width:1280px;height:800px';
  // errors of the page's own script, from its first line on
  frame.srcdoc = text.replace('<head>', '<head><script>window.problems=[];onerror=m=>{problems.push(m)};console.error=m=>{problems.push(String(m))}</' + 'script>');
  document.body.append(frame);
  await new Promise(done => { frame.onload = done; });
  const page = frame.contentDocument, $ = id => page.getElementById(id);
  const expect = (is, what) => { if (!is) problems.push(what); };
  const click = id => $(id).click();
  const choose = name => {
    $('schedule').value = name;
    $('schedule').dispatchEvent(new frame.contentWindow.Event('change'));
  };
  const memory = () => [...page.querySelectorAll('#memory .cell')].map(c => c.textContent + c.className.replace(/ (reads|writes)/g, '')).join('|');
  const marked = kind => [...page.querySelectorAll('.code.' + kind + ' > .number')].map(n => n.textContent);
  const inside390 = () => {
    frame.contentWindow.scrollTo(0, 400);
    const r = $('forward').getBoundingClientRect();
    expect(r.top > 0 && r.bottom <= 844, 'on a phone the controls leave the window');
    frame.contentWindow.scrollTo(0, 0);
  };
  const trace = JSON.parse($('trace').textContent);
  // what the page itself says: a source may have any word in it
  const complete = () => !words().includes('undefined') && [...page.querySelectorAll('[data-word]')].every(e => e.textContent);
  const words = () => [...page.querySelectorAll('[data-word], #title, #subtitle, #story, #step, #verdict, #waiting, #about, #memory h3, .legend')].map(e => e.textContent).join(' ');
  try {
    expect($('title').textContent.includes(trace.kernel), 'the title does not name the kernel');
    expect($('report').textContent.length > 10, 'there is no report');
    if (!trace.any) {
      expect($('player').hidden && $('subtitle').textContent.length > 10, 'there is nothing to step through, and the page does not say so');
      throw new Done();
    }
    // the lines of the report, where it is about two accesses
    const lines = [...new Set(trace.findings.length && trace.reports.length ? trace.findings[0].parties.map(p => String(trace.places[p.place][1])) : [])];
    const all = [...marked('first-party'), ...marked('second-party')];
    // of what was compiled while the program ran, there is no file
    const source = trace.sources.some(s => s.text);
    expect(source || $('source').textContent.length > 10, 'there is no source, and the page does not say so');
    for (const line of source ? lines : [])
      expect(trace.findings.length > 1 || all.includes(line), `line ${line} of the report is not marked`);
    // without a race, the source opens at the kernel
    const rows = [...page.querySelectorAll('#source .code')], kernel = rows.find(row => row.textContent.includes('__global__') && row.textContent.includes(trace.kernel + '('));
    if ($('race').hidden && kernel) {
      const box = $('source').getBoundingClientRect(), at = kernel.getBoundingClientRect();
      expect(at.top >= box.top - 1 && at.top < box.bottom, 'the kernel is not in sight');
    }
    // the stage: at the projector's size, and at one and a half times its letters, the active line, a thread that acts, an
    // element that it touches and the controls are in the window, and nothing has to be scrolled
    for (const [width, height] of [[1280, 720], [853, 480]]) {
      frame.style.width = width + 'px';
      frame.style.height = height + 'px';
      frame.getBoundingClientRect(); // the new size holds from now on
      for (const to of ['race', 'first', 'barrier', 'last', 'back']) {
        if ($(to).hidden)
          continue;
        click(to);
        const isInside = r => r.top >= 0 && r.left >= 0 && r.bottom <= height && r.left < width && r.height > 0;
        const inside = (element, what) => {
          expect(!element || isInside(element.getBoundingClientRect()), `${width}x${height}, ${to}: ${what} leaves the window`);
        };
        inside(page.querySelector('.code.now'), 'the active line');
        inside(page.querySelector('#threads .reads, #threads .writes, #threads .refused'), 'the thread that acts');
        const touched = [...page.querySelectorAll('#memory .writes, #memory .reads')];
        inside(touched.find(c => isInside(c.getBoundingClientRect())) || touched[0], 'the memory');
        inside($('forward'), 'a button');
        inside($('slider'), 'the slider');
        inside($('step'), 'the sentence');
        expect($('story').scrollHeight <= $('story').clientHeight + 1, `${width}x${height}: the explanation is cut`);
      }
    }
    expect([...page.querySelectorAll('#memory .cell')].every(c => c.getBoundingClientRect().height >= 14 || c.offsetParent === null), 'a cell is too small');
    frame.style.cssText = 'width:390px;height:844px';
    inside390();
    expect($('more').getBoundingClientRect().top >= $('memory-section').getBoundingClientRect().bottom - 1, 'on a phone the report lies over the memory');
    expect($('story').scrollHeight <= $('story').clientHeight + 1 && $('story').scrollWidth <= 390, 'on a phone the explanation is cut');
    frame.style.cssText = 'width:1280px;height:800px';
    click('lecture-mode');
    expect($('more').getBoundingClientRect().height === 0, 'the lecture mode hides nothing');
    click('lecture-mode');
    // to the start, to the race, to the end, and back: the memory is what it was
    click('first');
    const start = memory(), first = $('step').textContent;
    if (!$('race').hidden) {
      click('race');
      expect($('step').textContent !== first, 'the race is nowhere');
      expect(!source || page.querySelectorAll('.code.now').length === 1, 'no line is the current one');
    }
    click('last');
    const end = memory();
    for (let i = 0; i < 10; ++i)
      click('back');
    const middle = memory(), there = $('slider').value;
    click('first');
    expect(memory() === start, 'the memory at the start changes by going there and back');
    click('barrier');
    click('forward');
    click('last');
    expect(memory() === end, 'the memory at the end changes by going there and back');
    click('first');
    $('slider').value = there;
    $('slider').dispatchEvent(new frame.contentWindow.Event('input'));
    expect(memory() === middle, 'the memory in between changes by going there and back');
    for (const order of ['turn', 'last', 'random']) {
      choose(order);
      click('last');
    }
    // by hand: every warp that can, until none can
    choose('choose');
    for (let i = 0; i < 10; ++i) {
      const able = page.querySelectorAll('#threads button.name:not(:disabled)');
      if (able.length === 0)
        break;
      able[i % able.length].click();
    }
    click('finish');
    choose('ran');
    // the fixed version comes out the same in any order
    let orders = 0;
    if (!$('twin').hidden) {
      click('twin');
      click('last');
      for (const order of ['turn', 'last', 'random']) {
        choose(order);
        for (let i = 0; i < (order === 'random' ? rounds : 1); ++i) {
          if (order === 'random')
            click('again');
          else
            click('last');
          expect(!$('verdict').classList.contains('wrong'), `the fixed version, ${order} ${i}: ${$('verdict').textContent}`);
          ++orders;
        }
      }
      click('twin');
    }
    const english = $('source-title').textContent;
    click('language');
    expect($('source-title').textContent !== english && page.documentElement.lang === 'zh', 'there is no Chinese');
    expect(complete(), 'a word is missing in Chinese');
    const tight = [...page.querySelectorAll('#story > p, #story li, #step')].find(e => /[\w)\]][\u4e00-\u9fff]|[\u4e00-\u9fff]\w/.test(e.textContent));
    expect(!tight, `a blank is missing in Chinese: ${tight && tight.textContent}`);
    click('language');
    expect(complete(), 'a word is missing');
    expect(page.body.scrollWidth <= 1280, 'the page is wider than its window');
  } catch (e) {
    if (!(e instanceof Done))
      problems.push(e.stack);
  }
  problems.push(...frame.contentWindow.problems);
  frame.remove();
  return problems;
}

async function visitAll() {
  for (const [name, text] of pages) {
    const problems = await visit(name, text());
    const line = document.createElement('div');
    line.textContent = problems.length ? `FAILED ${name}: ${problems.slice(0, 3).join('; ')}` : `ok ${name}`;
    document.getElementById('visited').append(line);
  }
  document.getElementById('visited').append('done');
}
visitAll();
