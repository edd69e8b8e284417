#!/bin/sh
# SPDX-License-Identifier: MIT
# playground.sh ROOT BUILD: builds the playground, without a network, and visits it (page.mjs).
set -u
"$1/tools/playground.sh" "$2" --no-install || exit 1
exec node "$1/tests/playground/page.mjs" "$1" "$2/playground"
