#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh: runs commands from the repository's root and keeps their output in docs/results, under a head that says
# where they ran.
#
#     bench/record.sh NAME COMMAND...      one command: docs/results/NAME.txt
#     bench/record.sh NAME <COMMANDS       one shell command a line, each with its exit status
#     bench/record.sh --chapter [SUFFIX]   on a machine with a GPU, all that the lessons and docs/CLAIMS.md quote:
#                                          docs/results/LESSON-SUFFIX.txt (h200); then bench/plots.sh draws the plots
#     bench/record.sh --chapter SUFFIX LESSON...   of these the records alone, such as dots and memory-spaces
#     bench/record.sh --modern [SUFFIX]    the lessons of modern/ alone
#
# The head also has the hash of each program (program.sh): tests/files/results.sh finds the records that are older than
# their programs. It needs the built programs: cmake --build build. Exit status: that of the command, or 1 if a record failed.
set -u

usage() {
    sed -n 's/^#     //p' "$0" >&2
    exit 2
}

or_none() {
    "$@" 2>/dev/null || echo none
}

# Runs each line of standard input.
each_line() {
    while IFS= read -r line || [ -n "$line" ]; do
        [ -n "$line" ] || continue
        echo "== $line"
        sh -c "$line" </dev/null
        echo "exit status $?"
        echo
    done
}

