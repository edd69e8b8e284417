#!/bin/sh
# SPDX-License-Identifier: MIT
# debian.sh: runs the demo and the tests in minimal installations of several Debian releases, with their compilers. For
# maintainers, as root, on Debian with debootstrap.
set -u

usage() {
    cat <<'EOT'
usage: tests/debian.sh WORK [--record] [RELEASE...]

Makes a minimal root of each RELEASE (bookworm trixie sid) with debootstrap, from the mirror that this machine's own apt
uses, in the folder WORK (below the repository, where its name is relative); it stays there for the next time. In each, a
clean copy of the last commit gets ./run demo and ./run test, with the release's own g++, and with its newest one where
that is another. WORK keeps the logs and the results: called again for the same commit, the script goes on where it was
interrupted. --record keeps the table in docs/results/debian.txt.

Exit status: 0 if everything passed; 1 if not; 2 for bad usage.
EOT
}

# shellcheck disable=SC2034 # roots.sh has it in its messages
self=debian.sh root='' work='' releases='' record=no
for argument in "$@"; do
    case $argument in
    --help | -h) usage && exit 0 ;;
    --record) record=yes ;;
    -*) usage >&2 && exit 2 ;;
    *) if [ -z "$work" ]; then work=$argument; else releases="$releases $argument"; fi ;;
    esac
done
[ -n "$work" ] || { usage >&2 && exit 2; }
cd "$(dirname "$0")/.." || exit 1
if [ $record = yes ]; then
    # shellcheck disable=SC2086 # a list
    exec sh bench/record.sh debian sh tests/debian.sh "$work" $releases
fi
# shellcheck disable=SC1091 # checked by itself
. tests/roots.sh
commit=$(git rev-parse HEAD) || exit 2

# try RELEASE COMPILER: a line of the table, and below it the tests that failed, to WORK/RELEASE-COMPILER.result.
try() {
    result=$work/$1-$2.result log=$work/$1-$2.log
    [ "$(head -n 1 "$result" 2>/dev/null)" = "$commit" ] && return
    rm -rf "$root/checkout" && mkdir "$root/checkout" && git archive HEAD | tar -x -C "$root/checkout" || return 1
    demo_begin=$(date +%s)
    inside env CXX="$2" CC="$(echo "$2" | sed 's/g++/gcc/')" sh -c 'cd /checkout && ./run demo' >"$log" 2>&1
    demo=$?
    test_begin=$(date +%s)
    inside env CXX="$2" CC="$(echo "$2" | sed 's/g++/gcc/')" sh -c 'cd /checkout && ./run test' >"$log.test" 2>&1
    test=$?
    test_end=$(date +%s)
    cat "$log.test" >>"$log"
    failed=$(sed -n 's/.* tests passed, \([0-9]*\) tests* failed out of \([0-9]*\)/\1/p' "$log.test")
    all=$(sed -n 's/.* tests passed, \([0-9]*\) tests* failed out of \([0-9]*\)/\2/p' "$log.test")
    skipped=$(grep -c '(Skipped)$' "$log.test")
    if [ -z "$all" ]; then
        counts="not run: status $test"
    else
        counts=$(printf '%7d %7d %7d' $((all - failed - skipped)) "$failed" "$skipped")
    fi
    {
        echo "$commit"
        printf '%-9s %-9s %-8s %7s %8d %-23s %8d\n' "$1" "$(cat "$root/etc/debian_version")" \
            "$(inside "$2" -dumpfullversion)" "$([ $demo = 0 ] && echo passed || echo "$demo")" \
            $((test_begin - demo_begin)) "$counts" $((test_end - test_begin))
        sed -n '/^The following tests FAILED:/,/^[^[:space:]]/ s/^[[:space:]]*[0-9]* - /    /p' "$log.test"
        [ $demo = 0 ] || grep -E '  exit status |  (hung|killed)' "$log" | sed 's/^/    /'
        [ $demo = 0 ] && [ $test = 0 ] || echo "    failed"
    } >"$result.part"
    rm -rf "$log.test" "$root/checkout"
    mv "$result.part" "$result"
}

status=0 results=''
for release in ${releases:-bookworm trixie sid}; do
    if ! { make "$release" && enter "$release" && inside apt-get -q update >"$work/apt.log" 2>&1 && install g++ gcc; }; then
        echo "debian.sh: cannot prepare $release; the logs are in $work" >&2
        status=1
        leave
        continue
    fi
    own=g++-$(inside g++ -dumpversion)
    newest=$(inside apt-cache search --names-only '^g[+][+]-[0-9]+$' | cut -d ' ' -f 1 | sort -t - -k 2 -n | tail -n 1)
    [ "$newest" != "$own" ] || newest=''
    for compiler in $own $newest; do
        echo "debian.sh: $release with $compiler" >&2
        if install "$compiler" && try "$release" "$compiler"; then
            results="$results $release-$compiler"
        else
            echo "debian.sh: it could not be tried; see $work/apt.log" >&2
            status=1
        fi
    done
    leave
done

printf '%-9s %-9s %-8s %7s %8s %7s %7s %7s %8s\n' release Debian g++ demo seconds passed failed skipped seconds
for result in $results; do
    sed '1d; /^    failed$/d' "$work/$result.result"
    ! grep -q '^    failed$' "$work/$result.result" || status=1
done
exit $status
