#!/bin/sh
# SPDX-License-Identifier: MIT
# packages.sh COMMAND [--no-install] [--quiet] [NAME FILE...]: looks for what a command of ./run uses, and installs what is
# missing on Debian and its relatives, as root or with sudo. Names what is missing then, each with its Debian package; with
# --quiet, of what the command cannot do without alone. COMMAND may also be program, for all that compiles one. Messages say
# NAME in place of COMMAND. What the FILEs include, themselves or by a header beside them, counts too: libcu++ and MPI.
# With RUN_NO_INSTALL set, nothing is installed, as with --no-install.
# Exit status: 0; 1 something is missing that the command cannot do without.
# shellcheck disable=SC2317 # functions that are called through others
set -u
here=$(realpath -- "$0") && here=${here%/*} && root=${here%/tools}
# shellcheck disable=SC1091 # say.sh is not checked by itself
. "$here/say.sh"
CXX=${CXX:-g++}
export CXX root
commands=$1 name=$1 quiet=
shift
while :; do
    case ${1:-} in
    --no-install) RUN_NO_INSTALL=yes ;;
    --quiet) quiet=yes ;;
    *) break ;;
    esac
    shift
done
[ $# = 0 ] || { name=$1 && shift; }

# The words of uses() for what the files include.
included_by() {
    for file in "$@"; do
        cat -- "$file"
        sed -n 's|^#include "\([a-z_/]*[.]h\)".*|\1|p' "$file" | while read -r header; do
            cat -- "$(dirname -- "$file")/$header" || cat "$root/exercises/$header" # a judge
        done
    done 2>/dev/null | sed -n -E -e 's/^#include <(cuda|thrust)\/.*/libcu/p' -e 's/^#include <mpi\.h>.*/mpi/p'
}
[ $# = 0 ] || commands="$commands $(included_by "$@" | tr '\n' ' ')"

# What is used, one per line: a command that succeeds if it is installed; its name; its Debian packages; the commands that
# cannot do without it; those that can. `full` is ./run test full and all. GCC stands for g++'s version, or that of the g++
# which would be installed.
uses() {
    cat <<'END'
cc --version ; a C compiler ; gcc ; demo site course check grade test full playground program ;
echo '#include <memory>' | $CXX -E -x c++ - ; a C++ compiler ; g++ ; demo site course check grade test full playground program ;
ar --version ; ar ; binutils ; demo site course check grade test full playground program ;
cmake --version | grep -Eq ' (3\.(2[5-9]|[3-9][0-9])|[4-9])\.?' ; CMake 3.25 or newer ; cmake ; test full mpi ; demo site course program
ninja --version ; Ninja ; ninja-build ; test full mpi ; demo site course program
echo '#include <GL/freeglut.h>' | $CXX -E -x c++ - ; freeglut ; libglut-dev libgl-dev ; ; demo site course test full program
echo '#include <png.h>' | $CXX -E -x c++ - ; libpng ; libpng-dev ; ; demo site course test full program
test -e "$($CXX -print-file-name=plugin)/include/gcc-plugin.h" ; headers of g++'s plugins ; gcc-GCC-plugin-dev ; ; demo site course check grade test full program
"$root/cpu_device/cucc" --thrust ; Thrust and libcu++ ; libthrust-dev libcu++-dev ; libcu ; demo site course test full playground
mkdocs build --help | grep -q material ; MkDocs with its theme Material ; mkdocs mkdocs-material ; site ; full
npm --version ; npm ; npm ; playground ;
command -v bwrap ; bubblewrap ; bubblewrap ; grade ; course full
command -v unzip ; unzip ; unzip ; ; grade course full
echo '#include <eigen3/Eigen/Core>' | $CXX -E -x c++ - ; Eigen ; libeigen3-dev ; ; full
command -v git ; git ; git ; ; full
command -v meson ; Meson ; meson ; ; full
test -e /usr/share/jupyter/kernels/python3 ; IPython's kernel ; python3-ipykernel ; ; full
jupyter nbconvert --version ; nbconvert ; jupyter-nbconvert ; ; full
command -v jq ; jq ; jq ; ; full
command -v msgcmp ; gettext ; gettext ; ; full
command -v ps ; ps ; procps ; ; full
"$root/cpu_device/cucc" --blas ; a BLAS ; libblas-dev ; ; test full
command -v mpirun ; MPI ; libopenmpi-dev openmpi-bin ; mpi ; full
echo '#include <X11/Xlib.h>' | $CXX -E -x c++ - ; Xlib ; libx11-dev ; ; full
command -v Xvfb ; Xvfb ; xvfb ; ; full
command -v xdotool ; xdotool ; xdotool ; ; full
command -v xwd ; xwd ; x11-apps ; ; full
command -v compare ; ImageMagick ; imagemagick ; ; full
command -v valgrind ; valgrind ; valgrind ; ; full
command -v gdb ; gdb ; gdb ; ; full
command -v clangd ; clangd ; clangd ; ; full
command -v gnuplot ; gnuplot ; gnuplot-nox ; ; full
command -v chromium ; Chromium ; chromium ; ; full
END
}

# is_among WORDS: whether a command is one of them.
is_among() {
    for command in $commands; do
        case " $1 " in *" $command "*) return 0 ;; esac
    done
    return 1
}

