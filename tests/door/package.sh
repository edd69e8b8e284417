#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh: the Debian package, installed in a minimal root, and used there by an ordinary user. For maintainers, as root,
# on Debian with debootstrap.
# shellcheck disable=SC2317 # step() calls them
set -u

usage() {
    cat <<'EOT'
usage: tests/door/package.sh WORK [--record] [RELEASE...]

Packs the cucc of build/, which is to be configured, for each RELEASE (bookworm), and installs it by apt in a minimal root
of the release, made with debootstrap in the folder WORK. There an ordinary user compiles a file, then the projects of
cpu_device/tests/projects, then moves a copy elsewhere; and the package is removed. --record keeps the table in
docs/results/package.txt.

Exit status: 0 if all went well; 1 if not; 2 for bad usage.
EOT
}

# shellcheck disable=SC2034 # roots.sh has it in its messages
self=package.sh root='' work='' releases='' record=no
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
    exec sh bench/record.sh package sh tests/door/package.sh "$work" $releases
fi
# shellcheck disable=SC1091 # checked by itself
. tests/door/debian.sh
[ -e build/CPackConfig.cmake ] || die "build/ is not configured: cmake --preset default"

# as_student COMMAND: a line for the shell, in the student's home.
as_student() {
    inside su - student -c "$1"
}

# step NAME COMMAND...: one column of the table: the seconds it took.
step() {
    name=$1 begin=$(date +%s)
    shift
    echo "--- $name: $*" >>"$log"
    if "$@" >>"$log" 2>&1; then
        result=$(($(date +%s) - begin))
    else
        result=failed status=1
        echo "$self: $release: $name failed; see $log" >&2
    fi
    printf ' %9s' "$result"
}

pack() {
    rm -rf "$work/packages"
    cpack --config build/CPackConfig.cmake -G DEB -B "$work/packages" && cp "$work"/packages/*.deb "$root/tmp/"
}
install_package() {
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends /tmp/*.deb'
}
compiles() {
    as_student 'cucc scale.cu check.cpp -o scale 2>log; cat log; [ ! -s log ] && ./scale'
}
projects() {
    install cmake make gcc libblas-dev && as_student 'sh projects/projects.sh /usr/bin/cucc && [ ! -e .cache ]'
}
moves() {
    as_student 'cp -r /usr/lib/cpu_device moved && moved/cpu_device/cucc scale.cu check.cpp -o scale 2>log; cat log
        grep -q "since it was moved" log && ./scale'
}
removes() {
    inside apt-get -q remove -y cpu-device && ! inside test -e /usr/lib/cpu_device -o -e /usr/bin/cucc
}

status=0
printf 'seconds; the device is compiled where it is installed, and again where it was moved\n\n'
printf '%-10s %-8s %9s %9s %9s %9s %9s %9s\n' release g++ pack install 'a file' projects moved remove
for release in ${releases:-bookworm}; do
    log=$work/$release.package.log
    : >"$log"
    rm -rf "$work/$release.try"
    if ! { make "$release" && cp -a "$work/$release" "$work/$release.try" && enter "$release.try" &&
        inside apt-get -q update >"$work/apt.log" 2>&1 && inside useradd -m student; }; then
        echo "$self: cannot prepare $release; the logs are in $work" >&2
        status=1
        leave
        continue
    fi
    cp -r cpu_device/tests/projects "$root/home/student/projects"
    cp cpu_device/tests/projects/make/* "$root/home/student/"
    inside chown -R student: /home/student
    line=$(
        step pack pack
        step install install_package
        step 'a file' compiles
        step projects projects
        step moved moves
        step remove removes
        exit $status
    ) || status=1
    printf '%-10s %-8s%s\n' "$release" "$(inside g++ -dumpfullversion)" "$line"
    leave
    [ $status != 0 ] || rm -rf "$work/$release.try"
done
exit $status
