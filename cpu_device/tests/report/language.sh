#!/bin/sh
# SPDX-License-Identifier: MIT
# language.sh PLANTED: what decides about the language of reports: CPU_DEVICE_LANGUAGE, else the first of LC_ALL, LC_MESSAGES
# and LANG that is set. The reports as JSON, and the page of a trace, are in the same one; ids stay.
set -u
program=$1/race_bitmap
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
unset CPU_DEVICE_LANGUAGE LC_ALL LC_MESSAGES LANG LANGUAGE

expect() { # FIRST LINE, NAME=VALUE...
    wanted=$1
    shift
    said=$(env "$@" "$program" 2>&1 >/dev/null | head -n 1)
    [ "$said" = "$wanted" ] || {
        echo "FAILED: $*: $said"
        failed=1
    }
}

english='========= Error: race on shared memory'
chinese='========= 错误：共享内存上的数据竞争'
expect "$english" LANG=C
expect "$english" LANG=
expect "$chinese" CPU_DEVICE_LANGUAGE=zh
expect "$chinese" LANG=zh_CN.UTF-8
expect "$chinese" LC_ALL=zh_TW.UTF-8 LANG=en_US.UTF-8
expect "$chinese" LC_ALL= LC_MESSAGES=zh_CN LANG=C
expect "$english" LC_ALL=C LANG=zh_CN.UTF-8
expect "$english" LC_MESSAGES=de_DE.UTF-8 LANG=zh_CN.UTF-8
expect "$english" CPU_DEVICE_LANGUAGE=en LC_ALL=zh_CN.UTF-8
expect "$chinese" CPU_DEVICE_LANGUAGE= LC_ALL=zh_CN.UTF-8
expect "CPU device: CPU_DEVICE_LANGUAGE is 'fr', and must be en or zh" CPU_DEVICE_LANGUAGE=fr
expect 'CPU 设备：CPU_DEVICE_CORES 是“many”，而它必须是：1 到 24 的数' CPU_DEVICE_LANGUAGE=zh CPU_DEVICE_CORES=many

CPU_DEVICE_LANGUAGE=zh CPU_DEVICE_REPORT=$work/json CPU_DEVICE_TRACE=$work/page.html "$program" >/dev/null 2>&1
grep -q '"id":"race-shared","severity":"error","headline":"共享内存上的数据竞争"' "$work/json" || {
    echo "FAILED: the JSON is not Chinese, or its ids are"
    failed=1
}
grep -q '"reports":\["错误：共享内存上的数据竞争' "$work/page.html" || {
    echo "FAILED: the report in the page is not Chinese"
    failed=1
}
exit $failed
