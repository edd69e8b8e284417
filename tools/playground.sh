#!/bin/sh
# SPDX-License-Identifier: MIT
# playground.sh BUILD [--no-install]: the playground, in BUILD/playground, for any web server: the packages from npm, at the
# versions of package-lock.json; the CPU device for WebAssembly; and the page (site/playground). With --no-install the
# packages must be there already.
set -u
here=$(realpath -- "$0") && root=${here%/tools/playground.sh}
source=$root/site/playground
build=$(realpath -m -- "$1") packages=$(realpath -m -- "$1")/playground.npm
mkdir -p "$packages" || exit 1

if ! cmp -s "$source/package-lock.json" "$packages/installed"; then
    [ "${2:-}" != --no-install ] || {
        echo "playground: its npm packages are missing; without --no-install they are installed in $packages" >&2
        exit 1
    }
    echo "playground: installing the packages of site/playground/package.json (30 MB, a minute or so)"
    cp "$source/package.json" "$source/package-lock.json" "$packages" || exit 1
    (cd "$packages" && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error >log 2>&1) || {
        echo "playground: npm could not install them: $(grep -m 1 'npm error' "$packages/log")" >&2
        exit 1
    }
    cp "$source/package-lock.json" "$packages/installed" || exit 1
fi
node "$source/device.mjs" "$root" "$build/playground.device" "$packages/node_modules" &&
    exec node "$source/build.mjs" "$root" "$build/playground.device" "$packages/node_modules" "$build/playground"
