#!/bin/sh
# SPDX-License-Identifier: MIT
# first_command.sh ROOT: on a machine without a compiler, each command of ./run that compiles installs one first, and then goes on;
# with --no-install it installs nothing, and names the packages. The machine is a PATH with few commands, on which an apt-get
# puts the compilers; scripts take the places of cucc and of the judge. In a copy of what a course hands out, so without CMake.
set -u
root=$1 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work/tree/cpu_device/tests" "$work/tree/exercises/judge" "$work/tree/apps/grader" "$work/bin" "$work/apt"
cp -R "$root/run" "$root/tools" "$root/chapter05" "$root/modern" "$work/tree"
cp "$root/exercises/reverse.cu" "$root/exercises/ring.cu" "$work/tree/exercises"
cp "$root"/exercises/judge/*.h "$work/tree/exercises/judge"
cp "$root/tests/door/mine.cu" "$work/tree"
cd "$work/tree" || exit 1
for command in awk basename cat chmod cp cut date dirname env expr grep head id ln mkdir mktemp mv nproc realpath rm sed sh sleep \
    tail timeout touch tr; do
    ln -s "$(command -v $command)" "$work/bin"
done
script() { # PATH: from standard input
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}

# What a compiler makes is a program that says so; --thrust fails before libcu++ is installed.
script cpu_device/cucc <<'END'
g++ --version >/dev/null && cc --version >/dev/null && ar --version >/dev/null || exit 2
[ "$*" != --thrust ] || { [ -e "$BIN/libcu" ] && exit; exit 1; }
while [ $# -gt 1 ]; do
    [ "$1" != -o ] || program=$2
    shift
done
printf '#!/bin/sh\necho it runs\n[ -z "${CPU_DEVICE_TRACE:-}" ] || echo page >"$CPU_DEVICE_TRACE"\n' >"$program" && chmod +x "$program"
END
script apps/grader/check.sh <<'END'
cc --version && echo "it runs"
END
cp apps/grader/check.sh apps/grader/grade.sh

# Those of the packages that the commands below may ask for.
# shellcheck disable=SC2016 # the script's own
script "$work/apt/apt-get" <<'END'
echo "$*" >>"$BIN/../asked"
[ "$2" = install ] || exit 0
for package in "$@"; do
    case $package in
    gcc) made=cc ;;
    g++ | bubblewrap) made=$package ;;
    binutils) made=ar ;;
    libcu++-dev) made=libcu ;;
    *) continue ;;
    esac
    [ "$made" != bubblewrap ] || made=bwrap
    printf '#!/bin/sh\necho 12\n' >"$BIN/$made" && chmod +x "$BIN/$made"
done
END
script "$work/apt/sudo" <<'END'
[ "$*" = '-n true' ] || { echo sudo >>"$BIN/../asked" && exec "$@"; }
END
export BIN="$work/bin"
unset BUILD BUILT CUCC_BUILD CUCC CXX DISPLAY WAYLAND_DISPLAY SHOW_FOLDER RUN_NO_INSTALL CPU_DEVICE_LANGUAGE LC_ALL LC_MESSAGES LANG

# The machine again as it was: as root, or as a user with sudo.
bare() {
    rm -rf build "$BIN/cc" "$BIN/g++" "$BIN/ar" "$BIN/bwrap" "$BIN/libcu" "$BIN/id" "$BIN/sudo" "$BIN/apt-get"
    : >"$work/asked"
    cp "$work/apt/apt-get" "$BIN"
    [ "$1" = sudo ] || { echo 'echo 0' | script "$BIN/id" && return; }
    echo 'echo 1000' | script "$BIN/id"
    cp "$work/apt/sudo" "$BIN"
}
typed() { PATH=$BIN ./run "$@" >"$work/log" 2>&1; }
wrong() {
    failed=1
    echo "FAILED: $*"
    sed 's/^/    /' "$work/log"
}

# installs PACKAGES ARGUMENT...: on the machine without a compiler the command installs these, says so, and does its work.
installs() {
    packages=$1
    shift
    for who in root sudo; do
        bare $who
        typed "$@" || wrong "$who: ./run $*: status $?"
        grep -q "^run: installing $packages " "$work/log" || wrong "$who: ./run $*: it does not say that it installs $packages"
        grep -q 'it runs\|\.html$' "$work/log" || wrong "$who: ./run $*: it did not go on"
        [ "$(grep -c '^sudo$' "$work/asked")" = "$([ $who = root ] && echo 0 || echo 2)" ] || wrong "$who: ./run $*: $(cat "$work/asked")"
    done
    bare root
    typed "$@" --no-install && wrong "./run $* --no-install: status 0"
    [ ! -s "$work/asked" ] || wrong "./run $* --no-install: apt-get $(cat "$work/asked")"
    grep -q '^run: .* needs what is missing here, with its Debian packages: a C compiler (gcc), a C++ compiler (g++)' "$work/log" ||
        wrong "./run $* --no-install: it does not say what is missing"
}
installs 'gcc g++ binutils' dot_unsynced
installs 'gcc g++ binutils libthrust-dev libcu++-dev' split_barrier # includes cuda/barrier
installs 'gcc g++ binutils' mine.cu
installs 'gcc g++ binutils' show dot_unsynced
installs 'gcc g++ binutils' show mine.cu
installs 'gcc g++ binutils' show reverse
installs 'gcc g++ binutils' check
installs 'gcc g++ binutils' check reverse
installs 'gcc g++ binutils libthrust-dev libcu++-dev' check ring # its judge includes thrust/
installs 'gcc g++ binutils' watch reverse
installs 'gcc g++ binutils' hint reverse
installs 'gcc g++ binutils' reset reverse
installs 'gcc g++ binutils bubblewrap' grade submissions results

# Where all is there, nothing is installed, and a program gets its own arguments, but for --no-install.
for command in 'dot_unsynced' 'check reverse'; do
    bare root
    typed mine.cu && : >"$work/asked"
    # shellcheck disable=SC2086 # words
    typed $command || wrong "./run $command, with a compiler: status $?"
    [ ! -s "$work/asked" ] || wrong "./run $command, with a compiler: apt-get $(cat "$work/asked")"
done
typed --no-install dot_unsynced one --no-install two || wrong "./run --no-install dot_unsynced: status $?"
grep -qx 'run: on the CPU device, dot_unsynced one two' "$work/log" || wrong "the program's arguments"

# A name that is none installs nothing.
bare root
typed dot_unsynct && wrong "./run dot_unsynct: status 0"
[ ! -s "$work/asked" ] || wrong "./run dot_unsynct: apt-get $(cat "$work/asked")"
exit $failed
