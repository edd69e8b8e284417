#!/bin/sh
# SPDX-License-Identifier: MIT
# clang 22 for WebAssembly (npm, @yowasp/clang 22.0.0-git20542-10) with -fsanitize=thread: a struct of two ints, aligned to 8.
#
# The guess: what is copied by one access is stored by one access, so a report can name the pair.
# Seen: the copy of a pair has one read and one write of 8 bytes. A store of two values has two writes of 4, although the
# struct is aligned: the calls are put in before the two stores are joined. A struct of 12 bytes is copied by a call of
# __tsan_memcpy, which does not exist unless one writes it.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @yowasp/clang@22.0.0-git20542-10 >log 2>&1 || { cat log && exit 2; }
cat >calls.mjs <<'JS'
import { runClang } from '@yowasp/clang';
const source = `struct alignas(8) pair { int x, y; };
struct three { int x[3]; };
extern "C" {
void copy(pair *a, const pair *b) { *a = *b; }
void store(pair *a, int x, int y) { *a = pair{x, y}; }
void copy_three(three *a, const three *b) { *a = *b; }
}`;
const made = await runClang(['clang++', '-O2', '-std=c++17', '-fno-exceptions', '-Xclang', '-fsanitize=thread', '-mllvm',
    '-tsan-instrument-func-entry-exit=0', '-S', '-emit-llvm', '-o', 'a.ll', 'a.cpp'], { 'a.cpp': source });
let name = '';
for (const line of made['a.ll'].split('\n')) {
    const defined = line.match(/^define.*@(\w+)\(/), called = line.match(/call.*@(__tsan_\w+)/);
    if (defined) name = defined[1];
    else if (called && called[1] !== '__tsan_init') console.log(name, called[1]);
}
JS
timeout 110 node calls.mjs 2>log | grep -v '^yowasp' | tee seen
cat >expected <<'E'
copy __tsan_read8
copy __tsan_write8
store __tsan_write4
store __tsan_write4
copy_three __tsan_memcpy
E
cmp -s expected seen
