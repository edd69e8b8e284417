#!/bin/sh
# SPDX-License-Identifier: MIT
# installed.sh BUILD: builds the projects with cucc as installed by BUILD, as a user who cannot write there. What BUILD has
# compiled of the device is not compiled again, but for the two objects that have its place in them.
set -eu
build=$1
projects=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
unset CUCC_BUILD
touch "$work/before"
cmake --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
objects=$work/prefix/lib/cpu_device/build/cucc/objects
[ -e "$objects/run.o" ] || {
    echo "FAILED: the compiled device does not come along"
    exit 1
}
for object in "$build"/cucc/objects/*.o; do
    name=${object##*/}
    case $name in nvrtc.o | builtin_variables.o) continue ;; esac
    [ -z "$(find "$objects/$name" -newer "$work/before")" ] || {
        echo "FAILED: $name is compiled again at installation"
        exit 1
    }
done
cp -r "$projects" "$work/projects"
mkdir "$work/user"
chmod -R a-w "$work/prefix"
chmod -R a+rX "$work/projects"
chmod 755 "$work" "$work/user"
user=''
if [ "$(id -u)" = 0 ]; then # which may write anywhere
    chown 65534:65534 "$work/user"
    user='setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs'
fi
cd "$work/user"
export HOME="$work/user" TMPDIR="$work/user"
if ! $user "$work/prefix/bin/cucc" --build all 2>"$work/log" || [ -s "$work/log" ]; then
    echo "FAILED: the device is compiled by each user"
    cat "$work/log"
    exit 1
fi
status=0
$user sh "$work/projects/projects.sh" "$work/prefix/bin/cucc" cmake fetched find_cuda find_package make plugin || status=$?
[ ! -e "$work/user/.cache" ] || {
    echo "FAILED: something was compiled for the user alone"
    status=1
}
exit $status
