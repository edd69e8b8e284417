#!/bin/sh
# SPDX-License-Identifier: MIT
# rooms.sh SRC: the includes of cpu_device/src run one way: a room's files include their own, and those of the rooms after
# it in this order; and reports are worded in say/. The library beside it, runs/, includes nothing but its own header. First
# the same must find an arrow that runs back.
set -u
rooms='api run check memory say platform'

# back FOLDER: each include that leads back, as "FILE includes ROOM/HEADER"
back() {
    # shellcheck disable=SC2086 # six names
    (cd "$1" && grep -rnoE '#include "(\.\./)+[a-z]+/[^"]*"' $rooms) |
        sed -E 's,^([^:]*):[0-9]+:#include "(\.\./)+,\1 ,; s,"$,,' |
        awk -v rooms="$rooms" '
            BEGIN { n = split(rooms, room, " "); for (i = 1; i <= n; i++) place[room[i]] = i }
            { from = $1; to = $2; sub("/.*", "", from); sub("/.*", "", to) }
            to in place && place[to] < place[from] { print $1 " includes " $2 }'
}

work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
for room in $rooms; do mkdir "$work/$room"; done
echo '#include "../say/report.h"' >"$work/api/a.cpp"
echo '#include "../../run/core.h"' >"$work/say/b.h"
[ "$(back "$work")" = 'say/b.h includes run/core.h' ] || { echo "an arrow that runs back is not found" && exit 1; }
found=$(back "$1")
[ -z "$found" ] || { echo "FAILED: $found" && exit 1; }
# Only say/ words reports: the other rooms give it the facts.
if (cd "$1" && grep -rnE '[.]say[(]"' api run check memory platform); then
    echo "FAILED: these words belong into say/" && exit 1
fi
if (cd "$1/../runs" && grep -nE '#include "' -- *.[ch] | grep -v '"runs.h"$'); then
    echo "FAILED: cpu_device/runs includes other rooms" && exit 1
fi
