#!/bin/sh
# SPDX-License-Identifier: MIT
# public.sh CUCC CHECKOUTS: builds published projects by their own build files, with cucc in place of nvcc. They lie in the
# folder CHECKOUTS, as OWNER/NAME, and are copied; those that are not there are left out. For each it prints the command, how
# many programs it made, and its first five errors. docs/results/projects.txt keeps what it printed. TOOLKIT is the folder
# that `cucc --toolkit` prints, and cucc.ini names its nvcc as the compiler of CUDA. Programs are built, not run.
set -u
[ $# = 2 ] || { echo 'usage: public.sh CUCC CHECKOUTS' >&2 && exit 2; }
cucc=$(realpath -- "$1") checkouts=$(realpath -- "$2")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
toolkit=$("$cucc" --toolkit) || exit 2
export PATH="$toolkit/bin:$PATH" CUDA_PATH="$toolkit" CUDA_HOME="$toolkit" CUDACXX="$toolkit/bin/nvcc"
unset CUCC_COMPILER

# project OWNER/NAME COMMAND: what the command makes of a copy of the project
project() {
    [ -e "$checkouts/$1" ] || return 0
    rm -rf "$work/copy" && cp -r "$checkouts/$1" "$work/copy" && cd "$work/copy" || exit 2
    touch "$work/before"
    commit=$(git -C "$checkouts/$1" log -1 --format='%h of %cs' 2>/dev/null) || commit='unknown commit'
    echo "$1 ($commit): $2" | sed "s,$toolkit,TOOLKIT,g; s,$work/,,"
    sh -c "$2" </dev/null >"$work/log" 2>&1
    built=$(find . -type f -newer "$work/before" -perm -u+x ! -path '*/CMakeFiles/*' ! -path '*/meson-private/*' | grep -c .)
    echo "    programs: $built"
    # the same error stands in several files of some projects
    grep -E '(: (fatal )?error: |ERROR: |undefined reference to )' "$work/log" | sed "s,^.*/work/copy/,,; s,^\(\.\./\)*,,; s,.*\(undefined reference\),\1," |
        cut -c 1-160 | awk '!seen[$0]++ && ++n <= 5 { print "    " $0 }'
}

cucc_version=$("$cucc" --version | tail -n 1)
echo "$cucc_version, $(g++ --version | head -n 1), CMake $(cmake --version | sed -n '1s/.* //p'), Meson $(meson --version 2>/dev/null || echo none)"
printf "[binaries]\ncuda = '%s'\n" "$toolkit/bin/nvcc" >"$work/cucc.ini" # for Meson
project siboehm/SGEMM_CUDA 'cmake -B build && make -k -C build'
project brickllama/meson-cpp-cuda "meson setup -Dcpp_std=c++20 --native-file $work/cucc.ini build && ninja -k 0 -C build"
project lioum/HDMR "meson setup --native-file $work/cucc.ini build && ninja -k 0 -C build"
project NVIDIA/nccl-tests "make -k CUDA_HOME=$toolkit NCCL_HOME=$toolkit"
project karpathy/llm.c 'CI=true make -k -C dev/cuda all'
