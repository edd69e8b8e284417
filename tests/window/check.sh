#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh PROGRAMS CLOSE_WINDOW: the windows of the picture programs, on a display of their own. PROGRAMS is build/cpu or
# build/gpu. Exit status 77 where there is nothing to make a display with.
set -u

programs=$1 close_window=$2
for tool in Xvfb xdotool import compare; do
    command -v $tool >/dev/null || {
        echo "skipped: $tool is not here"
        exit 77
    }
done
work=$(mktemp -d)
cd "$work" || exit 1
Xvfb -noreset -displayfd 3 -screen 0 1280x1024x24 3>display 2>xvfb.log &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
tries=0
until [ -s display ]; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { echo "FAILED: Xvfb does not start" && cat xvfb.log && exit 1; }
done
DISPLAY=:$(cat display)
export DISPLAY

fail() {
    echo "FAILED: $*"
    [ ! -e out ] || sed 's/^/  out: /' out
    [ ! -e err ] || sed 's/^/  err: /' err
    exit 1
}

# Starts a program and waits for its window.
start() {
    name=$1
    shift
    timeout 60 "$programs/$name" "$@" >out 2>err &
    program=$!
    find_window
}

find_window() {
    tries=0
    until window=$(xdotool search --onlyvisible --name 'h help' 2>/dev/null) && [ -n "$window" ]; do
        kill -0 $program 2>/dev/null || {
            wait $program
            [ $? != 77 ] || exit 77 # no GPU
            fail "it ended before its window was there"
        }
        sleep 0.1
        tries=$((tries + 1))
        [ $tries -lt 200 ] || fail "there is no window"
    done
    xdotool windowmove "$window" 0 0 # no window manager has put it on the screen
    xdotool windowfocus "$window"
    sleep 0.5 # until it is drawn
}

key() {
    xdotool key --window "$window" "$1"
    sleep 0.4
}

ends_with() {
    wait $program
    status=$?
    [ $status = "$1" ] || fail "exit status $status, not $1"
    [ ! -s err ] || fail "it says something on standard error"
}

says() {
    grep -qF -- "$1" out || fail "it does not say: $1"
}

# The window shows just what the file does, white text apart.
shows() {
    import -window "$window" "$work/shot.png"
    differing=$(compare -metric AE shot.png "$1" null: 2>&1)
    [ "$differing" = 0 ] || fail "the window and $1 differ in $differing pixels"
}

# --- the still picture: window, key s and --save show the same; q ends it
"$programs/shared_bitmap" --width 640 --height 480 --save saved.png >out 2>err
[ $? != 77 ] || exit 77
start shared_bitmap --width 640 --height 480
shows saved.png
key s
says 'saved shared_bitmap.png'
compare -metric AE saved.png shared_bitmap.png null: >/dev/null 2>&1 || fail "the keys s and --save differ"
key h
import -window "$window" help.png
[ "$(compare -metric AE help.png saved.png null: 2>&1)" != 0 ] || fail "h shows no help"
key h
shows saved.png
# twice as wide: the picture keeps its size and stands in the middle; half as large: half the pixels
xdotool windowsize --sync "$window" 1280 480
sleep 0.5
import -window "$window" wide.png
convert wide.png -crop 640x480+320+0 +repage middle.png
[ "$(compare -metric AE middle.png saved.png null: 2>&1)" = 0 ] || fail "in a wide window the picture is not in the middle"
xdotool windowsize --sync "$window" 320 240
sleep 0.5
import -window "$window" small.png
[ "$(convert small.png -format '%wx%h' info:)" = 320x240 ] || fail "the window did not shrink"
convert saved.png -filter point -resize 50% half.png
[ "$(compare -metric MAE small.png half.png null: 2>&1 | cut -d. -f1)" -lt 3000 ] || fail "the small picture is another"
key q
ends_with 0

# --- the unsynchronized one ends by ESC, and says by its status that pixels are wrong
start shared_bitmap_unsynced --width 320 --height 320
key Escape
ends_with 1

# --- the book's way: three windows one after another, closed in three ways
start window/book_bitmap
key Escape
sleep 0.5
find_window
"$close_window" "$window"
sleep 0.5
find_window
key q
ends_with 0
printf 'cleaned up %s\ndestroyed %s\n' 'the first' 'the first' 'the second' 'the second' >expected
echo 'the end' >>expected
cmp -s out expected || fail "the exit functions, the destructors and the end of main do not come in order"

# --- the book's moving picture
start window/book_anim
import -window "$window" one.png
sleep 0.3
import -window "$window" two.png
[ "$(compare -metric AE one.png two.png null: 2>&1)" != 0 ] || fail "nothing moves"
xdotool mousemove --window "$window" 10 20 mousedown 1 mousemove --window "$window" 50 60 mouseup 1
sleep 0.3
key Escape
ends_with 0
says 'dragged from 10,20 to 50,60'
says 'many frames'

# --- live: a hundred frames, then it ends by itself; and its keys
start shared_bitmap_live --width 256 --height 256 --frames 100
ends_with 1
says '100 frames: wrong pixels with a barrier: 0 in the last'
start shared_bitmap_live --width 256 --height 256
key space
import -window "$window" one.png
sleep 0.3
import -window "$window" two.png
[ "$(compare -metric AE one.png two.png null: 2>&1)" = 0 ] || fail "space does not stop it"
key space
key w
key d
key b
sleep 0.3
key space
key d
key s
says 'saved shared_bitmap_live.png'
key q
ends_with 0
says 'with one too: 0 to 0 of 65536'

# --- no such display: the picture is saved, and one line says so
rm -f shared_bitmap.png
DISPLAY=:4711 "$programs/shared_bitmap" --width 64 --height 64 >out 2>err || fail "without a display it fails"
if [ "$(wc -l <err)" != 1 ] || ! grep -q 'the picture is in shared_bitmap.png' err; then
    fail "it does not say where the picture is"
fi
[ -s shared_bitmap.png ] || fail "it does not save the picture"
exit 0
