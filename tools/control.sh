#!/bin/sh
# SPDX-License-Identifier: MIT
# control.sh build/tests.xml|build/sanitizers.xml: a check that cannot fail proves nothing. Says how many of the planted bugs that
# these tests ran were reported, by the CPU device or by the tools of compute-sanitizer, and how many fixed versions got no
# report. Exit status: 0; 1 if one is missing or none was run.
set -u
here=$(realpath -- "$0") && here=${here%/*}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"

# by PREFIX: of the tests PREFIX/planted/NAME, "bugs passed fixed passed". Of sanitizers, only what a tool must report.
by() {
    tr '\n' ' ' <"$xml" | sed 's/<testcase /\n/g' | sed -n "s|^name=\"$1/planted/\([a-z_0-9]*\)\".* status=\"\([a-z]*\)\".*|\1 \2|p" | awk '
        $2 == "run" || $2 == "fail" { fixed = $1 ~ /_fixed$/; all[fixed]++; passed[fixed] += $2 == "run" }
        END { print all[0] + 0, passed[0] + 0, all[1] + 0, passed[1] + 0 }'
}

xml=${1:-}
[ -r "$xml" ] || {
    echo "usage: tools/control.sh build/tests.xml|build/sanitizers.xml" >&2
    exit 2
}
failed=1
for prefix in cpu 'sanitizer/[a-z]*check'; do
    # shellcheck disable=SC2046 # four numbers
    set -- $(by "$prefix")
    [ "$1" != 0 ] || continue
    failed=0
    say "control: $2 of $1 planted bugs were reported, and $4 of $3 fixed versions had no report" \
        "对照：$1 个植入的错误中报告了 $2 个；$3 个改正后的版本中，$4 个没有报告"
    [ "$1 $3" = "$2 $4" ] || exit 1
done
[ $failed = 0 ] || say "control: these tests ran no planted bug" "对照：这些测试没有运行植入的错误"
exit $failed
