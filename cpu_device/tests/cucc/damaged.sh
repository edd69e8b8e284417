#!/bin/sh
# SPDX-License-Identifier: MIT
# damaged.sh CUCC SOURCE: a full disk or a power cut leaves a part of the compiler driver, or of the judge: nothing, its first
# bytes, zeros, or text. The next command makes it anew, and does what it is asked to do.
set -u
cucc=$1 source=$2
# shellcheck disable=SC1091 # checked by itself
. "$source/cpu_device/tests/cucc/common.sh"
export CUCC_BUILD="${work:?}/build"

# survives FILE DAMAGES COMMAND...: the command says the same after each damage of the file.
survives() {
    file=$1 damages=$2
    shift 2
    if ! "$@" >expected 2>&1 || [ ! -s expected ] || ! cp "$file" whole; then
        cp expected log && wrong "$*: it does not work to begin with"
        return
    fi
    for damage in $damages; do
        case $damage in
        nothing) : ;;
        first_bytes) head -c 100 whole ;;
        half) head -c "$(($(wc -c <whole) / 2))" whole ;;
        zeros) head -c "$(wc -c <whole)" /dev/zero ;;
        text) echo 'exit 2' ;;
        esac >"$file"
        if "$@" >log 2>&1 && cmp -s log expected; then continue; fi
        wrong "$*: a driver or judge of which this is left: $damage"
    done
}
survives "$work/build/driver" 'nothing first_bytes half zeros text' "$cucc" --version
survives "$work/build/judge" 'nothing half' "$source/apps/grader/check.sh" --list
exit "${failed:?}"
