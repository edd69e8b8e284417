#!/bin/sh
# SPDX-License-Identifier: MIT
# reports.sh REPOSITORY BUILD: the reports quoted in the README.md of the root, of chapter05 and of cpu_device are what
# the programs print on the CPU device, line by line. First the same check must find a line that is wrong on purpose.
set -u
repository=$1
programs=$2/cpu
export CPU_DEVICE_COUNT=2 # for peer_without_access
export CPU_DEVICE_CORES=1 # on many cores other blocks come first
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# They are wrong on purpose, so their exit status is of no interest.
for command in dot_divergent 'dot_divergent --variant tail' dot_unsynced 'warp_sync --variant volatile' \
    "shared_bitmap_unsynced --save $work/picture.ppm" 'threadfence_sum --no-fence' planted/divergent_if planted/peer_without_access; do
    # shellcheck disable=SC2086 # a program and its arguments
    "$programs"/$command >/dev/null 2>>"$work/said"
done
CPU_DEVICE_COUNTERS=on "$programs/row_sums" >/dev/null 2>>"$work/said"

# Addresses differ from run to run.
without_addresses() {
    sed 's/0x[0-9a-f]*/0x/g' "$@"
}

# Quoted lines, without their indent, that no program prints.
not_said() {
    without_addresses "$@" | sed -n 's/^    \(=========.*\)/\1/p' | while IFS= read -r line; do
        grep -qxF -- "$line" "$work/lines" || echo "$line"
    done
}

without_addresses "$work/said" >"$work/lines"
sed 's/dot_unsynced.cu:[0-9]*/dot_unsynced.cu:1/' "$repository/chapter05/README.md" >"$work/spoiled.md"
[ -n "$(not_said "$work/spoiled.md")" ] || {
    echo "FAILED: a wrong line number is let pass" >&2
    exit 1
}
wrong=$(not_said "$repository/chapter05/README.md" "$repository/README.md" "$repository/cpu_device/README.md")
[ -z "$wrong" ] || {
    printf 'FAILED: quoted, but not printed:\n%s\n' "$wrong" >&2
    exit 1
}
