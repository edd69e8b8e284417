#!/bin/sh
# SPDX-License-Identifier: MIT
# reports.sh REPOSITORY BUILD: the reports that each README.md and each page of the path quotes are what the programs print on the CPU device, line
# for line, and those of the Chinese ones are what they print in Chinese. First the same check must find a line that is
# spoiled on purpose. And the rows of ./run demo that README.md quotes say what the programs
# say, but for the numbers and the pictures.
set -u
repository=$1
programs=$2/cpu
export CPU_DEVICE_COUNT=2 # for peer_without_access
export CPU_DEVICE_CORES=1 # on many cores other blocks come first
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Addresses differ from run to run.
without_addresses() {
    sed 's/0x[0-9a-f]*/0x/g' "$@"
}

# What the programs print in a language. They are wrong on purpose, so their exit status is of no interest.
say_all() {
    for command in dot_divergent 'dot_divergent --variant tail' dot_unsynced 'warp_sync --variant volatile' \
        "shared_bitmap_unsynced --save $work/picture.ppm" 'threadfence_sum --no-fence' planted/divergent_if \
        planted/peer_without_access 'dot_once --relaxed' 'groups --unsynced' 'split_barrier --early' 'stages --early' \
        'cluster_dot --leave' 'scan --relaxed' 'dot_gpus --no-wait'; do
        # shellcheck disable=SC2086 # a program and its arguments
        { CPU_DEVICE_LANGUAGE=$1 "$programs"/$command >/dev/null; } 2>&1
    done
    { CPU_DEVICE_LANGUAGE=$1 CPU_DEVICE_COUNTERS=on "$programs/row_sums" >/dev/null; } 2>&1
    # what a student's kernel gets on the first two pages
    (cd "$work" && for exercise in add reverse; do
        CPU_DEVICE_LANGUAGE=$1 CHECK_PROGRESS=off "$repository/apps/grader/check.sh" --cpu --seeds 1 $exercise.cu 2>&1
    done)
    # two kernels that wait for each other
    { CPU_DEVICE_LANGUAGE=$1 CPU_DEVICE_CORES=2 "$programs/barrier_gpus" --scope device >/dev/null; } 2>&1
}

# Quoted lines, without their indent, that no program prints.
not_said() { # LANGUAGE FILE...
    lines=$work/$1
    shift
    without_addresses "$@" | sed -n 's/^     *\(=========.*\)/\1/p' | while IFS= read -r line; do
        grep -qxF -- "$line" "$lines" || echo "$line"
    done
}

export CUCC_BUILD="$2/cucc"
# what a student writes into the files that are handed out, so that the pages have the line numbers that a student sees
write_into() { # EXERCISE LINES
    sed "s/^    \/\/ your code$/$2/" "$repository/exercises/start/$1.cu" >"$work/$1.cu"
}
write_into add '    int i = threadIdx.x + blockIdx.x * blockDim.x;\n    c[i] = a[i] + b[i];'
write_into reverse '    data[i] = cache[blockDim.x - 1 - i];'
for language in en zh; do
    say_all $language | without_addresses >"$work/$language"
done
sed 's/dot_unsynced.cu:[0-9]*/dot_unsynced.cu:1/' "$repository/chapter05/dot_unsynced.md" >"$work/spoiled.md"
[ -n "$(not_said en "$work/spoiled.md")" ] || {
    echo "FAILED: a wrong line number is let pass" >&2
    exit 1
}
cd "$repository" || exit 1
# shellcheck disable=SC2046 # names without blanks
wrong=$(not_said en README.md $(find chapter05 modern gpus -name '*.md' ! -name '*.zh-CN.md') cpu_device/README.md
    not_said zh README.zh-CN.md chapter05/*.zh-CN.md modern/*.zh-CN.md gpus/*.zh-CN.md cpu_device/README.zh-CN.md)
rows=$(sed -nE 's/^    ([a-z_]+) +CPU +[a-z]+(, [a-z ]+)?  +(.*)/\1 \3/p' README.md | grep -v bitmap)
[ -n "$rows" ] || {
    echo "FAILED: no row of ./run demo was found" >&2
    exit 1
}
rows=$(echo "$rows" | while read -r name text; do
    { CPU_DEVICE_CHECKS=quiet "$programs/$name" || true; } 2>/dev/null | sed 's/[0-9.][0-9.]*/N/g' >"$work/said"
    grep -qF -- "$(echo "$text" | sed 's/[0-9.][0-9.]*/N/g')" "$work/said" || echo "$name: $text"
done)
wrong=$(printf '%s\n%s' "$wrong" "$rows" | grep .)
[ -z "$wrong" ] || {
    printf 'FAILED: quoted, but not printed:\n%s\n' "$wrong" >&2
    exit 1
}
