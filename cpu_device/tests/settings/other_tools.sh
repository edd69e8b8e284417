#!/bin/sh
# SPDX-License-Identifier: MIT
# other_tools.sh PLANTED: what cucc-reports makes of the reports of programs of build/cpu/planted: SARIF and JUnit's XML.
# shellcheck disable=SC2094,SC2154 # "$reports" is a script, not an output; common.sh sets $work
set -u
planted=$1
reports=$(realpath "$(dirname "$0")/../../cucc-reports")
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
wrong() {
    echo "FAILED: $*"
    exit 1
}

expects 3 'Error: race' CPU_DEVICE_REPORT=race.json "$planted/race_bitmap"
expects 3 'Error: race' CPU_DEVICE_REPORT=again.json CPU_DEVICE_CORES=1 "$planted/race_bitmap"
expects 0 'Warning: leaked' CPU_DEVICE_REPORT=leak.json "$planted/memory_leak"
expects 1 'Error: divergent' CPU_DEVICE_REPORT=barrier.json "$planted/barrier_break"
expects 0 - CPU_DEVICE_REPORT='all & right.json' "$planted/race_bitmap_fixed"
printf '{"id":"race-sha' >killed.json
root=$(jq -r '.accesses[0].file // empty' race.json) && root=${root%/cpu_device/tests/*}

# is FILTER: of the document made in the repository, whose paths become relative
is() {
    jq -e "$1" sarif >told || { cat sarif && wrong "SARIF: not so: $1"; }
}
(cd "$root" && "$reports" sarif "$work"/*.json) >sarif || wrong "no SARIF: $?"
is '.version == "2.1.0" and (.runs | length) == 1'
is '.runs[0].tool.driver | (.version | test("^[0-9]+[.][0-9]+")) and all(.rules[]; .fullDescription.text != "" and .help.text != "")'
is '.runs[0].tool.driver | .name == "cucc" and ([.rules[].id] == ["divergent-barrier", "leak", "race-shared"])'
is '[.runs[0].results[] | .ruleId + " " + .level] == ["divergent-barrier error", "leak warning", "race-shared error"]'
is 'all(.runs[0].results[]; .locations | length == 1)'
is '[.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri | ltrimstr("cpu_device/tests/planted/")] ==
    ["barrier_break.cu", "memory_leak.cu", "race_bitmap.cu"]'
line=$(jq '.accesses[0].line // empty' race.json)
is ".runs[0].results[2].locations[0].physicalLocation.region.startLine == $line"
is '[.runs[0].results[2].relatedLocations[].message.text | split(":")[0]] == ["the write", "the read"]'
is '[.runs[0].results[].relatedLocations | length] == [2, 0, 2]'
is '[.runs[0].results[0].relatedLocations[].message.text] == ["threads 0, in __syncthreads()", "threads 1-63, in __syncthreads()"]'
is '.runs[0].results[2].message.text | startswith("race on shared memory\nkernel paint, ")'
"$reports" sarif race.json >sarif || wrong "no SARIF: $?" # in another folder, they do not
is '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri | startswith("file:///") and endswith("/race_bitmap.cu")'
"$reports" sarif killed.json >sarif && is '.runs[0].results == []'

"$reports" junit ./*.json >junit || wrong "no XML: $?"
! command -v xmllint >/dev/null || xmllint --noout junit || wrong "no XML"
has() { # COUNT LINE
    [ "$(grep -cF -- "$2" junit)" = "$1" ] || { cat junit && wrong "JUnit: not $1 times: $2"; }
}
has 1 '<testsuite name="cucc" tests="6" failures="3" errors="1">'
has 2 '<testcase classname="cucc" name="race_bitmap">'
has 1 'name="race_bitmap_fixed">'
has 1 '<testcase classname="cucc" name="./killed.json">'
has 2 '<failure type="race-shared" message="race on shared memory">race on shared memory'
has 1 '<failure type="divergent-barrier" message="divergent barrier: '
has 1 '<error message="the program did not come to its end"/>'
has 1 '<system-err>leaked 1024 bytes of device memory'

# Two runs of a program give the same document, though memory lies elsewhere; the address is that of the action.
for run in 1 2; do
    expects 1 'Error: illegal address' CPU_DEVICE_REPORT=bad.json "$planted/memory_missing_guard" 7 'a "b"'
    GITHUB_ACTION_REPOSITORY=somebody/cuda "$reports" sarif bad.json >sarif.$run || wrong "no SARIF: $?"
done
cmp sarif.1 sarif.2 || wrong "SARIF: another document in the second run"
cp sarif.1 sarif
is '.runs[0].tool.driver | .informationUri == "https://github.com/somebody/cuda" and all(.rules[]; .helpUri | startswith("https://github.com/somebody/cuda/"))'
jq -es '.[-1] | .program | endswith("/memory_missing_guard")' bad.json >told || wrong "no program: $(tail -n 1 bad.json)"
jq -es '.[-1] | .arguments == ["7", "a \"b\""] and .seed == 0' bad.json >told || wrong "no arguments: $(tail -n 1 bad.json)"
"$reports" junit bad.json >junit || wrong "no XML: $?"
has 1 'name="memory_missing_guard 7 a &quot;b&quot;">'

"$reports" gcc race.json barrier.json killed.json >lines || wrong "no lines: $?"
grep -Eq '^/.*/race_bitmap[.]cu:[0-9]+: error: race on shared memory \[race-shared\]$' lines || wrong "no line of the race: $(cat lines)"
[ "$(grep -Ec '^/.*/race_bitmap[.]cu:[0-9]+: note: the (read|write): kernel paint' lines)" = 1 ] || wrong "no line of the other access: $(cat lines)"
grep -Eq '(^|/)barrier_break[.]cu:[0-9]+: note: threads 1-63, in __syncthreads' lines || wrong "no line of the barrier: $(cat lines)"
[ "$(wc -l <lines)" = 4 ] || wrong "other lines: $(cat lines)"

"$reports" sarif nowhere.json >out 2>err && wrong "a file that is not there"
grep -q "can't read nowhere.json" err || wrong "a file that is not there: $(cat err)"
"$reports" text race.json >out 2>err && wrong "another form"
grep -q usage: err || wrong "another form: $(cat err)"
