// SPDX-License-Identifier: MIT
// The page's side of the two workers: one compiles and stays; one runs a program and is ended. Stopping is ending a worker,
// whatever it is at; the next compiler gets the tools that its predecessor had loaded.
import { compilerFiles, compilerWorker, programWorker } from 'virtual:built';

const REST = 10000; // milliseconds: a compiler with nothing to do that long is ended, for it holds hundreds of megabytes

export class Stopped extends Error {}

export class Runner {
  #compiler = null;
  #modules = undefined; // of the tools, once loaded
  #ready = null;
  #busy = null; // ends what is going on
  #rest = 0; // the timer that ends the compiler
  #last = { key: null, result: Promise.resolve() }; // the program that was compiled last, and what compile() has made of it
  #step = () => {};
  #stops = 0; // how often the user has stopped something

  constructor(progress) {
    this.progress = progress;
  }

  // The answer of a worker to a message: the first one that is wanted; other messages go to `hear`.
  #ask(worker, message, wanted, hear = () => {}, transfer = []) {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.failed !== undefined)
          reject(new Error(data.failed));
        else if (data[wanted] !== undefined)
          resolve(data[wanted]);
        else
          hear(data);
      };
      worker.onerror = event => {
        event.preventDefault();
        reject(new Error(event.message || 'a part of the playground could not be loaded'));
      };
      this.#busy = () => {
        worker.terminate();
        reject(new Stopped());
      };
      worker.postMessage(message, transfer);
    });
  }

  load() {
    clearTimeout(this.#rest);
    return this.#ready ??= this.#load().catch(error => {
      this.#ready = null;
      throw error;
    });
  }

  async #load() {
    this.#compiler = new Worker(compilerWorker, { type: 'module' });
    const message = { load: { files: compilerFiles, modules: this.#modules } }, isFirst = this.#modules === undefined;
    this.#modules = await this.#ask(this.#compiler, message, 'ready', ({ progress }) => {
      if (progress && isFirst)
        this.progress(...progress);
    });
    this.#busy = null;
    this.#restSoon();
  }

  #restSoon() {
    this.#rest = setTimeout(() => {
      this.#compiler.terminate();
      this.#ready = null;
    }, REST);
  }

  // Compiles a program before the user asks for it. The engine translates the compiler's functions when they are first called,
  // so this also makes the next program compile faster.
  prepare(program) {
    this.compile(program, () => {}).catch(() => { /* the run says what is wrong */ });
  }

  // Whether compile() has its result, or waits for it already.
  isCompiled(program) {
    return this.#last.key === JSON.stringify(program);
  }

  // The program that was compiled last is not compiled again.
  compile(program, step) {
    const former = this.#last.result, stops = this.#stops;
    this.#step = step;
    if (!this.isCompiled(program)) {
      const result = former.catch(() => {}).then(() => {
        if (stops !== this.#stops)
          throw new Stopped();
        return this.#compile(program);
      });
      this.#last = { key: JSON.stringify(program), result };
      result.catch(() => {
        if (this.#last.result === result)
          this.#last = { key: null, result: Promise.resolve() };
      });
    }
    return this.#last.result;
  }

  async #compile(program) {
    await this.load();
    try {
      return await this.#ask(this.#compiler, { compile: program }, 'compiled', data => data.step && this.#step(data.step));
    } catch (error) { // it may have no memory left
      this.#compiler.terminate();
      this.#ready = null;
      throw error;
    } finally {
      this.#busy = null;
      this.#restSoon();
    }
  }

  async run(program, output) {
    const worker = new Worker(programWorker, { type: 'module' });
    try {
      return await this.#ask(worker, { ...program, library: this.#modules['library.wasm'] }, 'ended', output);
    } finally {
      this.#busy = null;
      worker.terminate();
    }
  }

  // Ends what is going on, and loads the tools again if that was the compiler.
  stop() {
    ++this.#stops;
    this.#busy?.();
  }
}
