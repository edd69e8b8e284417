#!/bin/sh
# SPDX-License-Identifier: MIT
# binaryen 132.0.0 (npm), the pass asyncify, with asyncify-imports: only env.barrier may suspend.
#
# The guess: a function is changed only if it can reach that import; so a module with indirect calls to harmless functions
# stays as it is.
# Seen: each function with an indirect call is changed, and grows from one line to about 1800 characters of text, although the
# table holds no function that reaches the import. asyncify-ignore-indirect turns that off, for all of them or none.
set -u
work=$(mktemp -d) && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . binaryen@132.0.0 >log 2>&1 || { cat log && exit 2; }
cat >grow.mjs <<'JS'
import binaryen from 'binaryen';
const text = `(module (import "env" "barrier" (func $barrier)) (import "env" "other" (func $other))
 (type $t (func)) (table 1 funcref) (elem (i32.const 0) $harmless)
 (func $harmless (export "harmless"))
 (func $indirect (export "indirect") (param i32) (call_indirect (type $t) (local.get 0)))
 (func $suspends (export "suspends") (call $barrier))
 (func $calls_other (export "calls_other") (call $other)))`;
for (const ignore of [false, true]) {
    const module = binaryen.parseText(text);
    binaryen.clearPassArguments();
    binaryen.setPassArgument('asyncify-imports', 'env.barrier');
    if (ignore) binaryen.setPassArgument('asyncify-ignore-indirect', '1');
    module.runPasses(['asyncify']);
    const changed = module.emitText().split('\n (func $').slice(1).filter(part => part.length > 400 && !part.startsWith('asyncify_'));
    console.log(ignore ? 'ignoring indirect calls:' : 'as it is:', changed.map(part => part.split(/[\s)]/)[0]).join(' '));
}
JS
timeout 60 node grow.mjs >seen 2>&1
cat seen
printf 'as it is: indirect suspends\nignoring indirect calls: suspends\n' | cmp -s - seen
