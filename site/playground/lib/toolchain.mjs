// SPDX-License-Identifier: MIT
// The compiler, the linker and Binaryen as functions from files to files. They come from npm packages, which the browser
// and node load in different ways, so they are handed in: runLLVM of @yowasp/clang, once it has its resources, and
// Binaryen's module.

// Folders as objects, files as Uint8Array or string: { 'a.cpp': 'int x;', device: { 'b.h': ... } }.
function llvm(runLLVM, args, files) {
  const decoder = new TextDecoder();
  let text = '';
  const hear = bytes => {
    if (bytes !== null)
      text += decoder.decode(bytes, { stream: true });
  };
  try {
    const written = runLLVM(args, files, { stdout: hear, stderr: hear, decodeASCII: false, synchronously: true });
    return { status: 0, text, files: written };
  } catch (error) {
    if (typeof error.code !== 'number' || error.files === undefined)
      throw error; // not an exit: the compiler itself has failed
    return { status: error.code, text, files: error.files };
  }
}

// Both clang() and link() return { status, text, files }: the exit status, what was printed, and all files afterwards.
export function toolchainOf({ runLLVM, binaryen }) {
  return {
    clang: (args, files) => llvm(runLLVM, ['clang', ...args], files),
    link: (args, files) => llvm(runLLVM, ['wasm-ld', ...args], files),
    // Makes functions that can be suspended: those from which one of `imports` may be called.
    asyncify(bytes, passArguments = {}) {
      const module = binaryen.readBinary(bytes);
      try {
        for (const [name, value] of Object.entries(passArguments))
          binaryen.setPassArgument(name, value);
        binaryen.setOptimizeLevel(1);
        module.runPasses(['asyncify']);
        return module.emitBinary();
      } finally {
        binaryen.clearPassArguments();
        module.dispose();
      }
    },
  };
}
