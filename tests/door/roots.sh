#!/bin/sh
# SPDX-License-Identifier: MIT
# roots.sh: types what README.md tells a newcomer to type, in minimal installations of Debian. For maintainers, as root, on Debian
# with debootstrap.
# shellcheck disable=SC2317 # functions that are called through others
set -u

usage() {
    cat <<'EOT'
usage: tests/door/roots.sh WORK [--bare] [--record] [RELEASE...]

Makes a minimal root of each RELEASE (bookworm trixie) with debootstrap, from the mirror that this machine's own apt uses, in
the folder WORK (below the repository, where its name is relative); it stays there for the next time. In copies of it the
last commit is used as a newcomer would: by root, who has nothing but git's files and types all commands in their order; and by
a user without sudo, in a folder whose name has a blank and Chinese letters, where the administrator has installed a compiler
and CMake alone. With --bare: by root, each command of ./run that is not long in a new copy; and by a user with sudo, the
README's first command; at the end stands what that one printed. --record keeps a table for each release,
docs/results/door-RELEASE.txt or door-bare-RELEASE.txt.

Exit status: 0 if everything ended well; 1 if not; 2 for bad usage.
EOT
}

# shellcheck disable=SC2034 # roots.sh has it in its messages
self=roots.sh root='' work='' releases='' record=no bare=''
for argument in "$@"; do
    case $argument in
    --help | -h) usage && exit 0 ;;
    --record) record=yes ;;
    --bare) bare=--bare ;;
    -*) usage >&2 && exit 2 ;;
    *) if [ -z "$work" ]; then work=$argument; else releases="$releases $argument"; fi ;;
    esac
done
[ -n "$work" ] || { usage >&2 && exit 2; }
cd "$(dirname "$0")/../.." || exit 1
releases=${releases:-bookworm trixie}
if [ $record = yes ]; then
    status=0
    for release in $releases; do
        # shellcheck disable=SC2086 # an option, or nothing
        sh bench/record.sh "door${bare#-}-$release" sh tests/door/roots.sh "$work" $bare "$release" || status=1
    done
    exit $status
fi
# shellcheck disable=SC1091 # checked by itself
. tests/door/debian.sh

# fresh RELEASE NAME: a new copy of the release's root, entered.
fresh() {
    rm -rf "${work:?}/$2"
    make "$1" && cp -a "$work/$1" "$work/$2" && enter "$2" && inside apt-get -q update >"$work/apt.log" 2>&1 &&
        cp "$work/timed" "$root/timed"
}

# checkout FOLDER: the last commit, without git's own folder: git is not needed there.
checkout() {
    mkdir -p "$root$1" && git archive HEAD | tar -x -C "$root$1"
}

# The commands that must do with nothing installed: those of ./run, for cucc installs nothing. The first is the README's.
from_nothing() {
    sed -n 's/^short *|[^|]*| *\([.]\/run .*\)/\1/p' tests/door/commands.txt
}

# keep_printed MACHINE: what the README's first command printed in the root, for the end of the record; without the lines that
# come every two seconds.
keep_printed() {
    { echo && echo "$1: $(from_nothing | head -n 1)" && echo && sed '/, [0-9]* s\(: .*\)\{0,1\}$/d; s/^/    /' "$root/tmp/printed"; } >>"$work/printed"
}

# as_root_bare RELEASE: each of them in a root of its own.
as_root_bare() {
    all_right=0 first=yes
    from_nothing >"$work/from_nothing"
    while IFS= read -r command; do
        leave
        fresh "$1" "$1.bare" && checkout /checkout || return 1
        # shellcheck disable=SC2016 # for the shell in there
        inside env KEEP=/tmp/printed REPOSITORY=https://example.com/owner/name \
            sh -c 'cd /checkout && sh tests/door/newcomer.sh /timed "$@"' sh "Debian $1, root, bare" "$command" || all_right=1
        [ "$first" = no ] || keep_printed "Debian $1, root, bare"
        first=no
    done <"$work/from_nothing"
    return "$all_right"
}

# as_sudoer RELEASE: the README's first command, by a user who may become root.
as_sudoer() {
    fresh "$1" "$1.bare" && install sudo && checkout /home/student/checkout || return 1
    inside useradd -m student 2>/dev/null
    echo 'student ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/student"
    inside chown -R student: /home/student
    inside su - student -c "cd checkout && KEEP=/tmp/printed sh tests/door/newcomer.sh /timed 'Debian $1, sudo, bare' \
        '$(from_nothing | head -n 1)'"
    all_right=$?
    keep_printed "Debian $1, sudo, bare"
    return "$all_right"
}

# as_root RELEASE: all of them, one after the other.
as_root() {
    fresh "$1" "$1.root" && checkout /checkout || return 1
    inside env REPOSITORY=https://example.com/owner/name \
        sh -c "cd /checkout && sh tests/door/newcomer.sh /timed 'Debian $1, root' --long"
}

# as_user RELEASE: with a compiler and CMake, and neither Ninja nor make nor sudo.
as_user() {
    fresh "$1" "$1.user" && install g++ gcc cmake && checkout '/home/student/my 数据/checkout' || return 1
    inside useradd -m student 2>/dev/null
    inside chown -R student: /home/student
    inside su - student -c "cd 'my 数据/checkout' && REPOSITORY=https://example.com/owner/name \
        sh tests/door/newcomer.sh /timed 'Debian $1, user, no sudo' './run demo' './run dot_unsynced' './run check reverse' \
        './run show dot_unsynced'"
}

cc -O1 -static -o "$work/timed" tests/door/timed.c || exit 1
status=0 users='as_root as_user'
[ -z "$bare" ] || users='as_root_bare as_sudoer'
: >"$work/printed"
printf '%-28s %6s %8s %8s %8s  %s\n' machine status first silence all command
for release in $releases; do
    for who in $users; do
        $who "$release" || status=1
        leave
    done
done
cat "$work/printed"
exit $status
