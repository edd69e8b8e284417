#!/bin/sh
# SPDX-License-Identifier: MIT
# report_file.sh PLANTED: CPU_DEVICE_REPORT, with programs of build/cpu/planted: valid JSON, one line per report, which
# agrees with the text.
set -u
planted=$1
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

unset GITHUB_SHA CI_COMMIT_SHA
# holds FILTER: the reports of the last program, as an array, for which jq's FILTER must be true
holds() {
    jq -es "$1" found.json >told || { echo "FAILED: not so: $1" && cat found.json && exit 1; }
}

export CPU_DEVICE_REPORT=found.json
expects 3 'SUMMARY: 1 error, 0 warnings' "$planted/race_bitmap"
# of the summary, what is not about the run
counts='def counts: del(.program, .arguments, .seed, .commit);'
holds "$counts"'length == 2 and (.[1] | counts) == {id: "summary", errors: 1, warnings: 0, limits: 0}'
holds '.[1] | (.program | endswith("/race_bitmap")) and .arguments == [] and .seed == 0 and .commit == null'
holds '.[0] | .id == "race-shared" and .severity == "error" and .kernel == "paint" and .places > 0'
holds '.[0].memory.variable == "square"'
holds '[.[0].accesses[].access] == ["write", "read"] and all(.[0].accesses[]; .block == [0, 0, 0] and .thread[2] == 0)'
holds 'all(.[0].accesses[]; .file | endswith("race_bitmap.cu"))'
for line in $(jq -s '.[0].accesses[].line' found.json); do
    grep -q "at race_bitmap.cu:$line" err || { echo "FAILED: the text does not name line $line" && exit 1; }
done
# The text on stderr is the headline and the text of the data.
jq -r 'select(.text) | "Error: " + .headline, "    " + .text[]' found.json | sed 's/^/========= /' >made
grep -v SUMMARY err | cmp - made || { echo "FAILED: the text is another" && exit 1; }

expects 3 - CPU_DEVICE_CHECKS=quiet "$planted/race_bitmap"
holds 'length == 2'
expects 3 'Error: race' CPU_DEVICE_CHECKS=fatal "$planted/race_bitmap"
holds 'length == 1' # it was cut off
expects 0 - "$planted/race_bitmap_fixed"
holds "$counts"'map(counts) == [{id: "summary", errors: 0, warnings: 0, limits: 0}]'
expects 0 - CPU_DEVICE_SEED=7 GITHUB_SHA=0123abc "$planted/race_bitmap_fixed"
holds '.[0] | .seed == 7 and .commit == "0123abc"'

expects 0 'Warning: leaked' "$planted/memory_leak"
holds '.[0] | .id == "leak" and .severity == "warning" and .line > 0'
expects 3 'Error: leaked' CPU_DEVICE_LEAKS=error "$planted/memory_leak"
holds '.[0] | .id == "leak" and .severity == "error"'
expects 4 'Limit: ' "$planted/limit_double_product"
holds '.[0].severity == "limit" and .[-1].limits == 1'
expects 1 'Error: illegal address' "$planted/memory_missing_guard"
holds '.[0] | .id == "illegal-address" and .thread and .memory.past >= 0 and .line > 0'
# Where threads wait, or came from: each group has its place. A kernel's error without a place has that of the launch.
expects 1 'Error: divergent barrier' "$planted/barrier_in_each_branch"
holds '.[0].waiting | length == 2 and all(.[]; .call == "__syncthreads()" and .line > 0 and .count > 0 and .threads)'
holds '[.[0].text[] | capture("at barrier_in_each_branch.cu:(?<line>[0-9]+):").line | tonumber] == [.[0].waiting[].line]'
expects 0 'Warning: barrier left' "$planted/barrier_and_exit"
holds '.[0].waiting | length == 1 and (.[0].file | endswith("barrier_and_exit.cu"))'
expects 3 'Error: stack overflow' "$planted/large_frame"
holds '.[0] | .line > 0 and (.file | endswith("large_frame.cu"))'

# its folders are made
expects 0 - CPU_DEVICE_REPORT=new/and/below/found.json "$planted/race_bitmap_fixed"
grep -q '"summary"' new/and/below/found.json || { echo "FAILED: no report in a folder that was missing" && exit 1; }
expects 2 'CPU_DEVICE_REPORT must be a file to write; found.json/below/found.json: ' \
    CPU_DEVICE_REPORT=found.json/below/found.json "$planted/race_bitmap_fixed"
expects 0 - CPU_DEVICE_REPORT= "$planted/race_bitmap_fixed"

# %p is the number of the process, so that programs that run side by side do not overwrite one another's reports
expects 3 'Error: race' CPU_DEVICE_REPORT=found.%p.json "$planted/race_bitmap"
expects 3 'Error: race' CPU_DEVICE_REPORT=found.%p.json "$planted/race_bitmap"
[ "$(cat found.[1-9]*.json | grep -c '"race-shared"')" = 2 ] || {
    echo "FAILED: two runs with found.%p.json have left: $(ls)"
    exit 1
}

# A full disk is said, once, and the program's own 0 becomes 1.
expects 1 "CPU device: can't write the reports to /dev/full: No space left on device" CPU_DEVICE_REPORT=/dev/full \
    "$planted/race_bitmap_fixed"
expects 3 "can't write the reports to /dev/full" CPU_DEVICE_REPORT=/dev/full "$planted/race_bitmap"
[ "$(grep -c /dev/full err)" = 1 ] || { echo "FAILED: it is said more than once" && exit 1; }
