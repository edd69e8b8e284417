#!/bin/sh
# SPDX-License-Identifier: MIT
# results.sh ROOT: no record of a GPU in docs/results is older than its programs: its head has the hash of each
# (bench/program.sh), and these are the hashes of the programs as they are. older.txt beside this script lists the records that
# are older for a while, with the reason; one of them that is up to date fails, too. The picture of a race is of the program
# as it is, too (docs/race_page.sh).
set -u
cd "$1" || exit 1
list=tests/files/older.txt
# shellcheck disable=SC2046 # names without blanks
now=$(bench/program.sh $(sed -n 's/^program:  \([^ ]*\) .*/\1/p' docs/results/*.txt | sort -u)) || exit 1

# What is old in a record, if anything.
old_in() {
    grep -q '^GPU: *[^ n]' "$1" || return 0 # "none"
    programs=$(sed -n '/^$/q; s/^program:  //p' "$1")
    if [ -z "$programs" ]; then
        sed -n 's/^command: *//p; s/^== //p' "$1" | {
            read -r command && echo "$command"
            case $command in bench/*.sh) cat "${command%% *}" ;; esac
            cat
        } | bench/program.sh --of | sed 's/$/: no hash/'
    else
        printf '%s\n' "$programs" | while read -r line; do
            printf '%s\n' "$now" | grep -qxF "$line" || echo "${line% *}: changed"
        done
    fi
}

failed=0
for record in docs/results/*.txt; do
    name=${record##*/}
    old=$(old_in "$record")
    if grep -q "^$name: " "$list"; then
        [ -n "$old" ] || {
            echo "$name is up to date: take its line out of $list" && failed=1
        }
    elif [ -n "$old" ]; then
        printf '%s is older than its programs; record it again (bench/record.sh), or list it in %s with the reason:\n%s\n' \
            "$name" "$list" "$old"
        failed=1
    fi
done
grep -aqF "dot_unsynced.cu $(cksum <chapter05/dot_unsynced.cu)" docs/race_page.png || {
    echo "docs/race_page.png shows an earlier chapter05/dot_unsynced.cu: make it again with docs/race_page.sh"
    failed=1
}
exit $failed
