#!/bin/sh
# SPDX-License-Identifier: MIT
# names.sh PLANTED ROOT: an environment variable that looks like a setting, and is none, is said, with the setting that is meant;
# one line for each, and the program runs as it would without. The device knows the names of all settings that it reads.
set -u
planted=$1 root=$2
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
sound=$planted/race_bitmap_fixed

# says LINE ENVIRONMENT...: of a sound program, that alone
says() {
    line=$1
    shift
    expects 0 - "$sound"
    env "$@" "$sound" >out 2>err || { echo "FAILED: $*: status $?" && cat err && exit 1; }
    [ "$(cat err)" = "$line" ] || { echo "FAILED: $*: not this line alone: $line" && cat err && exit 1; }
}
says 'CPU device: CPU_DEVICE_CHEKS is no setting; did you mean CPU_DEVICE_CHECKS?' CPU_DEVICE_CHEKS=off
says 'CPU device: CPU_DEVICE_SEEDS is no setting; did you mean CPU_DEVICE_SEED?' CPU_DEVICE_SEEDS=1
says 'CPU device: CPU_DEVICE_TRACEFIXED is no setting; did you mean CPU_DEVICE_TRACE_FIXED?' CPU_DEVICE_TRACEFIXED=
says 'CPU device: CPU_DEVICE_UNLIKE_ANY_OTHER_NAME is no setting' CPU_DEVICE_UNLIKE_ANY_OTHER_NAME=1
says 'CPU device: CPU_DEVICE_ is no setting' CPU_DEVICE_=1
says 'CPU 设备：CPU_DEVICE_CORE 不是设置；是不是 CPU_DEVICE_CORES？' CPU_DEVICE_CORE=1 CPU_DEVICE_LANGUAGE=zh
expects 3 'Error: race' CPU_DEVICE_CHEKS=off "$planted/race_bitmap"
expects 3 - CPU_DEVICE_CHECKS=quiet CPU_DEVICE_CORE=1 "$planted/race_bitmap"
expects 0 - CPU_DEVICES=1 CPUDEVICE_CHECKS=1 cpu_device_checks=1 "$sound"

# Each setting that the sources read is silent.
settings=$(grep -rhoE '(getenv|number_in)\("CPU_DEVICE_[A-Z_]+"' "$root/cpu_device/src" | grep -oE 'CPU_DEVICE_[A-Z_]+' | sort -u)
[ "$(echo "$settings" | wc -l)" -gt 15 ] || { echo "FAILED: only these settings: $settings" && exit 1; }
for setting in $settings; do
    env "$setting=" "$sound" 2>err >out
    if grep -q 'is no setting' err; then echo "FAILED: $setting: $(cat err)" && exit 1; fi
done
