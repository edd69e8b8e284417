#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh [--seeds N] [--inputs N] [--json] [--cpu] NAME|FILE.cu: judges a solution of an exercise, as ./run check does.
# check.sh --hint NAME [1|2|3]: a hint, of three.
# check.sh --list: the exercises, in their order. check.sh --progress: with what has passed, and what comes next.
# check.sh --watch [NAME|FILE.cu]: judges at every save. check.sh --reset NAME: the starting text again.
# check.sh --show FOLDER NAME|FILE.cu: writes the page of a launch there, and prints its path.
#
# The file's kernel is compiled for the CPU device and linked with the judge that it includes (judge/NAME.h), which is
# compiled separately. The program runs with several orders of the warps. It passes if every result is right, the counters are
# as the exercise asks, and the device reports nothing. The inputs differ each time; --inputs N repeats earlier ones. If there
# is a GPU with nvcc, the file runs there too, for the result and its time; --cpu leaves that out. CHECK_SECONDS limits the
# processor time of each run (20). CHECK_PROGRESS names the file for the progress, in place of .progress here; off: none is kept.
# Exit status: 0 passed, 1 failed, 2 it cannot be judged. --json prints one line of JSON instead.
here=$(realpath -- "$0") && exec "${here%/*}/start.sh" check "$@"