# The programs that a command, or a script of ours, runs, each with its hash.
programs_of() {
    {
        printf '%s\n' "$@"
        case $1 in bench/*.sh) cat "$1" ;; esac
    } | bench/program.sh --of | xargs -r bench/program.sh
}

record() {
    name=$1
    shift
    result=$(mktemp "docs/results/$name.txt.XXXXXX") || exit 1 # beside the old one, which stays until this one is complete
    commands=
    [ $# -gt 0 ] || commands=$(cat)
    {
        echo "command:  ${*:-those below}" | sed "s|$PWD/||g; s|$PWD|.|g"
        echo "date:     $(date -u +%Y-%m-%d)"
        echo "source:   ${SOURCE:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)$(git diff --quiet HEAD 2>/dev/null || echo " and changes")}"
        echo "CPU:      $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
        echo "compiler: $("${CXX:-g++}" --version | head -n 1)"
        echo "GPU:      $(or_none nvidia-smi ${CUDA_VISIBLE_DEVICES:+--id="$CUDA_VISIBLE_DEVICES"} --query-gpu=name,driver_version --format=csv,noheader)"
        nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
        echo "toolkit:  $(or_none "$nvcc" --version | sed -n 's/^Cuda compilation tools, //p')"
        programs_of "$*" "$commands" | sed 's/^/program:  /'
        echo
        if [ $# -gt 0 ]; then
            "$@" >"$result.out" 2>&1
        else
            printf '%s\n' "$commands" | each_line >"$result.out" 2>&1
        fi
        status=$?
        sed "s|$PWD|.|g" "$result.out" # no path of one machine
    } >"$result" || exit 1
    rm "$result.out"
    chmod 644 "$result"
    mv "$result" "docs/results/$name.txt"
    return $status
}

# A record of the chapter: SUFFIX in place of the machine, and one line if it failed.
of_chapter() {
    what=$1
    shift
    case $only in '' | *" $what "*) recorded=$((recorded + 1)) ;; *) return ;; esac
    record "$what-$suffix" "$@" || {
        echo "record.sh: $what: exit status $?: $*" >&2
        failed=1
    }
}

# The lessons of modern/.
of_modern() {
    of_chapter dot-once <<'END'
build/gpu/dot_once --csv -
build/gpu/dot_once --elements 268435456 --csv -
build/gpu/dot_once --elements 1048576 --csv -
for run in $(seq 200); do build/gpu/dot_once --relaxed >/dev/null; echo "exit status $?"; done | sort | uniq -c
END
    of_chapter cluster-dot <<'END'
build/gpu/cluster_dot --csv -
build/gpu/cluster_dot --elements 2048 --products 8192 --csv -
build/gpu/cluster_dot --elements 131072 --csv -
build/gpu/cluster_dot --elements 1048576 --products 128 --csv -
for run in $(seq 50); do build/gpu/cluster_dot --leave >/dev/null 2>&1; echo "exit status $?"; done | sort | uniq -c
END
    of_chapter messages <<'END'
build/gpu/messages
build/gpu/messages --runs 200
END
    of_chapter scan <<'END'
build/gpu/scan --csv -
build/gpu/scan
build/gpu/scan --elements 16777216 --csv -
build/gpu/scan --relaxed
for run in $(seq 50); do build/gpu/scan --elements 16777216 --relaxed >/dev/null; echo "exit status $?"; done | sort | uniq -c
END
    of_chapter split-barrier <<'END'
build/gpu/split_barrier --csv -
build/gpu/split_barrier --alone --csv -
build/gpu/split_barrier --early
for run in $(seq 50); do build/gpu/split_barrier --blocks 1000 --steps 70 --early >/dev/null; echo "exit status $?"; done | sort | uniq -c
END
    of_chapter groups <<'END'
build/gpu/groups --csv -
for run in $(seq 20); do build/gpu/groups --elements 65536 --unsynced | tail -n 1; done | sort | uniq -c
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/groups --elements 65536 --unsynced
END
    of_chapter stages <<'END'
build/gpu/stages --csv -
for run in $(seq 20); do build/gpu/stages --tiles 3000 --early | tail -n 1; done | sort | uniq -c
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/stages --tiles 300 --early
END
}

chapter() {
    suffix=$1 failed=0
    shift
    only=${1:+ $* } recorded=0
    of_chapter row-sums build/gpu/row_sums --csv -
    of_chapter column-sums build/gpu/column_sums --csv -
    of_chapter dot-ladder build/gpu/dot_ladder --csv -
    of_chapter dot-blocks build/gpu/dot_blocks --csv -
    of_chapter peers build/gpu/bench/peers
    of_chapter matrix-reads <<'END'
build/gpu/matrix_reads --csv -
build/gpu/bench/tiles --csv -
END
    of_chapter memory-spaces build/gpu/memory_spaces --csv -
    of_chapter memory-reads build/gpu/bench/memory_reads
    of_chapter barrier-cost build/gpu/bench/barrier_cost
    of_chapter block-result build/gpu/bench/block_result --csv -
    of_chapter global-cache build/gpu/bench/global_cache --csv -
    of_chapter last-additions build/gpu/bench/last_additions
    of_chapter shared-per-block build/gpu/shared_per_block
    of_chapter host-sync build/gpu/host_sync
    of_chapter counters bench/counters.sh
    of_chapter threadfence-sum <<'END'
build/gpu/threadfence_sum --runs 20000
build/gpu/threadfence_sum --no-fence --runs 20000
END
    of_modern
    of_chapter behaviour bench/behaviour/run.sh
    of_chapter visibility <<'END'
build/gpu/visibility
build/gpu/visibility --unsynced
END
    of_chapter warp-sync <<'END'
build/gpu/warp_sync --runs 1000
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/warp_sync --variant plain
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/warp_sync --variant volatile
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/warp_sync --variant syncwarp
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/warp_sync --variant shuffle
END
    pictures=$(mktemp -d) || exit 1
    export pictures
    of_chapter bitmap <<'END'
for run in 1 2 3 4 5 6 7 8; do build/gpu/shared_bitmap_unsynced --save $pictures/a.ppm; done
build/gpu/shared_bitmap --save $pictures/a.ppm
build/gpu/shared_bitmap_live --width 512 --height 512 --frames 1000 --save $pictures/a.ppm
compute-sanitizer --tool racecheck --print-limit 1 build/gpu/shared_bitmap_unsynced --save $pictures/a.ppm
compute-sanitizer --tool memcheck --print-limit 1 build/gpu/shared_bitmap_unsynced --save $pictures/a.ppm
END
    of_chapter slow-motion <<'END'
for blocks in 16 1000; do build/gpu/shared_bitmap_slow --blocks $blocks --frames 1000 --save $pictures/a.ppm; done
for blocks in 1 16; do build/gpu/dot_live --blocks $blocks --frames 1000 --save $pictures/a.ppm; done
END
    # not built by CMake: on the CPU device it is undefined
    of_chapter undefined-by-language <<'END'
nvcc -O2 -arch=native -o $pictures/undefined cpu_device/tests/not_found/undefined_by_language.cu && $pictures/undefined
END
    rm -r "$pictures"
    # A kernel that hangs ends with its program, after three seconds.
    of_chapter dots <<'END'
build/gpu/dot_divergent
for run in $(seq 200); do build/gpu/dot_divergent >/dev/null; echo "exit status $?"; done | sort | uniq -c
build/gpu/dot_divergent --variant tail
build/gpu/bench/patience --cycles 200000000 --timeout 10
build/gpu/dot_unsynced --runs 200
build/gpu/dot_rounded
timeout 60 compute-sanitizer --tool synccheck --print-limit 1 build/gpu/dot_divergent
timeout 60 compute-sanitizer --tool synccheck --print-limit 1 build/gpu/dot_divergent --variant tail
timeout 60 compute-sanitizer --tool synccheck --print-limit 1 build/gpu/dot_unsynced
timeout 60 compute-sanitizer --tool racecheck --print-limit 1 build/gpu/dot_divergent
timeout 60 compute-sanitizer --tool racecheck --print-limit 1 build/gpu/dot_divergent --variant tail
timeout 60 compute-sanitizer --tool racecheck --racecheck-deadlock-timeout 3000 --print-limit 1 build/gpu/dot_divergent --variant tail --timeout 20
timeout 60 compute-sanitizer --tool racecheck --print-limit 1 build/gpu/dot_unsynced
END
    [ -n "$only" ] || bench/plots.sh || failed=1
    [ "$recorded" -ge $# ] || {
        echo "record.sh: of$only only $recorded have a record" >&2
        failed=1
    }
    return $failed
}

cd "$(dirname "$0")/.." || exit 1
mkdir -p docs/results || exit 1
result=
trap '[ -z "$result" ] || rm -f "$result" "$result.out"' EXIT
trap 'exit 1' HUP INT TERM
case ${1:-} in
--chapter)
    shift
    [ $# -gt 0 ] || set -- h200
    chapter "$@"
    ;;
--modern)
    [ $# -le 2 ] || usage
    suffix=${2:-h200} failed=0 only='' recorded=0
    of_modern
    exit $failed
    ;;
'' | -* | */*) usage ;;
*)
    record "$@"
    status=$?
    cat "docs/results/$1.txt"
    exit $status
    ;;
esac
