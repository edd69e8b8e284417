#!/bin/sh
# SPDX-License-Identifier: MIT
# planted_count.sh ROOT: how many of the planted bugs compute-sanitizer finds, as both READMEs say: by what table.sh
# counts in tests/planted/README.md.
set -u
cd "$1" || exit 1
counts=$(tr '\n' ' ' <tests/planted/README.md |
    sed -n 's/.*compute-sanitizer was run on \([0-9]*\) of them: it reports the bug in \([0-9]*\),.*/\2 \1/p')
found=${counts% *} measured=${counts#* } failed=0
grep -q "| $found of the $measured that were measured |" README.md || { echo "README.md does not say $found of the $measured" && failed=1; }
grep -q "| 测量过的 $measured 个中的 $found 个 |" README.zh-CN.md || { echo "README.zh-CN.md does not say $found of $measured" && failed=1; }
exit $failed
