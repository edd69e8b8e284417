#!/bin/sh
# SPDX-License-Identifier: MIT
# checks.sh: what the checks of the CPU device cost, compared with Oclgrind --data-races in the same run.
set -u
bench=${1:-build/cpu/bench}
[ -x "$bench/launches" ] || {
    echo "checks.sh: there is no $bench/launches: build it first" >&2
    exit 2
}

medians() {
    sed -n 's/^dot, .* \([0-9.]*\) ms \[.*/dot \1/p; s/^bitmap .* \([0-9.]*\) ms \[.*/bitmap \1/p; s/^\(dot\|bitmap\) \([0-9.]*\) ms$/\1 \2/p'
}

on=$("$bench/launches" | medians)
off=$(CPU_DEVICE_CHECKS=off "$bench/launches" | medians)
peer=
if command -v oclgrind >/dev/null && [ -x "$bench/oclgrind_peer" ]; then
    peer=$(oclgrind --data-races "$bench/oclgrind_peer" | medians)
else
    echo "Oclgrind (Debian: oclgrind, ocl-icd-opencl-dev) is not here, so there is no peer" >&2
fi
printf '%-8s %14s %14s %8s %18s %8s\n' '' 'checked, ms' 'unchecked, ms' ratio 'Oclgrind, ms' ratio
for name in dot bitmap; do
    printf '%s\n' "$on" "checked" "$off" "unchecked" "$peer" | awk -v name=$name '
        $1 == name { value[section + 0] = $2 }
        $1 == "checked" || $1 == "unchecked" { ++section }
        END {
            printf "%-8s %14.3f %14.3f %8.1f", name, value[0], value[1], value[0] / value[1]
            if (value[2] != "") printf " %18.1f %8.1f", value[2], value[2] / value[0]
            printf "\n"
        }'
done
