// SPDX-License-Identifier: MIT
// The worker that runs one program, once, and is then ended. It is told what execute() needs, and says { output, stream }
// again and again, and at last { ended: { status, files, time } }, with `failed` in place of `status` if it was broken off:
// 'output', 'memory', 'stack', 'division', 'address' or 'abort', or what went wrong with the playground itself.
import { execute, Missing } from '../lib/execute.mjs';

const MOST_OUTPUT = 1 << 20; // bytes
const WANTED = /\.(json|html|ppm)$|^\/channel$/; // of the files that the program leaves: reports, launch, pictures, an exercise's verdict
const AT_ONCE = 500, EVERY = 50; // so many messages are sent at once, the others so many milliseconds apart

class TooMuchOutput extends Error {}

let waiting = [], waitingFor = null, messages = 0, told = 0, size = 0;
const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };

function flush() {
  if (waiting.length > 0)
    postMessage({ output: waiting.join(''), stream: waitingFor });
  waiting = [];
  told = performance.now();
}

function write(fd, bytes) {
  const stream = fd === 2 ? 'stderr' : 'stdout';
  size += bytes.length;
  if (waitingFor !== stream)
    flush();
  waitingFor = stream;
  waiting.push(decoders[stream].decode(bytes, { stream: true }));
  if (size > MOST_OUTPUT)
    throw new TooMuchOutput();
  if (++messages <= AT_ONCE || performance.now() - told > EVERY)
    flush();
}

// Which of the known ends it is: the engines word them differently.
function kindOf(error) {
  const text = String(error?.message ?? error);
  if (error instanceof TooMuchOutput)
    return 'output';
  if (error instanceof Missing)
    return `Stopped: ${error.message}.`;
  if (/call stack|too much recursion|stack overflow/i.test(text))
    return 'stack';
  if (error instanceof RangeError || /out of memory|memory allocation|could not allocate|cannot allocate/i.test(text))
    return 'memory';
  if (/divi(de|sion) by zero/i.test(text))
    return 'division';
  return error instanceof WebAssembly.RuntimeError ? (/out of bounds|index out/i.test(text) ? 'address' : 'abort') : text;
}

self.onmessage = async ({ data }) => {
  const began = performance.now(), files = new Map();
  const written = () => Object.fromEntries([...files].filter(([name]) => WANTED.test(name)).map(([name, bytes]) => [name.replace(/^\//, ''), bytes]));
  try {
    const status = await execute({ ...data, files, write });
    flush();
    postMessage({ ended: { status, files: written(), time: (performance.now() - began) / 1000 } });
  } catch (error) {
    flush();
    postMessage({ ended: { failed: kindOf(error), files: written(), time: (performance.now() - began) / 1000 } });
  }
};
