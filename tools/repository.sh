#!/bin/sh
# SPDX-License-Identifier: MIT
# repository.sh: the address of this repository, as a browser opens it: REPOSITORY, or that of the workflow which runs, or that
# of the remote that was cloned. Status 1: none of them is known.
set -u
here=$(realpath -- "$0") && here=${here%/*}
address=${REPOSITORY:-${GITHUB_REPOSITORY:+${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY}}
[ -n "$address" ] || address=$(git -C "$here" remote get-url origin 2>/dev/null)
case $address in
git@*:*) address=https://$(echo "${address#git@}" | sed 's|:|/|') ;;
ssh://git@*) address=https://${address#ssh://git@} ;;
esac
address=${address%.git}
case $address in
https://*[!A-Za-z0-9:/._~-]* | https://*@*) exit 1 ;; # what no page should show
https://*/*) echo "$address" ;;
*) exit 1 ;;
esac
