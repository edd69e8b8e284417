#!/bin/sh
# SPDX-License-Identifier: MIT
# keys_and_files.sh WINDOW CLOSE_WINDOW: the windows of the picture programs, on a display of their own. WINDOW is
# build/cpu/window or build/gpu/window; the chapter's programs lie beside it. Needs Xvfb, xdotool, xwd,
# convert and compare; looks for leaks where valgrind is.
# shellcheck disable=SC2317 # functions are called through soon
set -u

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
    wait $program
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

has_size() {
    [ "$(xdotool getwindowgeometry "$window" | sed -n 's/ *Geometry: *//p')" = "$1" ]
}

# A frame may take long on a busy machine: that two screenshots are the same does not say that it has stopped.
stands_still() {
    save
    soon shows_saved
}

# --- the still picture: window, key s and --save show the same; q ends it
"$programs/shared_bitmap" --width 640 --height 480 --save saved.png >out 2>err
start shared_bitmap --width 640 --height 480
shows saved.png
key s
says 'saved shared_bitmap.png'
same saved.png shared_bitmap.png || fail "the keys s and --save differ"
key h
soon window_is_not saved.png || fail "h shows no help"
key h
shows saved.png
# twice as wide: the picture keeps its size and stands in the middle; half as large: half the pixels
xdotool windowsize --sync "$window" 1280 480
shows saved.png 640x480+320+0
convert saved.png -filter point -resize 50% half.png
xdotool windowsize --sync "$window" 320 240
soon window_is_half || fail "the small picture is another"
key q
ends_with 0

# --- the unsynchronized one ends by ESC, and says by its status that pixels are wrong
start shared_bitmap_unsynced --width 320 --height 320
key Escape
ends_with 1

# --- the book's way: three windows one after another, closed in three ways
start window/book_bitmap
key Escape
find_window "$window"
"$close_window" "$window"
find_window "$window"
key q
ends_with 0
printf 'cleaned up %s\ndestroyed %s\n' 'the first' 'the first' 'the second' 'the second' >expected
echo 'the end' >>expected
cmp -s out expected || fail "the exit functions, the destructors and the end of main do not come in order"

# --- the book's moving picture
start window/book_anim
screenshot one.png
soon window_is_not one.png || fail "nothing moves"
xdotool mousemove --window "$window" 70 140 mousedown 1 mousemove --window "$window" 350 420 mouseup 1 # each pixel is 7 by 7
says 'dragged from 10,20 to 50,60'
says 'frame 10'
key Escape
ends_with 0
says 'many frames'

# --- live: a hundred frames, then it ends by itself; and its keys
begin shared_bitmap_live --width 256 --height 256 --frames 100 # its window may be gone before it is found
ends_with 1
says 'wrong pixels in 100 frames: with the barrier 0;'
start shared_bitmap_live --width 512 --height 256
times=1 above=18
key space
stands_still || fail "space does not stop it"
key w
soon window_is_not one.png || fail "w colours nothing"
key w
shows one.png
key f
soon has_size 1280x1024 || fail "f does not fill the screen"
key F11
soon has_size 1024x328 || fail "F11 does not give the window its size back"
key space
soon window_is_not one.png || fail "space does not let it go on"
key q
ends_with 1
says 'frames: with the barrier 0;'

# --- slow motion: m goes to the next barrier, which holds back the left half alone; n shows the first turn; space goes on
# Of what the picture shows now, the band that a halving made in a half, 0 or 1.
has_band() {
    save
    [ "$(convert dot_live.png -crop "256x32+$(($2 * 264))+$(($1 * 44))" +repage -format '%[fx:maxima]' info:)" != 0 ]
}
start dot_live
times=2 above=27
soon has_band 5 0 || fail "there is no launch"
key m
has_band 1 0 || fail "m does not show the first halving"
has_band 2 0 && fail "with the barrier, m shows more than the first halving"
has_band 5 1 || fail "without a barrier, m does not show all"
key m
has_band 2 0 || fail "another m does not show the second halving"
has_band 3 0 && fail "another m shows more than the second halving"
for press in m m m n; do key $press; done
has_band 2 0 && fail "n does not begin again"
stands_still || fail "n does not stop it"
key space
soon window_is_not one.png || fail "space does not go on"
key q
ends_with 1

# --- a small picture is shown several times as large, and its line of text is larger, too
start shared_bitmap_live --width 64 --height 64
has_size 1152x700 || fail "128x64 pixels are not shown nine times as large"
key space
times=9 above=31
stands_still || fail "it does not show each pixel as nine by nine"
key q
ends_with 1

# --- ended by ESC, they leave no memory behind, and touch only what is theirs.
# Not ours to free: what Mesa keeps, what libXi allocates for freeglut, and the device's cores, which live until the end.
# Invalid accesses count where common/ makes them itself or through a function of libc, or to the pixels of a picture: of
# the dynamic linker and of Mesa valgrind says more. The device is here without its checks, as valgrind would look for
# pointers in gigabytes that they reserve; and where it changes stacks, 644 KB apart, no stack is to grow or shrink.
if [ "${programs##*/}" = cpu ] && command -v valgrind >/dev/null; then
    under="env CPU_DEVICE_CHECKS=off valgrind --leak-check=full --undef-value-errors=no --keep-debuginfo=yes
        --num-callers=40 --max-stackframe=300000 --log-file=leaks.log"
    ends_without_leaks() {
        key Escape
        ends_with 0
        grep -q 'LEAK SUMMARY' leaks.log || fail "valgrind says nothing about leaks"
        awk -v RS='==[0-9]+== \n' '/ lost in loss record/ && !/libGLX|\/dri\/|libXi|cpu_device::/' leaks.log >leaks
        [ ! -s leaks ] || { cat leaks && fail "memory is left behind"; }
        awk -v RS='==[0-9]+== \n' '/Invalid (read|write|free)/ &&
            (/Invalid[^\n]*\n[^\n]*(\n[^\n]*)?[(](window|cpu_bitmap|cpu_anim|image_file)[.]h:/ ||
                /Address.*CPUBitmap::CPUBitmap/)' leaks.log >invalid
        [ ! -s invalid ] || { cat invalid && fail "memory is touched that must not be"; }
    }
    start window/book_bitmap
    for _ in 1 2; do
        key Escape
        find_window "$window"
    done
    ends_without_leaks
    start window/book_anim
    ends_without_leaks
    under=
else
    echo "no valgrind, or a GPU: leaks are not looked for"
fi

# --- no such display: the picture is saved, and one line says so
rm -f shared_bitmap.png
DISPLAY=:4711 "$programs/shared_bitmap" --width 64 --height 64 >out 2>err || fail "without a display it fails"
if [ "$(wc -l <err)" != 1 ] || ! grep -q 'the picture is in shared_bitmap.png' err; then
    fail "it does not say where the picture is"
fi
[ -s shared_bitmap.png ] || fail "it does not save the picture"
exit 0
