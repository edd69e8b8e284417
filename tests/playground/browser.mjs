// SPDX-License-Identifier: MIT
// Chromium without a window, and a web server for a folder, for the tests of the playground; webdriver.mjs has other browsers.
// Chromium is told what to do over a pipe (--remote-debugging-pipe): messages in JSON, each of which ends with a 0.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { serverOf } from '../../apps/playground/serve.mjs';

// Serves the folder, all of it at so many bytes a second; `asked` has the path of each request. close() makes it unreachable.
export async function serve(folder, rate = Infinity) {
  const asked = [];
  let free = 0; // when the line is free again, in milliseconds
  const slowed = () => new Transform({
    transform(piece, encoding, done) {
      free = Math.max(free, Date.now()) + 1000 * piece.length / rate;
      setTimeout(done, free - Date.now(), null, piece);
    },
  });
  const server = serverOf(folder, rate === Infinity ? undefined : content => content.pipe(slowed()));
  server.on('request', request => asked.push(decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html')));
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close };
}

// What tabs of all browsers have.
export class Page {
  // Waits until the expression is true; the page may be one that is just being left.
  async until(expression, seconds = 120) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.evaluate(expression).catch(() => false))
        return;
      await new Promise(later => setTimeout(later, 50));
    }
    throw new Error(`after ${seconds} seconds not yet: ${expression}`);
  }

  click(selector) {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  }

  textOf(selector) {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);
  }
}

export class Browser {
  #process;
  #profile = fs.mkdtempSync(path.join(os.tmpdir(), 'playground.'));
  #waiting = new Map();
  #number = 0;
  #listeners = [];
  #tabs = [];
  #asked = new Set();

  constructor() {
    this.#process = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--remote-debugging-pipe', '--lang=en', `--user-data-dir=${this.#profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    let read = '';
    this.#process.stdio[4].setEncoding('utf8').on('data', text => {
      const messages = (read + text).split('\0');
      read = messages.pop();
      for (const message of messages)
        this.#hear(JSON.parse(message));
    });
  }

  #hear(message) {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting === undefined)
      this.#listeners.forEach(listener => listener(message));
    else if (message.error)
      waiting.reject(new Error(message.error.message));
    else
      waiting.resolve(message.result);
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  async start() {
    this.listen(({ method, params }) => method === 'Network.requestWillBeSent' && this.#asked.add(params.request.url));
    return this;
  }

  async open(width, height) {
    const tab = await Tab.open(this, width, height);
    this.#tabs.push(tab);
    return tab;
  }

  // The addresses that pages have asked for.
  async asked() {
    return [...this.#asked];
  }

  // The errors that pages had.
  async problems() {
    return this.#tabs.flatMap(tab => tab.problems);
  }

  ask(method, params = {}, sessionId = undefined) {
    const id = ++this.#number;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  get pid() {
    return this.#process.pid;
  }

  async close() {
    const ended = new Promise(exit => this.#process.once('exit', exit));
    this.ask('Browser.close').catch(() => {}); // and its other processes, which write to the profile
    await ended;
    fs.rmSync(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

// A tab, with the errors that its page had.
export class Tab extends Page {
  problems = [];

  static async open(browser, width, height) {
    const tab = new Tab(), { targetId } = await browser.ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.ask('Target.attachToTarget', { targetId, flatten: true });
    tab.ask = (method, params) => browser.ask(method, params, sessionId);
    tab.close = () => browser.ask('Target.closeTarget', { targetId });
    browser.listen(({ method, params, sessionId: from }) => {
      if (from !== sessionId)
        return;
      if (method === 'Runtime.exceptionThrown')
        tab.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
        tab.problems.push(params.args.map(a => a.value ?? a.description).join(' '));
      if (method === 'Log.entryAdded' && params.entry.level === 'error')
        tab.problems.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    });
    for (const domain of ['Page', 'Runtime', 'Log', 'Network'])
      await tab.ask(`${domain}.enable`);
    await tab.ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
    return tab;
  }

  go(url) {
    return this.ask('Page.navigate', { url });
  }

  // The value of an expression in the page.
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Runs statements in the page.
  perform(statements) {
    return this.evaluate(`{ ${statements} }`);
  }

  // As a user: puts the text in place of all that is in the element.
  async type(selector, text) {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    await this.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2, commands: ['selectAll'] });
    await this.ask('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2 });
    await this.ask('Input.insertText', { text });
  }

  // Ctrl and a key, in the element.
  async key(selector, key) {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    const code = key === 'Enter' ? { code: 'Enter', windowsVirtualKeyCode: 13 } : { code: `Key${key.toUpperCase()}`, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
    for (const type of ['rawKeyDown', 'keyUp'])
      await this.ask('Input.dispatchKeyEvent', { type, key, ...code, modifiers: 2 });
  }

  // The language that a page is asked for, from the next visit on.
  async speak(language) {
    await this.ask('Emulation.setUserAgentOverride', { userAgent: await this.evaluate('navigator.userAgent'), acceptLanguage: language });
  }

  darken() {
    return this.ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
  }

  bringToFront() {
    return this.ask('Page.bringToFront');
  }

  async picture(file) {
    const { data } = await this.ask('Page.captureScreenshot');
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
}
