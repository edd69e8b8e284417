#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh ROOT VERSION: the version of a package made of this commit: VERSION for the release itself, VERSION~COMMITS
# for those before it, VERSION+COMMITS for those after it, so that a later package replaces an earlier one. Without the
# commits (an archive, a shallow clone) it is VERSION.
cd "$1" || exit 1
count() {
    git rev-list --count "$@" 2>/dev/null
}
if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" != false ]; then
    echo "$2"
elif later=$(count "refs/tags/v$2..HEAD"); then
    [ "$later" = 0 ] && echo "$2" || echo "$2+$later"
elif commits=$(count HEAD); then
    echo "$2~$commits"
else
    echo "$2"
fi
