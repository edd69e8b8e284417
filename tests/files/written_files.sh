#!/bin/sh
# SPDX-License-Identifier: MIT
# written_files.sh BUILD NAME csv|save [few]: looks from outside at the file that a chapter program writes with that
# option. A name that cannot be written is refused before the work; a file is complete or unchanged, whatever happens.
# `few` leaves out links, pipes and devices.
# shellcheck disable=SC2046,SC2086,SC2094 # words of options; both ends of a pipe
# shellcheck disable=SC2034,SC2154 # program.sh takes and sets them
set -u
build=$1 name=$2 option=$3 few=${4:-}
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/program.sh"

# refuses FILE REASON: before the work, of which there is no word on standard output.
refuses() {
    expects 2 "cannot write ${1:-''}: $2" "$program" "--$option" "$1" >"$work/out"
    [ ! -s "$work/out" ] || fail "--$option $1: it has begun"
    is_as_it_was "it is refused $1"
}

# The folder holds the old file and nothing else, but for what is named here*.
is_as_it_was() {
    [ "$(cat "old.$ending")" = old ] || fail "$name --$option: $1: the old file is another"
    left=$(find . -mindepth 1 -maxdepth 1 ! -name "old.$ending" ! -name 'here*')
    [ -z "$left" ] || fail "$name --$option: $1: it leaves $left"
}

# writes FILE: in a short run.
writes() {
    expects $own_status '' "$program" $arguments "--$option" "$1" >"$work/out"
}

is_whole() {
    [ "$(wc -c <"$1")" = "$size" ] || fail "$name --$option: $1 is not whole"
}

refused_names() {
    mkdir "here.$ending"
    refuses "here.$ending" 'Is a directory'
    refuses "nowhere/x.$ending" 'No such file or directory'
    refuses "old.$ending/x.$ending" 'Not a directory'
    refuses "/proc/x.$ending" 'No such file or directory'
    ln -s "here_loop.$ending" "here_loop.$ending"
    refuses "here_loop.$ending" 'Too many levels of symbolic links'
    if [ "$option" = csv ]; then
        refuses '' 'No such file or directory'
    else
        refuses '' 'the name must end in .png or .ppm'
        refuses x.gif 'the name must end in .png or .ppm'
    fi
    [ "$(id -u)" != 0 ] || return # to whom nothing is denied
    chmod a-w "old.$ending"
    refuses "old.$ending" 'Permission denied'
    chmod a-w .
    refuses "x.$ending" 'Permission denied'
    chmod u+w . "old.$ending"
}

disk_full() {
    ln -s /dev/full "here_full.$ending"
    expects 1 "cannot write here_full.$ending: No space left on device" \
        "$program" $arguments "--$option" "here_full.$ending" >"$work/out"
    is_as_it_was '/dev/full'
    # to a program, a limit on the size of files is the same
    (
        trap '' XFSZ
        ulimit -f 0
        "$program" $arguments "--$option" "old.$ending" 2>&1 >/dev/null
        echo "exit status $?"
    ) | cat >"$work/err"
    [ "$(cat "$work/err")" = "$name: cannot write old.$ending: File too large
exit status 1" ] || fail "$name --$option: the disk is full"
    is_as_it_was 'a full disk'
}

interrupted() {
    [ -n "$(long "$name")" ] || return 0 # no run of it lasts; its table is common/measure.h's, which others try
    for signal in TERM INT KILL; do
        # the shell has background jobs ignore SIGINT
        env --default-signal=INT "$program" $(long "$name") "--$option" "old.$ending" >"$work/out" 2>"$work/err" &
        job=$!
        sleep 0.2
        kill -$signal $job
        wait $job 2>/dev/null
        status=$?
        [ "$(kill -l $status)" = $signal ] || fail "$name --$option, SIG$signal: exit status $status"
        is_as_it_was "SIG$signal"
    done
}

special_files() {
    (umask 027 && writes "here_new.$ending") || exit 1
    is_whole "here_new.$ending"
    [ "$(stat -c %a "here_new.$ending")" = 640 ] || fail "$name --$option: it does not ask umask"
    is_as_it_was 'a new file'

    # a link stays, and leads to a new file, or to one that takes the old one's place
    mkdir here && ln -s here/inner.$ending "here_link.$ending" && ln -s ../here_target.$ending here/inner.$ending
    for way in nothing 'an old file'; do
        writes "here_link.$ending"
        is_whole "here_target.$ending"
        { [ -L "here_link.$ending" ] && [ -L "here/inner.$ending" ]; } || fail "$name --$option: a link to $way is gone"
        echo old >"here_target.$ending"
        chmod 600 "here_target.$ending"
    done
    [ "$(stat -c %a "here_target.$ending")" = 600 ] || fail "$name --$option: the old file's permissions are gone"
    is_as_it_was 'a link'

    # what is no file stays
    mkfifo "here_pipe.$ending"
    cat "here_pipe.$ending" >here_read &
    writes "here_pipe.$ending"
    wait $!
    is_whole here_read
    [ -p "here_pipe.$ending" ] || fail "$name --$option: a pipe is gone"
    ln -s /dev/null "here_null.$ending"
    writes "here_null.$ending"
    [ -c /dev/null ] || fail "$name --$option: /dev/null is gone"
    # standard output's own file keeps what it holds already
    ln -s /dev/stdout "here_out.$ending"
    echo begun >"$work/out"
    "$program" $arguments "--$option" "here_out.$ending" >>"$work/out" 2>"$work/err"
    [ "$(head -n 1 "$work/out")" = begun ] || fail "$name --$option: what standard output holds is gone"
    [ "$(wc -c <"$work/out")" -gt "$size" ] || fail "$name --$option: /dev/stdout does not get it"
    is_as_it_was 'special files'
}

written_files() {
    writes "$work/good.$ending"
    size=$(wc -c <"$work/good.$ending")
    [ -n "$few" ] || special_files
    writes "old.$ending"
    is_whole "old.$ending"
}

case $option in
csv) ending=csv ;;
save) ending=ppm ;;
*) fail "'$option' is not csv or save" ;;
esac
mkdir "$work/folder" && cd "$work/folder" || exit 1
echo old >"old.$ending"
refused_names
[ $runs_here = yes ] || exit 0
disk_full
interrupted
rm -rf here*
written_files
