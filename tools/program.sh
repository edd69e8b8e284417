#!/bin/sh
# SPDX-License-Identifier: MIT
# program.sh --list: the lessons, with a line each. program.sh NAME [ARGUMENT...]: builds one and runs it, on the GPU if there
# is one (device.sh), else on the CPU device; its exit status is that of the lesson. program.sh FILE.cu [ARGUMENT...]: any file,
# on the CPU device.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"

# "dot: a dot product: ...", in the order of lessons.txt.
list() {
    "$here/lessons.sh" | while read -r lesson _; do
        name=${lesson#*/}
        # in Chinese, what cards.txt says of it
        { [ -n "$chinese" ] && sed -n "s/^$name | /$name：/p" "$root/chapter05/cards.txt" | grep .; } ||
            sed -n '2s|^// \([a-z0-9_]*\)[.]cu: \(.*\)|\1: \2|p' "$root/$lesson.cu"
    done
}
[ "$1" != --list ] || { list; exit; }

name=$1
shift
case $name in
*.cu)
    if [ ! -r "$name" ] && "$here/lessons.sh" "${name%.cu}" >/dev/null; then
        say "there is no file $name; did you mean ./run ${name%.cu}?" "没有 $name 这个文件；是不是 ./run ${name%.cu}？" && exit 2
    fi
    [ -r "$name" ] || { say "there is no file $name" "没有 $name 这个文件" && exit 2; }
    "$here/packages.sh" program --quiet "${name##*/}" || exit 1
    work=$(mktemp -d) || exit 1
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    # shellcheck disable=SC2046 # words
    "$root/cpu_device/cucc" -o "$work/program" "$name" $("$here/libraries.sh" "$name") || exit 1
    "$work/program" "$@"
    exit
    ;;
esac
"$here/lessons.sh" "$name" >/dev/null || {
    if [ -e "$root/exercises/start/$name.cu" ]; then
        say "$name is an exercise: ./run check $name judges it" "$name 是练习：./run check $name 评判它" && exit 2
    fi
    # the name that takes the fewest changed, added, left out or exchanged letters
    { chinese='' list | sed 's/:.*//' && printf '%s\n' "$root"/exercises/start/*.cu | sed 's|.*/||; s/[.]cu$//' && printf '%s\n' demo site playground test list show check watch hint reset grade course new action; } | awk -v wanted="$name" -v chinese="$chinese" '
        function smaller(a, b) { return a < b ? a : b }
        {
            n = length(wanted); m = length($1)
            for (j = 0; j <= m; ++j)
                d[0, j] = j
            for (i = 1; i <= n; ++i) {
                d[i, 0] = i
                for (j = 1; j <= m; ++j) {
                    d[i, j] = smaller(smaller(d[i - 1, j], d[i, j - 1]) + 1, d[i - 1, j - 1] + (substr(wanted, i, 1) != substr($1, j, 1)))
                    if (i > 1 && j > 1 && substr(wanted, i - 1, 2) == substr($1, j, 1) substr($1, j - 1, 1))
                        d[i, j] = smaller(d[i, j], d[i - 2, j - 2] + 1)
                }
            }
            if (NR == 1 || d[n, m] < least) { least = d[n, m]; nearest = $1 }
        }
        END {
            printf chinese ? "run: 没有 %s 这个程序或命令；" : "run: there is no program or command %s; ", wanted
            if (least <= length(wanted) / 2)
                printf chinese ? "是不是 %s？\n" : "did you mean %s?\n", nearest
            else
                print chinese ? "./run list 列出程序，./run --help 列出命令" : "./run list names the programs, ./run --help the commands"
        }' >&2
    exit 2
}
built=$("$here/built.sh" "$name") || exit 1
device=${built%% *} program=${built#* }
# a program for several GPUs gets two devices
[ ! -e "$root/gpus/$name.cu" ] || export CPU_DEVICE_COUNT="${CPU_DEVICE_COUNT:-2}"
where='on the CPU device' in_chinese='在 CPU 设备上'
[ "$device" = cpu ] || where='on the GPU' in_chinese='在 GPU 上'
say "$where, $name${*:+ $*}" "$in_chinese：$name${*:+ $*}"
exec "$program" "$@"
