#!/bin/sh
# SPDX-License-Identifier: MIT
# timeout.sh ENDLESS SOUND: CPU_DEVICE_TIMEOUT ends an endless launch, whatever its threads do, and every later call
# returns the error. What was found before is reported.
set -u
endless=$1 sound=$2
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

for how in waiting alone; do
    for cores in 1 2; do
        expects 3 'after 1 second: CPU_DEVICE_TIMEOUT' CPU_DEVICE_TIMEOUT=1 CPU_DEVICE_CORES=$cores "$endless" $how
        for text in 'Error: race on shared memory' 'fails: cudaErrorLaunchTimeout' 'SUMMARY: 2 errors, 0 warnings'; do
            grep -qF "$text" err || { echo "FAILED: $how: it does not say: $text" && cat err && exit 1; }
        done
        [ "$(cat out)" = "$(printf 'cudaErrorLaunchTimeout\n%.0s' 1 2 3)" ] ||
            { echo "FAILED: $how: other calls return something else" && cat out && exit 1; }
    done
done
expects 3 'Error: race on shared memory' CPU_DEVICE_CHECKS=fatal CPU_DEVICE_TIMEOUT=1 "$endless"
expects 3 - CPU_DEVICE_CHECKS=quiet CPU_DEVICE_TIMEOUT=1 "$endless"
expects 3 'the launch timed out' CPU_DEVICE_CHECKS=off CPU_DEVICE_TIMEOUT=1 "$endless" alone
expects 0 - CPU_DEVICE_TIMEOUT=1000 "$sound"
for bad in '' 0 1x 0.5 -1 1000001; do
    expects 2 'must be a number from 1 to 1000000' CPU_DEVICE_TIMEOUT="$bad" "$sound"
done
