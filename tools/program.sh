#!/bin/sh
# SPDX-License-Identifier: MIT
# program.sh --list: the lessons, with a line each, in Chinese where CPU_DEVICE_LANGUAGE or the locale asks for it. program.sh NAME [ARGUMENT...]: builds one and runs it, on the GPU if one
# answers, else on the CPU device; its exit status is that of the lesson.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
case ${CPU_DEVICE_LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in zh*) chinese=yes ;; *) chinese= ;; esac

# "dot: a dot product: ...", in the order of the chapter; what the chapter lacks comes last.
list() {
    {
        sed -n 's/^##.*(\([a-z0-9_]*[.]cu\)), .*(\([a-z0-9_]*[.]cu\))$/\1 \2/; s/^##.*(\([a-z0-9_]*[.]cu\))$/\1/p; /^[a-z0-9_]*[.]cu /p' \
            "$root/chapter05/README.md"
        for file in "$root"/chapter05/*.cu "$root"/modern/*.cu "$root"/gpus/*.cu; do
            echo "${file##*/}"
        done
    } | awk '{ for (i = 1; i <= NF; i++) if (!seen[$i]++) print $i }' | while read -r file; do
        found=$("$here/lesson.sh" "${file%.cu}") || continue
        # in Chinese, what the demo's page says of it
        { [ -n "$chinese" ] && sed -n "s/^${file%.cu} |[^|]*| /${file%.cu}：/p" "$root/chapter05/cards.txt" | grep .; } ||
            sed -n '2s|^// \([a-z0-9_]*\)[.]cu: \(.*\)|\1: \2|p' "$root/$found"
    done
}
[ "$1" != --list ] || { list && exit 0; }

name=$1
shift
"$here/lesson.sh" "$name" >/dev/null || {
    # the name that takes the fewest changed, added or left out letters
    { chinese='' list | sed 's/:.*//' && printf '%s\n' demo site playground test list show check watch hint reset grade course new action; } | awk -v wanted="$name" -v chinese="$chinese" '
        function smaller(a, b) { return a < b ? a : b }
        {
            n = length(wanted); m = length($1)
            for (j = 0; j <= m; ++j)
                d[0, j] = j
            for (i = 1; i <= n; ++i) {
                d[i, 0] = i
                for (j = 1; j <= m; ++j)
                    d[i, j] = smaller(smaller(d[i - 1, j], d[i, j - 1]) + 1, d[i - 1, j - 1] + (substr(wanted, i, 1) != substr($1, j, 1)))
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
device=gpu
{ nvidia-smi -L && program=$("$here/built.sh" gpu "$name") && [ -x "$program" ]; } >/dev/null 2>&1 || {
    device=cpu
    program=$("$here/built.sh" cpu "$name") || exit 1
}
# a program for several GPUs gets two devices
[ ! -e "$root/gpus/$name.cu" ] || export CPU_DEVICE_COUNT="${CPU_DEVICE_COUNT:-2}"
case $device$chinese in
gpu) where='on the GPU, ' ;;
cpu) where='on the CPU device, ' ;;
gpuyes) where='在 GPU 上：' ;;
*) where='在 CPU 设备上：' ;;
esac
echo "run: $where$name${*:+ $*}" >&2
exec "$program" "$@"
