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
    this.#modules = await this.#ask(this.#compiler, message, 'ready', ({ progress, warm }) => {
      if (progress && isFirst)
        this.progress(...progress);
      if (warm)
        this.#restSoon();
    });
    this.#busy = null;
  }

  #restSoon() {
    this.#rest = setTimeout(() => {
      this.#compiler.terminate();
      this.#ready = null;
    }, REST);
  }

  async compile(program, step) {
    await this.load();
    try {
      const compiled = await this.#ask(this.#compiler, { compile: program }, 'compiled', data => data.step && step(data.step));
      this.#restSoon();
      return compiled;
    } catch (error) { // it may have no memory left
      this.#compiler.terminate();
      this.#ready = null;
      throw error;
    } finally {
      this.#busy = null;
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
    this.#busy?.();
  }
}
