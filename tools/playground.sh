#!/bin/sh
# SPDX-License-Identifier: MIT
# playground.sh BUILD [--no-install] [--packages] [--serve PORT]: the playground, in BUILD/playground, for any web server: the
# packages from npm, at the versions of package-lock.json; the CPU device for WebAssembly; and the page (apps/playground).
# With --no-install the packages must be there already; with --packages it ends when they are; --serve is a web server for
# this computer, until it is ended. Exit status: 3 where npm cannot fetch the packages, or the port cannot be had.
set -u
here=$(realpath -- "$0") && root=${here%/tools/playground.sh}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$root/tools/say.sh"
source=$root/apps/playground
build=$(realpath -m -- "$1") packages=$(realpath -m -- "$1")/playground.npm
install=yes only_packages='' port=''
while shift && [ $# -gt 0 ]; do
    case $1 in
    --no-install) install='' ;;
    --packages) only_packages=yes ;;
    --serve) port=$2 && shift ;;
    esac
done
mkdir -p "$packages" || exit 1

if ! cmp -s "$source/package-lock.json" "$packages/installed"; then
    [ -n "$install" ] || {
        echo "playground: its npm packages are missing; without --no-install they are installed in $packages" >&2
        exit 1
    }
    echo "playground: installing the packages of apps/playground/package.json (30 MB, a minute or so)"
    cp "$source/package.json" "$source/package-lock.json" "$packages" || exit 1
    log=$packages/log
    with_progress "$(text 'playground: npm' '试验场：npm')" npm --prefix "$packages" ci --no-audit --no-fund --ignore-scripts --loglevel=error || {
        echo "playground: npm could not install them: $(grep -m 1 -E 'npm (error|ERR!)' "$packages/log")" >&2
        # only these are faults of package.json or package-lock.json; all others are the registry's, or of the way to it
        ! grep -qE 'npm (error|ERR!) code (EUSAGE|EINTEGRITY|EJSONPARSE)$' "$packages/log" || exit 1
        exit 3
    }
    cp "$source/package-lock.json" "$packages/installed" || exit 1
fi
[ -z "$only_packages" ] || exit 0
log=$build/playground.log
with_progress "$(text 'playground: compiling' '试验场：正在编译')" node "$source/build.mjs" "$root" "$build/playground.device" "$packages/node_modules" "$build/playground"
status=$?
[ $status = 0 ] || {
    cat "$log" >&2
    exit $status
}
grep -vE '^(last )?part[ :]' "$log" # with_progress has shown these
[ -n "$port" ] || exit 0
address=http://localhost:$port/
node "$source/serve.mjs" "$build/playground" "$port" "$(text "The playground is at $address until you press Ctrl+C." \
    "试验场的地址是 $address，按 Ctrl+C 结束。")"
status=$?
[ $status != 3 ] || say "port $port is in use or not allowed; try another: ./run playground --serve $((port + 1))" \
    "端口 $port 已被占用或不允许使用；请换一个：./run playground --serve $((port + 1))"
exit $status
