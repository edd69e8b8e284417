#!/bin/sh
# SPDX-License-Identifier: MIT
# control.sh ROOT CUCC: what ./run test and the action say at their end of the planted bugs: each is reported; and where one is not,
# or nothing was run, they fail.
set -u
root=$1 cucc=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
# says STATUS TEXT COMMAND...
says() {
    expected=$1 text=$2
    shift 2
    "$@" >"$work/said" 2>&1
    status=$?
    [ $status = "$expected" ] && grep -qF -- "$text" "$work/said" && return
    echo "FAILED: $*: status $status and not $expected, or not '$text': $(cat "$work/said")"
    failed=1
}
# tests NAME STATUS...: as CTest writes them
tests() {
    echo '<testsuite>'
    while [ $# -gt 0 ]; do
        printf '\t<testcase name="%s" classname="x" time="1" status="%s">\n\t\t<system-out>a</system-out>\n\t</testcase>\n' "$1" "$2"
        shift 2
    done
    echo '</testsuite>'
} >"$work/tests.xml"
export CPU_DEVICE_LANGUAGE=en

tests cpu/planted/race_a run cpu/planted/race_a_fixed run cpu/planted/race_b run cpu/dot fail
says 0 '2 of 2 planted bugs were reported, and 1 of 1 fixed versions had no report' "$root/tools/control.sh" "$work/tests.xml"
tests cpu/planted/race_a run cpu/planted/race_b fail cpu/planted/race_a_fixed run
says 1 '1 of 2 planted bugs' "$root/tools/control.sh" "$work/tests.xml"
tests cpu/planted/race_a run cpu/planted/race_a_fixed fail
says 1 '0 of 1 fixed versions' "$root/tools/control.sh" "$work/tests.xml"
tests sanitizer/racecheck/planted/race_a run sanitizer/all/planted/fence_b run sanitizer/synccheck/planted/race_a_fixed run
says 0 '1 of 1 planted bugs' "$root/tools/control.sh" "$work/tests.xml"
tests cpu/dot run
says 1 'ran no planted bug' "$root/tools/control.sh" "$work/tests.xml"

says 0 'Control: 6 of 6 planted bugs were reported, and 0 of their 6 fixed versions.' env CUCC="$cucc" "$root/.github/control.sh"
# a compiler whose programs find nothing
cat >"$work/cucc" <<'E2'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\nexit 0\n' >"$2"
chmod +x "$2"
E2
chmod +x "$work/cucc"
says 1 'Control: 0 of 6 planted bugs' env CUCC="$work/cucc" "$root/.github/control.sh"
says 1 '::error title=control::' env CUCC="$work/cucc" "$root/.github/control.sh"
exit $failed
