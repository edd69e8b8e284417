#!/bin/sh
# SPDX-License-Identifier: MIT
# use.sh: prints a workflow for another repository that uses the action of this one (action.yml): use.yml with this
# repository's name filled in, and its release v1 if that tag exists, else its commit. Status 1: its name is not known.
set -u
here=$(realpath -- "$0") && here=${here%/*}
address=$("$here/../tools/repository.sh") || {
    echo "action: this folder is no clone of a published repository; name it: REPOSITORY=https://github.com/... ./run action" >&2
    exit 1
}
name=${address#https://*/}
release=v1
git -C "$here" rev-parse -q --verify refs/tags/v1 >/dev/null 2>&1 || release=$(git -C "$here" rev-parse HEAD 2>/dev/null) || release=HEAD
sed "s|OWNER/REPOSITORY@RELEASE|$name@$release|" "$here/use.yml"
