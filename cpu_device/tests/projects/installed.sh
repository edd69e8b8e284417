#!/bin/sh
# SPDX-License-Identifier: MIT
# installed.sh BUILD: builds the projects with cucc as installed by BUILD, as a user who cannot write there.
set -eu
build=$1
projects=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
unset CUCC_BUILD
cmake --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
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
