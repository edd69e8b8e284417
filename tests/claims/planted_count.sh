#!/bin/sh
# SPDX-License-Identifier: MIT
# planted_count.sh ROOT: how many of the planted bugs compute-sanitizer finds, as both READMEs and the site's first page say, and how many of the
# races in global memory, as docs/CLAIMS.md says: by what table.sh counts in cpu_device/tests/planted/README.md.
set -u
cd "$1" || exit 1
counts=$(tr '\n' ' ' <cpu_device/tests/planted/README.md |
    sed -n 's/.*compute-sanitizer was run on \([0-9]*\) of them: it reports the bug in \([0-9]*\),.*/\2 \1/p')
found=${counts% *} measured=${counts#* } failed=0
grep -q "| $found of the $measured that were measured |" README.md || { echo "README.md does not say $found of the $measured" && failed=1; }
grep -q "| 测量过的 $measured 个中的 $found 个 |" README.zh-CN.md || { echo "README.zh-CN.md does not say $found of $measured" && failed=1; }
grep -q "^- Of $measured .* found $found on a GPU" site/home.md || { echo "site/home.md does not say $found of $measured" && failed=1; }
grep -q "^- $measured 个.*找到 $found 个" site/home.zh-CN.md || { echo "site/home.zh-CN.md does not say $found of $measured" && failed=1; }

# of global memory: programs, run, reported
# shellcheck disable=SC2046 # three numbers
set -- $(sed -n 's/^\([0-9]*\) of them are races in global memory .* run on \([0-9]*\), and reports \([0-9]*\)\.$/\1 \2 \3/p' cpu_device/tests/planted/README.md)
grep -q "\[${1:-} planted races\].* | ${3:-} of the ${2:-} that were run, .* | ${1:-} of ${1:-}, and the sum |" docs/CLAIMS.md ||
    { echo "docs/CLAIMS.md does not say ${3:-} of the ${2:-} that were run" && failed=1; }
exit $failed
