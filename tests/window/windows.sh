#!/bin/sh
# SPDX-License-Identifier: MIT
# Shared by the tests of windows: a display that exists only in memory, programs on it, keys and screenshots. Needs
# Xvfb, xdotool, xwd, convert and compare. Goes to an empty folder.
# shellcheck disable=SC2034 # used by those who include it
# shellcheck disable=SC2154 # $times and $above are theirs
# shellcheck disable=SC2119,SC2120 # find_window is given a window by others
# shellcheck disable=SC2317 # functions are called through soon
programs=${1%/window} close_window=$2 under=''
work=$(mktemp -d)
cd "$work" || exit 1
Xvfb -noreset -displayfd 3 -screen 0 1280x1024x24 3>display 2>xvfb.log &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
tries=0
until [ -s display ]; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt 1000 ] || { echo "FAILED: Xvfb does not start" && cat xvfb.log && exit 1; }
done
DISPLAY=:$(cat display)
CPU_DEVICE_CHECKS=quiet CPU_DEVICE_EXIT_STATUS=0 # here it is not about races
export DISPLAY CPU_DEVICE_CHECKS CPU_DEVICE_EXIT_STATUS

fail() {
    echo "FAILED: $*"
    [ ! -e out ] || sed 's/^/  out: /' out
    [ ! -e err ] || sed 's/^/  err: /' err
    exit 1
}

# Repeats a command until it succeeds, for some minutes at most: the machine may be busy.
soon() {
    tries=0
    until "$@"; do
        sleep 0.1
        tries=$((tries + 1))
        [ $tries -lt 2000 ] || return 1
    done
}

windows() {
    xdotool search --onlyvisible --name 'h help' 2>/dev/null
}

# X gives the same number to the first window of every program, so none may be left of the last one.
no_window() {
    [ -z "$(windows)" ]
}

# The window of the running program; another than the one given.
has_window() {
    window=$(windows)
    { [ -n "$window" ] && [ "$window" != "${1:-}" ]; } || ! kill -0 "$program" 2>/dev/null
}

find_window() {
    soon has_window "${1:-}" || fail "there is no window"
    [ -n "$window" ] || {
        fail "it ended before its window was there"
    }
    xdotool windowmove --sync "$window" 0 0 # no window manager has put it on the screen
}

# Starts a program.
begin() {
    name=$1
    shift
    soon no_window || fail "the last window stays"
    # shellcheck disable=SC2086 # a command, or nothing
    timeout 1000 $under "$programs/$name" "$@" >out 2>err &
    program=$!
}

# Starts a program and waits for its window.
start() {
    begin "$@"
    find_window
}

# Presses and lets go; a window may be gone between.
key() {
    xdotool key --window "$window" "$1" 2>xdotool.log
}

ends_with() {
    wait "$program"
    status=$?
    [ $status = "$1" ] || fail "exit status $status, not $1"
    [ ! -s err ] || fail "it says something on standard error"
}

says() {
    soon grep -qF -- "$1" out || fail "it does not say: $1"
}

screenshot() {
    xwd -silent -id "$window" -out shot.xwd && convert xwd:shot.xwd "$1"
}

# The number of pixels in which two pictures differ is 0, or "0 (0)": so since ImageMagick 7.1.2.
same() {
    [ "$(compare -metric AE "$1" "$2" null: 2>&1 | cut -d ' ' -f 1)" = 0 ]
}

# The window shows just what a file does; or does in a part of that size and place.
window_is() {
    screenshot shot.png
    [ -z "${2:-}" ] || convert shot.png -crop "$2" +repage shot.png
    same shot.png "$1"
}

shows() {
    soon window_is "$@" || fail "the window does not show $1"
}

window_is_not() {
    screenshot shot.png && ! same shot.png "$1"
}

# The window is as large as half.png and shows it, but for how pixels are left out.
window_is_half() {
    screenshot small.png
    [ "$(convert small.png -format '%wx%h' info:)" = 320x240 ] &&
        compare -metric MAE small.png half.png null: 2>&1 | awk '{ exit !($1 < 3000) }' # "900.5 (0.01)"
}

saved_again() {
    [ "$(grep -c '^saved ' out)" -gt "$saved_before" ]
}

# Keys come in order: when the picture is saved, the program has done what the keys before this one ask for.
save() {
    saved_before=$(grep -c '^saved ' out)
    key s
    soon saved_again || fail "s does not save"
}

# The window shows what was saved, $times as large, below a line of $above pixels, and goes on to show it. A screenshot in
# one.png.
shows_saved() {
    convert "$name.png" -filter point -resize "${times}00%" saved-now.png
    screenshot one.png
    convert one.png -crop "$(convert saved-now.png -format '%wx%h' info:)+0+$above" +repage part.png
    same part.png saved-now.png && sleep 0.3 && window_is one.png
}

# The blue line on which a window says what a key did.
says_something() {
    screenshot said.png
    [ "$(convert said.png -crop 1x1+1+1 +repage -format '%[fx:b > 2*r && b > 0.5]' info:)" = 1 ]
}

says_nothing() {
    ! says_something
}

has_size() {
    [ "$(xdotool getwindowgeometry "$window" | sed -n 's/ *Geometry: *//p')" = "$1" ]
}

# A frame may take long on a busy machine: that two screenshots are the same does not say that it has stopped.
stands_still() {
    save
    soon says_nothing
    soon shows_saved
}
