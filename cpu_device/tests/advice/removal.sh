#!/bin/sh
# SPDX-License-Identifier: MIT
# removal.sh CUCC SEEDS [--needed] SOURCE.cu...: follows the advice of CPU_DEVICE_ADVICE. The barriers, fences and __syncwarp()
# that it calls needless are removed from a program, all at once; not those in functions, of which one call may need them. The program must then end and print as before, with no
# more reports, in so many orders of its warps. With --needed, each of the others is removed, too, alone, and what nothing
# misses is printed; that is no failure. Exit status: 0; 1 the advice was wrong; 2 a program does not compile.
set -u
cucc=$1 seeds=$2
shift 2
needed=""
[ "$1" != --needed ] || { needed=yes && shift; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$work/in"

# without LINE...: builds the program without what synchronizes there. Status 1: nothing does.
without() {
    cp "$source" "$work/in/$name.cu"
    for number; do
        sed -i "$number"'{
            s/__syncthreads *()/(void)0/g; s/__syncwarp *([^()]*)/(void)0/g; s/__threadfence[a-z_]* *()/(void)0/g
            s/[a-zA-Z0-9_]*\.sync *()/(void)0/g; s/\(cg::\)\?\bsync *([a-z_]*)/(void)0/g
        }' "$work/in/$name.cu"
    done
    ! cmp -s "$source" "$work/in/$name.cu" || [ $# = 0 ] || return 1
    own=$(sed -n 's,^//  *cpu_device/cucc .*\.cu\(\( -l[a-zA-Z]*\)*\).*,\1,p' "$source") # its libraries
    # shellcheck disable=SC2086
    (cd "$work/in" && "$cucc" -w -cudart shared "$name.cu" -o "$work/program" $own 2>"$work/log") || {
        cat "$work/log"
        exit 2
    }
}

# run SEED: what the program prints, but for times, its status, and what the device reports.
run() {
    (cd "$work" && CPU_DEVICE_SEED=$1 timeout 120 ./program >out 2>err </dev/null; echo "status $?" >>out)
    grep -c '^========= \(Error\|Warning\|Limit\)' "$work/err" >>"$work/out"
}

# in_all_orders: whether the program is as it was; else the seed is in $seed.
in_all_orders() {
    seed=0
    while [ "$seed" -lt "$seeds" ]; do
        run "$seed"
        cmp -s "$work/out" "$work/first" || return 1
        seed=$((seed + 1))
    done
}

follow() {
    without
    CPU_DEVICE_ADVICE=on run 0
    cp "$work/out" "$work/first"
    noted=$(awk -v name="$name.cu" '/^========= Note: this run did not need a (barrier|fence|__syncwarp)/ {
        getline; if (/called at/) next; split($2, at, "[:,]"); if (at[1] == name) printf "%s ", at[2] }' "$work/err")
    [ -z "$noted" ] || echo "$name: needless: $noted"
    # shellcheck disable=SC2086
    if [ -n "$noted" ] && without $noted && ! in_all_orders; then
        echo "$name: without these, seed $seed: $(cat "$work/out" "$work/err")"
        return 1
    fi
    [ -n "$needed" ] || return 0
    grep -n '^ *[^/ ].*\(__syncthreads *()\|__syncwarp *(\|__threadfence[a-z_]* *()\|\bsync *(\)' "$source" >"$work/lines"
    while IFS=: read -r line text; do
        case " $noted " in *" $line "*) continue ;; esac
        if without "$line" && in_all_orders; then
            echo "$name: not called needless, and nothing misses line $line: $text"
        fi
    done <"$work/lines"
}

failed=0
for source; do
    name=${source##*/} && name=${name%.cu}
    rm -f "$work/common"
    ln -s "$(cd "${source%/*}/.." && pwd)/common" "$work/common"
    follow || failed=1
done
exit $failed
