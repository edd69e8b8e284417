#!/bin/sh
# SPDX-License-Identifier: MIT
# chinese.sh ROOT: ./run in Chinese: the same commands, the same programs in the same order, each with a Chinese line.
set -u
root=$(realpath -- "$1")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset CPU_DEVICE_LANGUAGE LC_ALL LC_MESSAGES LANG
failed=0
wrong() {
    echo "$*"
    failed=1
}
chinese() {
    LANG=zh_CN.UTF-8 "$root/run" "$@"
}

commands() {
    grep -oE '[.]/run [A-Za-z]+( (\[[^]]*\]|--[a-z-]+|[A-Z|.cu]+|[a-z]+[|][a-z|]+))*'
}
"$root/run" --help | commands >english
chinese --help >out
commands <out >other
[ "$(grep -c . english)" -gt 10 ] || wrong "only these commands: $(cat english)"
cmp -s english other || wrong "./run --help, other commands in Chinese: $(diff english other)"
grep -q '^用法：' out || wrong "./run --help: $(cat out)"

"$root/run" list | sed -n 's/^    \([a-z_0-9]*\): .*/\1/p' >english
chinese list | sed -n 's/^    \([a-z_0-9]*[:：]\)/\1/p' >out
sed "s/[:：].*//" out | cmp -s - english || wrong "./run list, other programs in Chinese: $(cat out)"
[ "$(grep -c . out)" -gt 20 ] || wrong "./run list: $(cat out)"
LC_ALL=C grep -vE "^[a-z_0-9]*$(printf '\357\274\232')" out && wrong "./run list: no Chinese for these"

chinese lisst 2>err
[ $? = 2 ] || wrong "./run lisst does not fail"
grep -q '没有 lisst 这个程序或命令；是不是 list？' err || wrong "./run lisst: $(cat err)"
chinese test nonsense 2>err
grep -q '没有 nonsense 这个参数' err || wrong "./run test nonsense: $(cat err)"
# what is set explicitly comes first
CPU_DEVICE_LANGUAGE=en chinese lisst 2>err
grep -q 'there is no program or command lisst' err || wrong "not in English: $(cat err)"
exit $failed
