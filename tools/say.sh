# SPDX-License-Identifier: MIT
# Read by the scripts of ./run. Messages are English, or Chinese where CPU_DEVICE_LANGUAGE or the locale asks for it.
# shellcheck shell=sh

# shellcheck disable=SC2034 # some scripts ask for it
case ${CPU_DEVICE_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in zh*) chinese=yes ;; *) chinese= ;; esac

# When the user last saw a line; scripts that are called by others go on from theirs.
: "${RUN_SAID:=$(date +%s)}"
export RUN_SAID

# text ENGLISH CHINESE: one of them.
text() {
    [ -z "$chinese" ] || shift
    printf %s "$1"
}

# say ENGLISH CHINESE: one line on stderr.
say() {
    printf 'run: %s\n' "$(text "$@")" >&2
    RUN_SAID=$(date +%s)
}

# with_progress TEXT COMMAND...: runs the command, which reads nothing, and whose output goes to the file $log. Every two
# seconds a line on stderr says how far it is: the TEXT, the seconds, and the newest line of the log if it is a new one. On a
# terminal each replaces the one before. Its exit status is the command's.
# shellcheck disable=SC2154 # $log is the script's
with_progress() {
    progress_text=$1
    shift
    : >"$log"
    if [ $(($(date +%s) - RUN_SAID)) -ge 2 ]; then # steps before this one were each too short for a line
        echo "$progress_text" >&2
        RUN_SAID=$(date +%s)
    fi
    (
        seconds=0 before=
        while sleep 2 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
            seconds=$((seconds + 2))
            newest=$(tail -n 1 "$log" 2>/dev/null | tr -d '\r' | cut -c 1-100)
            line="$progress_text, $seconds s"
            [ "$newest" = "$before" ] || line="$line: $newest"
            before=$newest
            if [ -t 2 ]; then printf '\r\033[K%s' "$line" >&2; else echo "$line" >&2; fi
        done
    ) </dev/null >/dev/null &
    progress_job=$!
    progress_begin=$(date +%s)
    progress_status=0
    "$@" >"$log" 2>&1 </dev/null || progress_status=$?
    { kill -9 $progress_job && wait $progress_job; } 2>/dev/null || : # a shell that has just begun may miss another signal
    [ ! -t 2 ] || printf '\r\033[K' >&2
    [ $(($(date +%s) - progress_begin)) -lt 2 ] || RUN_SAID=$(date +%s) # there was a line
    return $progress_status
}
