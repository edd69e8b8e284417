# SPDX-License-Identifier: MIT
# Read by door/roots.sh, container.sh and package.sh: minimal roots of Debian's releases, in the folder $work. $self is the script's name, $root
# the root that was entered, empty at first.
# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # what the scripts set and use
die() {
    echo "$self: $*" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || die "only root can make and enter these roots"
command -v debootstrap >/dev/null || die "debootstrap is missing (Debian package: debootstrap)"
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    grep -Eo '^(deb .*|URIs: *)https?://[^ ]*/debian/?( |$)' | grep -Eo 'https?://[^ ]*' | head -n 1)
mirror=${mirror:-http://deb.debian.org/debian}

leave() {
    [ -n "$root" ] || return
    for mounted in dev/shm dev/pts proc; do
        umount "$root/$mounted" 2>/dev/null
    done
    root=''
}
trap leave EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# make RELEASE: its root, unless it is there. Whole or not at all.
make() {
    [ -d "$work/$1" ] && return
    rm -rf "$work/$1.part"
    echo "$self: making a root of $1 from $mirror" >&2
    debootstrap --variant=minbase "$1" "$work/$1.part" "$mirror" >"$work/$1.debootstrap.log" 2>&1 || {
        echo "$self: debootstrap failed: $(tail -n 1 "$work/$1.debootstrap.log")" >&2
        return 1
    }
    mv "$work/$1.part" "$work/$1"
}

# enter RELEASE: mounts what programs expect, and gives apt in there the way to the network that it has here.
enter() {
    root=$work/$1
    mount -t proc proc "$root/proc" && mount -t devpts devpts "$root/dev/pts" && mkdir -p "$root/dev/shm" &&
        mount -t tmpfs -o size=1g tmpfs "$root/dev/shm" || return 1
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    {
        apt-config dump | grep -E '^Acquire::https?::([^ ]*::)?(Proxy|CaInfo) '
        echo 'Acquire::Retries "3";'
        echo 'Acquire::Check-Valid-Until "false";' # of a mirror that lags behind
    } >"$root/etc/apt/apt.conf.d/90debian.conf"
    apt-config dump | sed -n 's/^Acquire::https::CaInfo "\(.*\)";/\1/p' | while read -r certificates; do
        mkdir -p "$root${certificates%/*}" && cp "$certificates" "$root$certificates"
    done
}

# inside COMMAND...: in the root, with nothing of this machine's environment but its proxies.
inside() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" \
        chroot "$root" "$@" </dev/null
}

# install PACKAGE...
install() {
    inside env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$@" >>"$work/apt.log" 2>&1
}
