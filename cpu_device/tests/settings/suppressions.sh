#!/bin/sh
# SPDX-License-Identifier: MIT
# suppressions.sh PLANTED: CPU_DEVICE_SUPPRESSIONS, with programs of build/cpu/planted: rules, a baseline, and bad lines.
set -u
planted=$1
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
export CPU_DEVICE_SUPPRESSIONS=known

# rule STATUS TEXT LINE [PROGRAM]: a run with this one line
rule() {
    echo "$3" >known
    expects "$1" "$2" "$planted/${4:-race_bitmap}"
}

# What a rule can be about. The report itself is gone, the exit status is the program's own.
for rule in 'race-shared' '*' 'race-shared kernel=paint' '* kernel=p*t' 'race-shared file=race_bitmap.cu' \
    'race-shared file=planted/race_*.cu' '* variable=square' 'race-shared kernel=paint file=*/race_bitmap.cu variable=sq*'; do
    rule 0 '========= SUMMARY: 0 errors, 0 warnings, 1 suppressed' "$rule -- a test"
    ! grep -q 'race on' err || { echo "FAILED: $rule: the race is still reported" && exit 1; }
done
rule 0 'SUMMARY: 0 errors, 0 warnings, 1 suppressed' 'leak file=memory_leak.cu -- a test' memory_leak
# What leaves the report there: another id, kernel, file, variable; or a part of a name.
for rule in 'race-global' 'race-shared kernel=pain' 'race-shared kernel=aint' 'race-shared file=bitmap.cu' \
    'race-shared variable=squares' '* kernel=other file=race_bitmap.cu'; do
    rule 3 'Error: race on shared memory' "$rule -- a test"
    grep -q '^CPU device: no report matched line 1 of known$' err || { echo "FAILED: $rule is not called unused" && exit 1; }
done
# Comments and empty lines count as lines; nothing is said of a rule that was used, and nothing if quiet.
printf '# why\n\nrace-shared -- a test\nleak -- a test\n  # more\ntimeout -- a test\n' >known
expects 0 'CPU device: no report matched line 4, 6 of known' "$planted/race_bitmap"
expects 0 - CPU_DEVICE_CHECKS=quiet "$planted/race_bitmap"
# The JSON has what is left.
expects 0 '1 suppressed' CPU_DEVICE_REPORT=found.json "$planted/race_bitmap"
{ grep -q '^{"id":"summary","errors":0,"warnings":0,"limits":0,"suppressed":1,' found.json && [ "$(wc -l <found.json)" = 1 ]; } ||
    { echo "FAILED: the JSON is another" && cat found.json && exit 1; }
# The launch that a report has ended fails all the same.
rule 1 '1 suppressed' 'divergent-barrier -- a test' barrier_break
grep -q 'unspecified launch failure' out || { echo "FAILED: the launch does not fail" && exit 1; }

# A baseline: the reports of another run.
unset CPU_DEVICE_SUPPRESSIONS
expects 3 'Error: race' CPU_DEVICE_REPORT=known "$planted/race_bitmap"
export CPU_DEVICE_SUPPRESSIONS=known
for seed in 1 2 3; do
    expects 0 '1 suppressed' CPU_DEVICE_SEED=$seed "$planted/race_bitmap"
done
expects 3 'Error: race' "$planted/race_histogram"
sed -i 's/"line":[0-9]*/"line":1/g' known # an edit has moved the lines
expects 0 '1 suppressed' "$planted/race_bitmap"
sed -i 's,"file":"[^"]*/,"file":"/elsewhere/,g' known # another checkout
expects 0 '1 suppressed' "$planted/race_bitmap"
sed -i 's/"variable":"square"/"variable":"circle"/' known
expects 3 'Error: race' "$planted/race_bitmap"

rule 2 'known:1: a suppression ends in " -- "' 'race-shared'
rule 2 'known:1: a suppression ends in " -- "' 'race-shared -- '
rule 2 'known:1: a suppression is the id' 'race-shared line=3 -- a test'
rule 2 'known:1: a suppression is the id' 'race-shared paint -- a test'
rule 2 'known:1: this is no report' '{}'
rule 2 'known:1: no report has this id' 'race-shraed -- a test'
rule 2 'known:1: no report has this id' 'races* -- a test'
rule 0 '1 suppressed' 'race-* -- a test'
expects 2 'CPU_DEVICE_SUPPRESSIONS must be a file to read; nowhere: ' CPU_DEVICE_SUPPRESSIONS=nowhere "$planted/race_bitmap"
