#!/bin/sh
# SPDX-License-Identifier: MIT
# figures.sh REPOSITORY: each measured figure of docs/CLAIMS.md, of docs/SURPRISES.md and of the pages below is in a log that the text
# names (figures.awk). First the same check must find figures that are wrong on purpose.
set -u
repository=$1
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# missing FILE FOLDER: twice, since a section may name its log at its end.
missing() {
    awk -v folder="$2" -v may_have_none="${3-}" -f "$here/figures.awk" "$1" "$1"
}

mkdir "$work/logs"
echo 'kernel 0.1234 ms, 987.65 GB/s, 40 runs' >"$work/logs/a.txt"
printf '%s\n' '11111 of 50000 pixels, 22222 pixels' '4 blocks  0.31 ms 310 GB/s' '8 blocks  0.42 ms 420 GB/s' >>"$work/logs/a.txt"
cat >"$work/right.md" <<'E2'
## One
It took 0.123 ms, about 1000 GB/s, over 900 GB/s and less than 1000 GB/s, on 7 blocks ([the log](logs/a.txt)).
Between 11111 and
22222 wrong pixels; 0.31 and 0.42 ms; 4 blocks read 310 GB/s, 8 blocks over 400 GB/s.

| kernel | an H200 |
| --- | --- |
| 3 blocks | 40 of 40 runs, 988 GB/s |

| kernel | time, us |
| --- | --- |
| it | 123.4 |
E2
said=$(missing "$work/right.md" "$work")
[ -z "$said" ] || {
    echo "FAILED: right figures are refused: $said" >&2
    exit 1
}
for change in 's/0\.123 /0.124 /' 's/about 1000/about 1100/' 's/over 900/over 990/' 's/than 1000/than 980/' \
    's/988/989/' 's/40 of/41 of/' 's/logs\/a/logs\/b/' 's/(\[the.*)\././' 's/[0-9]//g' \
    's/11111/11112/' 's/22222/22223/' 's/0\.31/0.32/' 's/0\.42/0.43/' 's/310/420/' 's/123\.4/123.5/' 's/8 blocks/4 blocks/'; do
    sed "$change" "$work/right.md" >"$work/spoiled.md"
    [ -n "$(missing "$work/spoiled.md" "$work")" ] || {
        echo "FAILED: a text is let pass that was spoiled by $change" >&2
        exit 1
    }
done

said=$(
    missing "$repository/docs/CLAIMS.md" "$repository/docs"
    missing "$repository/docs/SURPRISES.md" "$repository/docs"
    for text in README.md exercises/README.md cpu_device/README.md $(cd "$repository" && find chapter05 modern gpus -name '*.md' ! -name '*.zh-CN.md'); do
        missing "$repository/./$text" "$repository/$(dirname "$text")" yes
    done
)
[ -z "$said" ] || {
    printf 'FAILED:\n%s\n' "$said" >&2
    exit 1
}
