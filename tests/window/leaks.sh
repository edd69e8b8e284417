#!/bin/sh
# SPDX-License-Identifier: MIT
# leaks.sh WINDOW CLOSE_WINDOW book_bitmap|book_anim: what the windows leave behind, by valgrind if it is installed, on
# a display of their own. WINDOW is build/cpu/window or build/gpu/window; the chapter's programs are in the same folder.
# shellcheck disable=SC2034,SC2154 # windows.sh takes and sets them
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/windows.sh"

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
    start "window/$3"
    case $3 in book_bitmap) # which has three windows, one after another
        for _ in 1 2; do
            key Escape
            find_window "$window"
        done
        ;;
    esac
    ends_without_leaks
else
    echo "no valgrind, or a GPU: leaks are not looked for"
fi
