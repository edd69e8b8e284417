#!/bin/sh
# SPDX-License-Identifier: MIT
# moving.sh WINDOW CLOSE_WINDOW: the windows of moving pictures, and their keys, on a display of their own. WINDOW is
# build/cpu/window or build/gpu/window; the chapter's programs are in the same folder.
# shellcheck disable=SC2034,SC2154 # windows.sh takes and sets them
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/windows.sh"

# --- live: a hundred frames, then it ends by itself; and its keys
begin shared_bitmap_live --width 256 --height 256 --frames 100 # its window may be gone before it is found
ends_with 1
says 'Wrong pixels in 100 frames: 0 with the barrier;'
start shared_bitmap_live --width 512 --height 256
has_size 1024x682 || fail "it is not two thirds as high as the screen"
times=1 above=187
key space
stands_still || fail "space does not stop it"
key w
soon says_something || fail "the window does not say what w does"
soon says_nothing || fail "what it says does not go"
soon window_is_not one.png || fail "w colours nothing"
key w
shows one.png
key f
soon has_size 1280x1024 || fail "f does not fill the screen"
key F11
soon has_size 1024x682 || fail "F11 does not give the window its size back"
key space
soon window_is_not one.png || fail "space does not let it go on"
key q
ends_with 1
says 'frames: 0 with the barrier;'

# --- slow motion: m goes to the next barrier, which holds back the left half alone; n shows the first turn; space goes on
# Of what the picture shows now, the band that a halving made in a half, 0 or 1.
has_band() {
    save
    [ "$(convert dot_live.png -crop "256x32+$(($2 * 264))+$(($1 * 44))" +repage -format '%[fx:maxima]' info:)" != 0 ]
}
start dot_live
times=2 above=63
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
has_size 1152x682 || fail "128x64 pixels are not shown nine times as large"
key space
times=9 above=27
stands_still || fail "it does not show each pixel as nine by nine"
key q
ends_with 1

# --- slow motion of the bitmap: large enough, and its legend ends before the window does
start shared_bitmap_slow
has_size 698x682 || fail "336x272 pixels are not shown twice as large"
key n
soon says_something || fail "the window does not say what n does"
screenshot one.png
[ "$(convert one.png -crop 500x26+0+656 +repage -format '%[fx:maxima]' info:)" = 0 ] && fail "there is no legend"
[ "$(convert one.png -crop 30x26+668+656 +repage -format '%[fx:maxima]' info:)" = 0 ] || fail "the legend is cut"
key q
ends_with 1
