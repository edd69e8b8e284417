#!/bin/sh
# SPDX-License-Identifier: MIT
# container.sh: runs the steps of the Dockerfile without Docker, in a minimal root, and uses the result as its user
# would. For maintainers, as root, on Debian with debootstrap.
# shellcheck disable=SC2317 # step() calls them
set -u

usage() {
    cat <<'EOT'
usage: tests/door/container.sh WORK [--record]

Makes a minimal root of the Dockerfile's release with debootstrap, in the folder WORK, and takes each step of the Dockerfile
there: FROM, RUN, COPY of the last commit, WORKDIR, USER, CMD; another one is an error. Then its user compiles a file in a
folder of his own, runs a lesson, and has a solution judged, none of which compiles the device anew. WORK keeps the minimal
root and the log. --record keeps the table in docs/results/container.txt.

Exit status: 0 if all went well; 1 if not; 2 for bad usage.
EOT
}

# shellcheck disable=SC2034 # roots.sh has it in its messages
self=container.sh root='' work='' record=no
for argument in "$@"; do
    case $argument in
    --help | -h) usage && exit 0 ;;
    --record) record=yes ;;
    -*) usage >&2 && exit 2 ;;
    *) [ -z "$work" ] || { usage >&2 && exit 2; } && work=$argument ;;
    esac
done
[ -n "$work" ] || { usage >&2 && exit 2; }
cd "$(dirname "$0")/.." || exit 1
[ $record = no ] || exec sh bench/record.sh container sh tests/door/container.sh "$work"
# shellcheck disable=SC1091 # checked by itself
. tests/door/debian.sh

# as USER FOLDER LINE: a line for the shell, as in a container: with the user's home, and no more of an environment.
as() {
    # shellcheck disable=SC2016 # for the shell in there
    inside setpriv --reuid="$1" --regid="$1" --init-groups \
        env HOME="$(inside getent passwd "$1" | cut -d : -f 6)" sh -c 'cd "$1" && eval "$2"' sh "$2" "$3"
}

status=0
# step TEXT COMMAND...: a line of the table: the seconds it took, and the text. The first that fails ends the script.
step() {
    text=$1 begin=$(date +%s)
    shift
    echo "--- $text" >>"$log"
    "$@" >>"$log" 2>&1 || status=1
    printf '%7s  %.110s\n' "$([ $status = 0 ] && echo $(($(date +%s) - begin)) || echo failed)" "$text"
    [ $status = 0 ] || die "the step failed; see $log"
}

# copy FROM TO: all that is committed, but for what .dockerignore names, which is not committed either.
copy() {
    [ "$1" = . ] && git archive HEAD | tar -x -C "$root/$2" && inside chown -R "$owner" "$2"
}

# The instructions, one a line, without comments.
instructions() {
    grep -v '^ *#' .devcontainer/Dockerfile | sed -e ':a' -e '/\\$/N; s/\\\n */ /; ta' | grep -v '^$'
}

release=$(sed -n 's/^FROM debian:\([a-z]*\)-slim$/\1/p' .devcontainer/Dockerfile)
[ -n "$release" ] || die "the Dockerfile is not FROM debian:RELEASE-slim"
log=$work/container.log
: >"$log"
rm -rf "$work/container"
{ make "$release" && cp -a "$work/$release" "$work/container" && enter container; } || die "cannot prepare $release"

printf '%7s  %s\n' seconds step
user=root folder=/
instructions >"$work/instructions"
while read -r word rest; do
    case $word in
    FROM) ;;
    CMD) step "$word $rest" inside test -x "/bin/$(echo "$rest" | tr -d '[]" ')" ;;
    RUN) step "$word $rest" as "$user" "$folder" "$rest" ;;
    WORKDIR) folder=$rest && inside mkdir -p "$folder" ;;
    USER) user=$rest ;;
    COPY)
        owner=root
        case $rest in --chown=*) owner=${rest%% *} owner=${owner#--chown=} rest=${rest#* } ;; esac
        # shellcheck disable=SC2086 # words
        step "$word $rest" copy $rest
        ;;
    *) die "an instruction that this script does not know: $word $rest" ;;
    esac
done <"$work/instructions"

# What its user does. The device is there already: cucc has nothing to say.
mine() {
    [ "$user" != root ] && [ "$(as "$user" "$folder" 'pwd && id -un')" = "$folder
$user" ] || return 1
    inside install -d -o "$user" /mine && cp cpu_device/tests/projects/make/* "$root/mine" || return 1
    as "$user" /mine 'cucc scale.cu check.cpp -o scale 2>log; cat log; [ ! -s log ] && ./scale'
}
lesson() {
    as "$user" "$folder" './run dot_unsynced 2>log; test $? = 1 && cat log && grep -q race log && ! grep -q compiling log'
}
judged() {
    as "$user" "$folder" './run check tests/exercises/right/scan.cu >log 2>&1; cat log; ! grep -q compiling log && grep -q passed log'
}
step 'a file of the user, by cucc' mine
step './run dot_unsynced' lesson
step './run check, of a right solution' judged
leave
rm -rf "$work/container"
