#!/bin/sh
# SPDX-License-Identifier: MIT
# sandbox.sh [--write] FOLDER COMMAND [ARGUMENT...]: runs a command by bubblewrap, where it can do no harm: it sees the
# system's programs, the CPU device, the judges of the exercises, and FOLDER. It may write in a /tmp of its own and, with
# --write, in FOLDER. There is no network, and no process but its own; with its first process all others end. Limits: a file 64 MiB,
# /tmp 256 MiB, 256 processes and threads, and 2 GiB of memory in all (status 125: it wanted more): by a cgroup, where one can be
# made, which counts files in memory and shared segments too; else the processes are looked at several times a second. Who calls it limits the time. Root hands the work to the user nobody, so FOLDER must be that user's.
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/*}
bind=--ro-bind
[ "${1:-}" != --write ] || { bind=--bind && shift; }
folder=$(realpath -- "$1") || exit 2
shift
device=$(realpath -- "${CUCC:-$root/cpu_device/cucc}") && device=${device%/*}
for needed in bwrap:bubblewrap ps:procps; do
    command -v "${needed%:*}" >/dev/null 2>&1 || {
        echo "sandbox: ${needed%:*} is missing: apt-get install ${needed#*:}" >&2
        exit 2
    }
done

# in its own user namespace the limit counts the sandbox's processes alone, and not what else the user runs
set -- --remount-ro / --setenv HOME /tmp --setenv TMPDIR /tmp --chdir "$folder" -- prlimit --nproc=256 "$@"
# where cucc keeps what it has built, once
for build in "${CUCC_BUILD:-}" "$device/../build/cucc" "${XDG_CACHE_HOME:-${HOME:-}/.cache}/cucc" ''; do
    [ -e "$build/libcpu_device.a" ] && build=$(realpath -- "$build") && break
done
[ -n "$build" ] || {
    echo "sandbox: the CPU device is not built: $device/cucc --build" >&2
    exit 2
}
set -- --setenv CUCC_BUILD "$build" "$@"
# of the environment, only what the compiler and the device read
for name in CXX JUDGE_CHANNEL CPU_DEVICE_REPORT CPU_DEVICE_SEED CPU_DEVICE_SAME_VALUE CPU_DEVICE_LEAKS CPU_DEVICE_CORES; do
    value=$(printenv "$name") && set -- --setenv "$name" "$value" "$@"
done
set -- --ro-bind "$device" "$device" --ro-bind "$build" "$build" "$bind" "$folder" "$folder" "$@"
set -- --ro-bind "$here/judge" "$here/judge" "$@"
for folder in /bin /lib /lib32 /lib64 /sbin /etc/alternatives /etc/ld.so.cache /etc/passwd /etc/group; do
    if [ -h "$folder" ]; then
        set -- --symlink "$(readlink "$folder")" "$folder" "$@"
    elif [ -e "$folder" ]; then
        set -- --ro-bind "$folder" "$folder" "$@"
    fi
done
# No user namespace within this one, where its root could mount and unmount; bubblewrap 0.8 and later.
! bwrap --help 2>&1 | grep -q -- --disable-userns || set -- --unshare-user --disable-userns "$@"
set -- bwrap --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin \
    --setenv LANG C.UTF-8 --ro-bind /usr /usr --proc /proc --dev /dev \
    --size 67108864 --tmpfs /dev/shm --remount-ro /dev --size 268435456 --tmpfs /tmp "$@"
[ "$(id -u)" != 0 ] || set -- setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
set -- prlimit --fsize=67108864 --core=0 "$@"

limit=2147483648 group=
for base in "/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)" "/sys/fs/cgroup/memory$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)"; do
    mkdir "$base/judge.$$" 2>/dev/null || continue
    for file in memory.max memory.limit_in_bytes; do
        { [ -e "$base/judge.$$/$file" ] && echo $limit >"$base/judge.$$/$file"; } 2>/dev/null && group=$base/judge.$$ && break 2
    done
    rmdir "$base/judge.$$"
done
# shellcheck disable=SC2016 # the shell that is called expands it
[ -z "$group" ] || set -- sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" "$@"

# Kills what is left, and removes the cgroup, which takes a moment.
end() {
    kill -s KILL $box 2>/dev/null
    tries=0
    while [ -n "$group" ] && ! rmdir "$group" 2>/dev/null && [ $tries -lt 50 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
}
"$@" &
box=$!
trap end EXIT
trap 'exit 143' HUP INT TERM

if [ -n "$group" ]; then
    wait $box
    status=$?
    ! cat "$group/memory.events" "$group/memory.oom_control" 2>/dev/null | grep -q '^oom_kill [1-9]' || status=125
    exit $status
fi

# kibibytes that a process and its descendants have in memory
memory() {
    ps -e -o pid= -o ppid= -o rss= | awk -v top="$1" '
        { parent[$1] = $2; has[$1] = $3 }
        END {
            for (p in has) {
                for (a = p; a > 1 && a != top; a = parent[a])
                    ;
                if (a == top)
                    sum += has[p]
            }
            print sum + 0
        }'
}
while kill -0 $box 2>/dev/null; do
    [ "$(memory $box)" -lt 2097152 ] || exit 125
    sleep 0.1
done
wait $box
