#!/bin/sh
# SPDX-License-Identifier: MIT
# use.sh: prints a workflow for another repository that uses the action of this one (action.yml): use.yml with this
# repository's name filled in. Status 1: its name is not known.
set -u
here=$(realpath -- "$0") && here=${here%/*}
address=$("$here/../tools/repository.sh") || {
    echo "action: this folder is no clone of a published repository; name it: REPOSITORY=https://github.com/... ./run action" >&2
    exit 1
}
name=${address#https://*/}
sed "s|OWNER/REPOSITORY|$name|" "$here/use.yml"
