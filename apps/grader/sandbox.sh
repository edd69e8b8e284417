#!/bin/sh
# SPDX-License-Identifier: MIT
# sandbox.sh [--write] FOLDER COMMAND [ARGUMENT...]: runs a command in bubblewrap, so that it can do no harm: it sees the
# system's programs, the CPU device, the judges of the exercises, and FOLDER. It may write in a /tmp of its own and, with
# --write, in FOLDER. There is no network, and no process but its own; when its first process ends, all others end. Limits: a
# file 64 MiB, /tmp 256 MiB, 250 processes and threads (status 122: it wanted more), 50,000 files in /tmp (123), and 2 GiB
# of memory in all (125): confine.c. The caller limits the time. Under root the command runs as the user nobody,
# who must own FOLDER.
set -u
# Few programs are started, for this runs several times for each submission. The folder of a file, without links:
folder_of() {
    file=$1
    [ ! -L "$file" ] || file=$(realpath -- "$file")
    case $file in */*) file=${file%/*}/ ;; *) file=. ;; esac
    CDPATH='' cd -- "$file" && pwd -P
}
here=$(folder_of "$0") && root=${here%/apps/grader}
bind=--ro-bind space=
# what only compiles needs no more addresses than memory; the device reserves many
[ "${1:-}" != --write ] || { bind=--bind && space=--as=2147483648 && shift; }
folder=$(CDPATH='' cd -- "$1" && pwd -P) || exit 2
shift
device=$(folder_of "${CUCC:-$root/cpu_device/cucc}")
command -v bwrap >/dev/null 2>&1 || {
    echo "sandbox: bwrap is missing: apt-get install bubblewrap" >&2
    exit 2
}

# in its own user namespace the limit counts the sandbox's processes alone, and not what else the user runs
set -- --remount-ro / --setenv HOME /tmp --setenv TMPDIR /tmp --chdir "$folder" -- prlimit --nproc=256 ${space:+"$space"} "$@"
# where cucc keeps what it has built, once
for build in "${CUCC_BUILD:-}" "$device/../build/cucc" "${XDG_CACHE_HOME:-${HOME:-}/.cache}/cucc" ''; do
    [ -e "$build/libcpu_device.a" ] && build=$(CDPATH='' cd -- "$build" && pwd -P) && break
done
[ -n "$build" ] || {
    echo "sandbox: the CPU device is not built: $device/cucc --build" >&2
    exit 2
}
set -- --setenv CUCC_BUILD "$build" "$@"
# of the environment, only what the compiler and the device read
for name in CXX JUDGE_CHANNEL CPU_DEVICE_REPORT CPU_DEVICE_SEED CPU_DEVICE_MEMORY CPU_DEVICE_SAME_VALUE CPU_DEVICE_LEAKS CPU_DEVICE_CORES \
    CPU_DEVICE_LANGUAGE; do
    eval "[ -z \"\${$name+set}\" ] || set -- --setenv $name \"\$$name\" \"\$@\""
done
set -- --ro-bind "$device" "$device" --ro-bind "$build" "$build" "$bind" "$folder" "$folder" "$@"
set -- --ro-bind "$root/exercises/judge" "$root/exercises/judge" --ro-bind "$here/allowed.txt" "$here/allowed.txt" "$@"
links=
for folder in /bin /lib /lib32 /lib64 /sbin /etc/alternatives /etc/ld.so.cache /etc/passwd /etc/group; do
    if [ -h "$folder" ]; then
        links="$links $folder"
    elif [ -e "$folder" ]; then
        set -- --ro-bind "$folder" "$folder" "$@"
    fi
done
# shellcheck disable=SC2086
for target in ${links:+$(readlink $links)}; do
    links=${links# } && folder=${links%% *} && links=${links#"$folder"}
    set -- --symlink "$target" "$folder" "$@"
done
# No user namespace within this one, where its root could mount and unmount; bubblewrap 0.8 and later.
case $(bwrap --help 2>&1) in *--disable-userns*) set -- --unshare-user --disable-userns "$@" ;; esac
set -- bwrap --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin \
    --setenv LANG C.UTF-8 --ro-bind /usr /usr --proc /proc --dev /dev --ro-bind /dev/null /dev/zero \
    --size 67108864 --tmpfs /dev/shm --remount-ro /dev --size 268435456 --tmpfs /tmp "$@"
[ "$(id -u)" != 0 ] || set -- setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
set -- prlimit --fsize=67108864 --core=0 "$@"

exec "$here/start.sh" confine "$@"
