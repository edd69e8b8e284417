// SPDX-License-Identifier: MIT
// Firefox and WebKitGTK's MiniBrowser for the tests of the playground, with the same methods as Chromium has in browser.mjs.
// Both are told what to do by WebDriver's commands. Firefox takes them by its Marionette, a socket, and lets a test change and
// read the browser itself; WebKit has a driver with a web server, needs a display (Xvfb), and can only be visited.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Browser, Page } from './browser.mjs';

const later = time => new Promise(resolve => setTimeout(resolve, time));

// Its first value that is not null.
async function eventually(get, what, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await later(50)) {
    const value = await get();
    if (value !== null)
      return value;
  }
  throw new Error(`after ${seconds} seconds not yet: ${what}`);
}

// A tab. The browser has one that takes commands, so each command is sent to the right one.
class WebDriverTab extends Page {
  problems = [];
  #window;

  constructor(browser, window) {
    super();
    this.browser = browser;
    this.#window = window;
  }

  ask(command, parameters) {
    return this.browser.askTab(this.#window, command, parameters);
  }

  async go(url) {
    await this.ask('Navigate', { url });
  }

  evaluate(expression) {
    return this.perform(`return (${expression}\n)`);
  }

  async perform(statements) {
    return (await this.ask('ExecuteScript', { script: statements, args: [] })).value;
  }

  // All the text is replaced, in the editor as by pasting: keys would be indented there.
  async type(selector, text) {
    await this.key(selector, 'a');
    await this.perform(`const field = document.querySelector(${JSON.stringify(selector)}), data = ${JSON.stringify(text)};
      if (field.isContentEditable)
        field.dispatchEvent(new ClipboardEvent('paste', { dataType: 'text/plain', data, bubbles: true, cancelable: true }));
      else
        document.execCommand('insertText', false, data);`);
  }

  async key(selector, key) {
    await this.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    const keys = ['\uE009', key === 'Enter' ? '\uE007' : key];
    const actions = [...keys.map(value => ({ type: 'keyDown', value })), ...keys.reverse().map(value => ({ type: 'keyUp', value }))];
    await this.ask('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async picture(file) {
    fs.writeFileSync(file, Buffer.from((await this.ask('TakeScreenshot', { full: false })).value, 'base64'));
  }

  async close() {
    await this.ask('CloseWindow');
  }

  bringToFront() {
    return this.ask('GetTitle'); // asking it shows it
  }
}

class WebDriverBrowser {
  #last = Promise.resolve();
  #current = '';
  #home; // the browser's own window, which stays
  #isFree = true; // it is nobody's tab yet

  // One command after the other.
  ask(command, parameters = {}) {
    const answer = this.#last.then(() => this.send(command, parameters));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async askTab(window, command, parameters) {
    if (this.#current !== window)
      await this.ask('SwitchToWindow', { handle: window });
    this.#current = window;
    const answer = await this.ask(command, parameters);
    if (command === 'CloseWindow') // without one, the browser opens no other
      await this.ask('SwitchToWindow', { handle: this.#current = this.#home });
    return answer;
  }

  async begin(capabilities) {
    await this.ask('NewSession', capabilities);
    this.#current = this.#home = (await this.ask('GetWindowHandle')).value;
  }

  // A tab of that size; the first is the browser's own.
  async newTab() {
    const handle = this.#isFree ? this.#home : (await this.ask('NewWindow', { type: 'tab' })).handle;
    this.#isFree = false;
    return new WebDriverTab(this, handle);
  }

  async end(child, profile) {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    await this.finish().catch(() => {});
    await ended;
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

const PREFERENCES = {
  'marionette.port': 0, // any
  'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false, 'intl.accept_languages': 'en',
  'browser.startup.page': 0, 'app.update.auto': false, 'network.captive-portal-service.enabled': false,
};

// In the browser itself: which address each page asks for, and which errors pages have; and files as users' browsers take them,
// which Marionette changes.
const WATCH = `Services.prefs.setBoolPref('security.fileuri.strict_origin_policy', true);
  window.playgroundAsked = [];
  window.playgroundObserver = { observe(channel) {
    channel.QueryInterface(Ci.nsIHttpChannel);
    if (!channel.loadInfo.triggeringPrincipal?.isSystemPrincipal)
      window.playgroundAsked.push(channel.URI.spec);
  } };
  Services.obs.addObserver(window.playgroundObserver, 'http-on-modify-request');
  Services.console.reset();`;
const ERRORS = `return Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError && !(m.flags & Ci.nsIScriptError.warningFlag)
    && /^(http:..127|blob:|file:)/.test(m.sourceName)).map(m => m.errorMessage + ' ' + m.sourceName + ':' + m.lineNumber);`;

class FirefoxTab {
  // A width that is too small for a window is that of the page in it.
  static async open(browser, width, height) {
    const tab = await browser.newTab();
    await tab.ask('SetWindowRect', { width: Math.max(width, 600), height: height + 90 });
    await tab.ask('GetTitle');
    await browser.inBrowser(`const page = gBrowser.selectedBrowser; page.style.width = page.style.maxWidth = page.style.minWidth = '${width}px';
      page.style.height = page.style.maxHeight = page.style.minHeight = '${height}px'; gBrowser.tabpanels.style.alignItems = 'start';`);
    return Object.assign(tab, {
      speak: language => browser.prefer('intl.accept_languages', language),
      darken: () => browser.prefer('layout.css.prefers-color-scheme.content-override', 0),
    });
  }
}

class Firefox extends WebDriverBrowser {
  #profile = fs.mkdtempSync(path.join(os.tmpdir(), 'playground.'));
  #process;
  #socket;
  #waiting = new Map();
  #number = 0;

  async start() {
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
    fs.writeFileSync(path.join(this.#profile, 'user.js'), lines.join(''));
    this.#process = spawn('firefox', ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', this.#profile, 'about:blank'], { stdio: 'ignore' });
    process.once('exit', () => this.#process.kill());
    const portFile = path.join(this.#profile, 'MarionetteActivePort');
    const port = await eventually(() => fs.existsSync(portFile) && fs.readFileSync(portFile, 'utf8').trim() || null, 'Firefox listens');
    this.#socket = net.connect(Number(port), '127.0.0.1');
    this.#listen();
    await this.begin({ capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    await this.ask('SetTimeouts', { script: 600000, pageLoad: 600000 });
    await this.inBrowser(WATCH);
    return this;
  }

  // Messages are LENGTH:[1, number, error, result]; the first is a greeting.
  #listen() {
    let read = Buffer.alloc(0);
    this.#socket.on('data', piece => {
      read = Buffer.concat([read, piece]);
      for (let colon; (colon = read.indexOf(':')) >= 0;) {
        const end = colon + 1 + Number(read.subarray(0, colon));
        if (read.length < end)
          return;
        this.#hear(JSON.parse(read.subarray(colon + 1, end)));
        read = read.subarray(end);
      }
    });
  }

  #hear(message) {
    if (!Array.isArray(message))
      return;
    const [, number, error, result] = message, { resolve, reject } = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error)
      reject(new Error(error.message));
    else
      resolve(result);
  }

  send(command, parameters) {
    const number = ++this.#number, text = JSON.stringify([0, number, command.includes(':') ? command : `WebDriver:${command}`, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  // Runs a script as a part of the browser.
  async inBrowser(script) {
    await this.ask('Marionette:SetContext', { value: 'chrome' });
    try {
      return (await this.ask('ExecuteScript', { script, args: [] })).value;
    } finally {
      await this.ask('Marionette:SetContext', { value: 'content' });
    }
  }

  prefer(name, value) {
    return this.inBrowser(`Services.prefs.set${typeof value === 'number' ? 'Int' : 'String'}Pref(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  }

  open(width, height) {
    return FirefoxTab.open(this, width, height);
  }

  get pid() {
    return this.#process.pid;
  }

  asked() {
    return this.inBrowser('return window.playgroundAsked');
  }

  problems() {
    return this.inBrowser(ERRORS);
  }

  finish() {
    return this.ask('Marionette:Quit', { flags: ['eForceQuit'] });
  }

  close() {
    return this.end(this.#process, this.#profile);
  }
}

// WebDriver's commands as its web server takes them.
const OVER_HTTP = {
  NewSession: ['POST', ''], DeleteSession: ['DELETE', ''], Navigate: ['POST', '/url'], ExecuteScript: ['POST', '/execute/sync'],
  PerformActions: ['POST', '/actions'], TakeScreenshot: ['GET', '/screenshot'], GetWindowHandle: ['GET', '/window'], GetTitle: ['GET', '/title'],
  SwitchToWindow: ['POST', '/window'], NewWindow: ['POST', '/window/new'], CloseWindow: ['DELETE', '/window'],
  SetTimeouts: ['POST', '/timeouts'], SetWindowRect: ['POST', '/window/rect'],
};

class WebKit extends WebDriverBrowser {
  #profile = fs.mkdtempSync(path.join(os.tmpdir(), 'playground.'));
  #process;
  #address;
  #session = '';

  async start() {
    const port = await new Promise(found => {
      const server = net.createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = server.address();
        server.close(() => found(free));
      });
    });
    this.#process = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, HOME: this.#profile, LANG: 'C.UTF-8' } });
    process.once('exit', () => this.#process.kill());
    this.#address = `http://127.0.0.1:${port}`;
    await eventually(() => fetch(`${this.#address}/status`).then(() => true, () => null), 'the driver of WebKit listens');
    await this.begin({ capabilities: { alwaysMatch: {} } });
    await this.ask('SetTimeouts', { script: 600000, pageLoad: 600000 });
    return this;
  }

  async send(command, parameters) {
    const [method, where] = OVER_HTTP[command], body = method === 'POST' ? JSON.stringify(parameters) : undefined;
    const { value } = await (await fetch(`${this.#address}/session${this.#session}${where}`, { method, body })).json();
    if (value?.error)
      throw new Error(value.message || value.error);
    if (command === 'NewSession')
      this.#session = `/${value.sessionId}`;
    return typeof value?.handle === 'string' ? value : { value };
  }

  async open(width, height) {
    const tab = await this.newTab();
    await tab.ask('SetWindowRect', { width, height });
    return tab;
  }

  get pid() {
    return this.#process.pid;
  }

  async finish() {
    await this.ask('DeleteSession');
    this.#process.kill();
  }

  close() {
    return this.end(this.#process, this.#profile);
  }
}

// chromium, firefox or webkit.
export const start = name => new { chromium: Browser, firefox: Firefox, webkit: WebKit }[name]().start();
