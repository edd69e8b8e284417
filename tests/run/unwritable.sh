#!/bin/sh
# SPDX-License-Identifier: MIT
# unwritable.sh ROOT: ./run for a user who cannot write the checkout, with scripts in place of those that build: they get a
# folder in the user's cache. show.sh says in one line that a folder cannot be written. ./run FILE.cu runs any file.
set -u
root=$1
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
chmod 755 "$work"
failed=0
wrong() {
    echo "$*"
    failed=1
}
as_user() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}
mkdir -p "$work/tree/tools" "$work/home" "$work/pages" && chmod 777 "$work/home"
cp "$root/run" "$work/tree" && cp "$root/tools/say.sh" "$work/tree/tools"
# shellcheck disable=SC2016 # for the scripts
printf '#!/bin/sh\nmkdir -p "$1" && echo "$1"\n' >"$work/tree/tools/show.sh"
# shellcheck disable=SC2016
printf '#!/bin/sh\nmkdir -p "$BUILD" && echo "$BUILD"\n' >"$work/tree/tools/program.sh"
chmod +x "$work"/tree/tools/*.sh && chmod -R a+rX,a-w "$work/tree" "$work/pages"
unset BUILD SHOW_FOLDER XDG_CACHE_HOME DISPLAY WAYLAND_DISPLAY
export HOME="$work/home"

# gives WHAT ARGUMENT...: ./run with these arguments prints that.
gives() {
    expected=$1
    shift
    as_user "$work/tree/run" "$@" >"$work/log" 2>&1 || wrong "./run $*: status $?"
    [ "$(cat "$work/log")" = "$expected" ] || wrong "./run $*: $(cat "$work/log")"
}
gives "run: $HOME/.cache/cucc/run/show" show dot
gives "$HOME/.cache/cucc/run" dot
export XDG_CACHE_HOME="$work/home/other"
gives "$XDG_CACHE_HOME/cucc/run" dot

as_user sh "$root/tools/show.sh" "$work/pages" dot >"$work/log" 2>&1
{ [ $? = 1 ] && [ "$(cat "$work/log")" = "show: the pages' folder $work/pages cannot be written" ]; } ||
    wrong "show.sh in a folder that cannot be written: $(cat "$work/log")"

cat >"$work/mine.cu" <<'EOF'
#include <stdio.h>
__global__ void nothing() {}
int main(int count, char **words)
{
    nothing<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess || puts(words[count - 1]) < 0 ? 1 : 7;
}
EOF
(cd "$work" && "$root/run" mine.cu one 'two words' >log 2>&1)
{ [ $? = 7 ] && grep -qx 'two words' "$work/log"; } || wrong "./run mine.cu: $(cat "$work/log")"
"$root/run" dot.cu >"$work/log" 2>&1
{ [ $? = 2 ] && [ "$(cat "$work/log")" = 'run: there is no file dot.cu; did you mean ./run dot?' ]; } || wrong "./run dot.cu: $(cat "$work/log")"
"$root/run" show dot.cu >"$work/log" 2>&1
{ [ $? = 2 ] && [ "$(cat "$work/log")" = 'show: there is no file dot.cu; did you mean ./run show dot?' ]; } ||
    wrong "./run show dot.cu: $(cat "$work/log")"
"$root/run" none.cu >"$work/log" 2>&1
{ [ $? = 2 ] && [ "$(cat "$work/log")" = 'run: there is no file none.cu' ]; } || wrong "./run none.cu: $(cat "$work/log")"
exit $failed
