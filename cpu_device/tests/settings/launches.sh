#!/bin/sh
# SPDX-License-Identifier: MIT
# launches.sh OFTEN: of a kernel that is launched often, only some launches are checked, and the device says so; or, if
# asked, all.
set -u
often=$1
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

expects 0 - "$often" 1
expects 0 'kernel turn was checked' "$often" 7 20
expects 0 'launches were not checked' "$often" 7 20
[ "$(wc -l <err)" = 2 ] || { echo "FAILED: $often: it says other than two lines" && cat err && exit 1; }
expects 0 - CPU_DEVICE_LAUNCHES=all "$often" 7 20
expects 2 "CPU_DEVICE_LAUNCHES is 'none', and must be some, all, or numbers of launches" CPU_DEVICE_LAUNCHES=none "$often"
