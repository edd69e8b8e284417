#!/bin/sh
# SPDX-License-Identifier: MIT
# environment_variables.sh PLANTED: the environment variables of the CPU device's checks and counters, with programs of
# build/cpu/planted.
set -u
planted=$1
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

race=$planted/race_bitmap leak=$planted/memory_leak own=$planted/memory_missing_guard sound=$planted/race_bitmap_fixed
expects 3 'SUMMARY: 1 error, 0 warnings' "$race"
expects 3 'SUMMARY: 1 error' CPU_DEVICE_CHECKS=on "$race"
expects 3 'SUMMARY: 1 error' CPU_DEVICE_CHECKS= "$race"
expects 0 'Warning: leaked' "$leak"
expects 0 'Warning: leaked' CPU_DEVICE_LEAKS=warning "$leak"
expects 3 'Error: leaked' CPU_DEVICE_LEAKS=error "$leak"
expects 2 "CPU_DEVICE_LEAKS is 'on', and must be warning or error" CPU_DEVICE_LEAKS=on "$leak"
expects 0 - "$sound"
expects 3 'SUMMARY: 1 error' CPU_DEVICE_ADVICE=on "$race"
expects 0 - CPU_DEVICE_ADVICE=on "$sound"
expects 0 - CPU_DEVICE_ADVICE=off "$sound"
expects 2 "CPU_DEVICE_ADVICE is 'yes', and must be off or on" CPU_DEVICE_ADVICE=yes "$sound"
expects 2 "CPU_DEVICE_ADVICE is 'on', and must be off where CPU_DEVICE_CHECKS is" CPU_DEVICE_ADVICE=on CPU_DEVICE_CHECKS=off "$sound"

# what the run has tried
expects 0 - CPU_DEVICE_EXPLAIN=off "$sound"
expects 0 - CPU_DEVICE_EXPLAIN= "$sound"
expects 0 '1 of 1 launches were checked' CPU_DEVICE_EXPLAIN=on "$sound"
expects 3 'CPU_DEVICE_SEED=1, 2 and so on try others' CPU_DEVICE_EXPLAIN=1 "$race"
expects 0 'one order of the warps and blocks, by CPU_DEVICE_SEED' CPU_DEVICE_EXPLAIN=on CPU_DEVICE_SEED=3 "$sound"
expects 2 "CPU_DEVICE_EXPLAIN is 'yes', and must be off or on" CPU_DEVICE_EXPLAIN=yes "$sound"

expects 3 - CPU_DEVICE_CHECKS=quiet "$race"
expects 0 - CPU_DEVICE_CHECKS=off "$race"
expects 0 - CPU_DEVICE_CHECKS=off "$leak"
expects 0 - CPU_DEVICE_CHECKS=off "$planted/phase_old_token_fixed" # a cuda::barrier
expects 3 'Error: race' CPU_DEVICE_CHECKS=fatal "$race"
grep -q SUMMARY err && echo "FAILED: fatal goes on to the end" && exit 1
[ ! -s out ] || { echo "FAILED: fatal goes on" && exit 1; }

expects 7 'Error: race' CPU_DEVICE_EXIT_STATUS=7 "$race"
expects 0 'Error: race' CPU_DEVICE_EXIT_STATUS=0 "$race"
expects 1 'Error: illegal address' CPU_DEVICE_EXIT_STATUS=7 "$own" # its own status stays
expects 0 - CPU_DEVICE_EXIT_STATUS=7 "$sound"

expects 2 "CPU_DEVICE_CHECKS is 'of', and must be on, off, quiet or fatal" CPU_DEVICE_CHECKS=of "$sound"
for bad in '' x 3x -1 256; do
    expects 2 'must be a number from 0 to 255' CPU_DEVICE_EXIT_STATUS="$bad" "$sound"
done

expects 3 'SUMMARY: 1 error' CPU_DEVICE_CORES=1 "$race"
expects 3 'SUMMARY: 1 error' CPU_DEVICE_CORES=24 "$race"
for bad in '' 0 25 2.5; do
    expects 2 'must be a number from 1 to 24' CPU_DEVICE_CORES="$bad" "$sound"
done

for bad in '' 0 17 -1; do
    expects 2 'must be a number from 1 to 16' CPU_DEVICE_COUNT="$bad" "$sound"
done
expects 3 'SUMMARY: 1 error' CPU_DEVICE_COUNT=16 "$race"

