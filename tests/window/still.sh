#!/bin/sh
# SPDX-License-Identifier: MIT
# still.sh WINDOW CLOSE_WINDOW: the windows of still pictures, and those used as the book does, on a display of their
# own. WINDOW is build/cpu/window or build/gpu/window; the chapter's programs are in the same folder.
# shellcheck disable=SC2154 # windows.sh sets them
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/windows.sh"

# --- the still picture: window, key s and --save show the same; q ends it
"$programs/shared_bitmap" --width 640 --height 480 --save saved.png >out 2>err
start shared_bitmap --width 640 --height 480
shows saved.png 640x480+0+101
key s
says 'saved shared_bitmap.png'
soon says_something || fail "the window does not say where the picture is saved"
same saved.png shared_bitmap.png || fail "the keys s and --save differ"
shows saved.png 640x480+0+101
key h
screenshot one.png
soon window_is_not one.png || fail "h shows no help"
key h
shows saved.png 640x480+0+101
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

# --- no such display: the picture is saved, and one line says so
rm -f shared_bitmap.png
DISPLAY=:4711 "$programs/shared_bitmap" --width 64 --height 64 >out 2>err || fail "without a display it fails"
if [ "$(wc -l <err)" != 1 ] || ! grep -q 'the picture is in shared_bitmap.png' err; then
    fail "it does not say where the picture is"
fi
[ -s shared_bitmap.png ] || fail "it does not save the picture"
exit 0
