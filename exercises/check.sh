#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh [--seeds N] [--inputs N] [--json] [--cpu] NAME|FILE.cu: judges a solution of an exercise, as ./run check does.
# check.sh --hint NAME [1|2|3]: a hint, of three.
# check.sh --list: the exercises, in their order. check.sh --progress: with what has passed, and what comes next.
# check.sh --watch [NAME|FILE.cu]: judges at every save. check.sh --reset NAME: the starting text again.
# check.sh --show FOLDER NAME|FILE.cu: writes the page of a launch there, and prints its path.
#
# The file's kernel is compiled for the CPU device and linked with the judge that it includes (judge/NAME.h), which is
# compiled by itself. The program is run with several orders of the warps, and passes if every result is right, the counters
# are, and the device has reported nothing. The inputs are others each time; --inputs gives the number of earlier ones. Where
# nvcc and a GPU answer, the file is run there too, for the result and its time; --cpu leaves that out. CHECK_SECONDS limits
# each run (60). CHECK_PROGRESS names the file for the progress, in place of .progress here; off: none is kept.
# Exit status: 0 passed, 1 failed, 2 it cannot be judged. --json prints one line of JSON in place of the text.
here=$(realpath -- "$0") && exec "${here%/*}/judging/start.sh" check "$@"
