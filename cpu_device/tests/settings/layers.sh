#!/bin/sh
# SPDX-License-Identifier: MIT
# layers.sh PROGRAM DEBUGGED: what reports say of a program with layers, layers.cu: of a template its arguments, the calls
# that led to an access, and what rules and settings can name. DEBUGGED: the same compiled with -G, without inlining.
# shellcheck disable=SC2094 # "$reports" is a script, not an output
set -u
program=$1
debugged=$2
source=$(realpath "$(dirname "$0")")/layers.cu
reports=$(realpath "$(dirname "$0")/../../cucc-reports")
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
wrong() {
    echo "FAILED: $*" && cat err
    exit 1
}
holds() { # FILTER: jq's, for the reports of the last program
    jq -es --arg here "${source%/*}" "$1" found.json >told || wrong "not so: $1: $(cat found.json)"
}
line() { # MARK: where the source has this comment
    grep -n "// $1\$" "$source" | cut -d: -f1
}
export CPU_DEVICE_REPORT=found.json

# --- the calls that led to an access ---

for kind in template member lambda; do
    case $kind in template) kernel=accumulate ;; *) kernel=by_$kind ;; esac
    expects 3 "layers.cu:$(line "$kind: access"), called at layers.cu:$(line "$kind: call"), called at layers.cu:$(line "$kind: first")" \
        "$program" "$kernel"
    grep -q "put a __syncthreads() between the two calls, after line $(line "$kind: first")" err || wrong "$kind: other advice"
    holds "[.[0].accesses[].line] == [$(line "$kind: access"), $(line "$kind: access")]"
    holds "[.[0].accesses[].called_at[].line] ==
        [$(line "$kind: call"), $(line "$kind: first"), $(line "$kind: call"), $(line "$kind: second")]"
    holds 'all(.[0].accesses[].called_at[]; .file | endswith("/layers.cu"))'
done
expects 3 - CPU_DEVICE_CHECKS=quiet "$program" accumulate
holds '[.[0].accesses[0] | .function, .called_at[].function] == ["add_to<float>", "add<float>", null]'
expects 3 "at layers.cu:$(line 'beyond: access'), called at layers.cu:$(line 'beyond: call'), called at layers.cu:$(line 'beyond: first')" \
    "$program" beyond
holds ".[0] | .function == \"load\" and [.called_at[].line] == [$(line 'beyond: call'), $(line 'beyond: first')]"
# A function of its own: its calls are not known, and the advice must not say that they do not matter.
expects 3 'If the two come from different calls of add_apart(), put a __syncthreads() between the calls. Else:' "$program" by_call
holds '.[0].accesses[0] | .function == "add_apart" and (has("called_at") | not)'
expects 3 'If the two come from different calls of add_to<float>(), put' "$debugged" accumulate

# SARIF points at the calls, too.
expects 3 - CPU_DEVICE_CHECKS=quiet "$program" accumulate
"$reports" sarif found.json >sarif || wrong "no SARIF"
jq -e '[.runs[0].results[0].relatedLocations[].message.text | split(":")[0]] ==
    ["the write", "called here", "called here", "the read", "called here", "called here"]' sarif >told || wrong "SARIF: $(cat sarif)"

# --- the arguments of a template ---

expects 3 'kernel accumulate<float, 64>, block (0,0,0), cells[0]' "$program" accumulate
grep -q 'accumulate<double' err && wrong "the same race of another instantiation is reported again"
holds '.[0] | .kernel == "accumulate<float, 64>" and .accesses[0].kernel == "accumulate<float, 64>"'
expects 3 'kernel accumulate<double, 32>, block' CPU_DEVICE_LAUNCHES=2 "$program" accumulate
expects 3 'COUNTERS: kernel accumulate<double, 32>' CPU_DEVICE_COUNTERS=on "$program" accumulate

# --- rules ---

rule() { # LINE PROGRAM KERNEL: silences its report
    echo "$1 -- a test" >known
    expects 0 'SUMMARY: 0 errors, 0 warnings, 1 suppressed' CPU_DEVICE_SUPPRESSIONS=known "$2" "$3"
}
for name in 'accumulate' 'accumulate<float, 64>' 'accumulate<float,*>' 'acc*'; do
    rule "race-shared kernel=$name variable=cells" "$program" accumulate
done
for name in add_to 'add_to<float>' add 'add<*>' 'a*to'; do
    rule "race-shared function=$name" "$program" accumulate
done
rule 'race-shared function=add_twice' "$program" by_member
rule '* function=add_apart' "$program" by_call
for rule in 'kernel=accumulate<double, 32>' 'kernel=accumulate<float' 'function=accumulate' 'function=dd' 'function=add_apart'; do
    echo "race-shared $rule -- a test" >known
    expects 3 'Error: race' CPU_DEVICE_SUPPRESSIONS=known "$program" accumulate
done
# A baseline holds for all instantiations.
expects 3 'Error: race' CPU_DEVICE_REPORT=known CPU_DEVICE_LAUNCHES=2 "$program" accumulate
expects 0 '1 suppressed' CPU_DEVICE_SUPPRESSIONS=known "$program" accumulate

# --- which launches are checked ---

chosen() { # COUNT ERRORS SETTING...
    count=$1
    errors=$2
    shift 2
    status=3
    [ "$errors" != 0 ] || status=0
    expects $status "; $count of 5 launches were checked, by CPU_DEVICE_" "$@" "$program"
    holds ".[-1] | .errors == $errors and .checked == $count and .launches == 5"
}
chosen 2 1 CPU_DEVICE_KERNELS=accumulate
chosen 1 1 'CPU_DEVICE_KERNELS=accumulate<double, 32>'
chosen 3 3 CPU_DEVICE_KERNELS='by_*'
chosen 2 2 CPU_DEVICE_KERNELS='by_call, accumulate<double, *>'
chosen 0 0 CPU_DEVICE_KERNELS=nothing
chosen 1 1 CPU_DEVICE_LAUNCHES=3
chosen 4 3 CPU_DEVICE_LAUNCHES=1-3,5
chosen 1 1 CPU_DEVICE_LAUNCHES=2 CPU_DEVICE_KERNELS='by_*' # the second of these
holds '.[0].kernel == "by_lambda"'
expects 3 - CPU_DEVICE_CHECKS=quiet CPU_DEVICE_KERNELS=accumulate "$program"
for bad in none 0 2-1 '1,' 1-x 99999999999; do
    expects 2 "CPU_DEVICE_LAUNCHES is '$bad', and must be some, all, or numbers of launches" CPU_DEVICE_LAUNCHES=$bad "$program"
done
for bad in ',' a,,b 'a<' ' '; do
    expects 2 "CPU_DEVICE_KERNELS is '$bad', and must be names of kernels" CPU_DEVICE_KERNELS="$bad" "$program"
done
expects 2 "CPU_DEVICE_KERNELS is 'a', and must be empty where CPU_DEVICE_CHECKS is off" CPU_DEVICE_CHECKS=off \
    CPU_DEVICE_KERNELS=a "$program"