# Sets `missing` and `without`: what is needed, and what is not, each with its packages; and `packages`, all of them.
look() {
    missing='' without='' packages=''
    while IFS=';' read -r test its_name its_packages needed optional; do
        [ -z "$quiet" ] || optional=
        is_among "$needed $optional" || continue
        sh -c "$test" >/dev/null 2>&1 </dev/null && continue
        case $its_packages in *-GCC-*) its_packages=gcc-$(gcc_version)-plugin-dev ;; esac
        entry="$its_name ($its_packages)"
        if is_among "$needed"; then
            missing="$missing${missing:+, }$entry"
        else
            without="$without${without:+, }$entry"
        fi
        packages="$packages${packages:+ }$its_packages"
    done <<END
$(uses | sed 's/ *; */;/g')
END
}

gcc_version() {
    version=$({ $CXX -dumpversion || apt-cache depends g++ | sed -n 's/.*Depends: g++-//p'; } 2>/dev/null | head -n 1)
    echo "${version%%.*}"
}

apt_get() {
    # shellcheck disable=SC2086 # $as_root is nothing or sudo
    with_progress "apt-get $1" $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
}

# Those of the packages that this release has: one that it lacks (chromium on Ubuntu, say) would keep apt-get from all others.
known() {
    for package in "$@"; do
        ! command -v apt-cache >/dev/null 2>&1 || apt-cache show "$package" >/dev/null 2>&1 || continue
        echo "$package"
    done
}

install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=''
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || {
            say "there is no sudo here; ask an administrator for: apt-get install --no-install-recommends $packages" \
                "这里没有 sudo；请管理员执行：apt-get install --no-install-recommends $packages"
            return 1
        }
        as_root=sudo
        sudo -n true 2>/dev/null || sudo -v || return 1 # asks for the password where a prompt can be seen
    fi
    say "installing $packages (a minute or so)" "正在安装 $packages（大约一分钟）"
    # shellcheck disable=SC2046,SC2086 # lists of packages
    apt_get update && apt_get install -y --no-install-recommends $(known $packages) && return 0
    why=$(grep -m 1 -E '^(E|Err|W):' "$log" || tail -n 1 "$log")
    say "apt-get could not install them ($why)" "apt-get 无法安装（$why）"
    return 1
}

log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM
with_progress "$(text "looking for what is installed" "正在检查已安装的软件")" look
if [ -n "$packages" ] && [ -z "${RUN_NO_INSTALL:-}" ]; then
    install && with_progress "$(text "looking for what is installed" "正在检查已安装的软件")" look
fi
if [ -n "$missing" ]; then
    say "$name needs what is missing here, with its Debian packages: $missing" \
        "$name 缺少必需的软件（括号里是 Debian 软件包）：$missing"
    exit 1
fi
[ -n "$quiet" ] || [ -z "$without" ] || say "going on without these, with their Debian packages: $without" \
    "没有下面这些，继续进行（括号里是 Debian 软件包）：$without"
exit 0