# one line, and the program has not begun
refuses() {
    expects 2 "$@"
    if [ "$(wc -l <err)" != 1 ] || [ -s out ]; then
        echo "FAILED: $*: it says more than one line" && cat err out
        exit 1
    fi
}
expects 0 'COUNTERS: kernel ' CPU_DEVICE_COUNTERS=on "$sound"
expects 3 'COUNTERS: kernel ' CPU_DEVICE_COUNTERS=on "$race"
grep -q 'SUMMARY: 1 error' err || { echo "FAILED: counting hides the race" && exit 1; }
expects 0 - CPU_DEVICE_COUNTERS=off "$sound"
expects 0 - CPU_DEVICE_COUNTERS= "$sound"
expects 0 - CPU_DEVICE_COUNTERS=counted.csv "$sound"
[ "$(sed -n '1s/,.*//p; $s/,.*//p' counted.csv)" = 'kernel
"paint"' ] || { echo "FAILED: what is counted is not in the file" && cat counted.csv && exit 1; }
# An old file stays as it was until the new one is complete, and nothing lies beside it.
mkdir kept && echo old >kept/counted.csv
keeps() {
    [ "$(cat kept/counted.csv)" = old ] && [ "$(ls kept)" = counted.csv ] && return
    echo "FAILED: $1 the old counters are gone, or not alone" && ls kept && exit 1
}
expects 3 'Error: race' CPU_DEVICE_CHECKS=fatal CPU_DEVICE_COUNTERS=kept/counted.csv "$race"
keeps 'broken off,'
(
    ulimit -f 0
    trap '' XFSZ
    CPU_DEVICE_COUNTERS=kept/counted.csv "$sound"
) 2>&1 | cat >out
grep -q 'cannot write the counters to .*kept/counted.csv: File too large' out ||
    { echo "FAILED: it does not say that the counters could not be written" && cat out && exit 1; }
keeps 'with a full disk,'
expects 0 - CPU_DEVICE_COUNTERS=kept/counted.csv "$sound"
cmp -s kept/counted.csv counted.csv || { echo "FAILED: other counters in a file that was there" && exit 1; }
[ "$(CPU_DEVICE_COUNTERS=/dev/stdout "$sound" | grep -c '^"paint"')" -gt 0 ] ||
    { echo "FAILED: no counters on /dev/stdout" && exit 1; }
refuses 'must be on, or a file to write; missing/counted.csv: ' CPU_DEVICE_COUNTERS=missing/counted.csv "$sound"
refuses 'must be on, or a file to write; .: ' CPU_DEVICE_COUNTERS=. "$sound"
refuses 'must be off where CPU_DEVICE_CHECKS is' CPU_DEVICE_CHECKS=off CPU_DEVICE_COUNTERS=on "$sound"
refuses 'must be off where CPU_DEVICE_CHECKS is' CPU_DEVICE_CHECKS=off CPU_DEVICE_COUNTERS=other.csv "$sound"
[ ! -e other.csv ] || { echo "FAILED: it has written other.csv" && exit 1; }

# A page of a trace: whole, or none; the same report with it as without.
expects 0 - CPU_DEVICE_TRACE= "$sound"
expects 0 - CPU_DEVICE_TRACE=sound.html "$sound"
expects 3 'Error: race on shared memory' CPU_DEVICE_TRACE=race.html CPU_DEVICE_TRACE_FIXED=sound.html "$race"
[ "$(grep -c -e '^</html>' -e '^"fixed":' race.html)" = 2 ] ||
    { echo "FAILED: the page of the trace is not whole" && exit 1; }
expects 3 'Error: race' CPU_DEVICE_TRACE=block.html CPU_DEVICE_TRACE_LAUNCH=1 CPU_DEVICE_TRACE_BLOCK=3 "$race"
grep -q '"blocks":\[3,3\]' block.html || { echo "FAILED: not the trace of block 3" && exit 1; }
expects 3 'Error: race' CPU_DEVICE_TRACE=none.html CPU_DEVICE_TRACE_LAUNCH=1000 "$race"
grep -q '"any":false' none.html || { echo "FAILED: a trace of a launch that was not" && exit 1; }
expects 3 'Error: race' CPU_DEVICE_TRACE=last.html CPU_DEVICE_TRACE_LAUNCH=last "$race"
grep -q '"found":true' last.html || { echo "FAILED: the last launch in place of the one with a report" && exit 1; }
refuses 'must be a file to write; missing/race.html: ' CPU_DEVICE_TRACE=missing/race.html "$sound"
refuses 'must be a page that CPU_DEVICE_TRACE has written' CPU_DEVICE_TRACE=a.html CPU_DEVICE_TRACE_FIXED=counted.csv "$sound"
refuses 'must be a page that CPU_DEVICE_TRACE has written' CPU_DEVICE_TRACE=a.html CPU_DEVICE_TRACE_FIXED=nowhere "$sound"
refuses 'must be a number from 1 to' CPU_DEVICE_TRACE=a.html CPU_DEVICE_TRACE_LAUNCH=0 "$sound"
refuses 'must be a number from 0 to' CPU_DEVICE_TRACE=a.html CPU_DEVICE_TRACE_BLOCK=x "$sound"
refuses 'must be empty where CPU_DEVICE_CHECKS is off' CPU_DEVICE_TRACE=a.html CPU_DEVICE_CHECKS=off "$sound"
[ ! -e a.html ] || { echo "FAILED: it has written a.html" && exit 1; }
