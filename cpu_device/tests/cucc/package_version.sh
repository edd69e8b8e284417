#!/bin/sh
# SPDX-License-Identifier: MIT
# package_version.sh CUCC SOURCE_FOLDER: the versions of packages grow with the commits, as dpkg compares them.
set -u
# shellcheck disable=SC2034 # common.sh has it in its messages
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"
mkdir mine
version() {
    sh "$source_folder/cpu_device/package/version.sh" "${1:-mine}" 2.0.0
}
source_folder=$2
export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES="$PWD"
git() {
    command git -C mine -c user.name=somebody -c user.email=somebody@example.org "$@" >>log 2>&1
}
commit() {
    git commit --allow-empty -m more
}
last=
grows() { # VERSION
    got=$(version)
    [ "$got" = "$1" ] || wrong "package: version $got, not $1"
    [ -z "$last" ] || ! command -v dpkg >/dev/null || dpkg --compare-versions "$got" gt "$last" || wrong "package: $got is not later than $last"
    last=$got
}
[ "$(version)" = 2.0.0 ] || wrong "package, no commits: version $(version)"
git init
commit
grows 2.0.0~1
commit
grows 2.0.0~2
git tag v2.0.0
grows 2.0.0
commit
grows 2.0.0+1
command git clone -q --depth 1 "file://$PWD/mine" shallow 2>>log
[ "$(version shallow)" = 2.0.0 ] || wrong "package, shallow clone: version $(version shallow)"
exit $failed
