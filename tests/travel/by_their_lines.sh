#!/bin/sh
# SPDX-License-Identifier: MIT
# by_their_lines.sh REPOSITORY FOLDER CUCC [NVCC [--all]]: a folder of lessons and common/ travel together. The two are copied into
# an empty folder, and each program is built there by the lines that stand in its head: cucc's line, and, where an NVCC is
# given, nvcc's line: of the first program and the first that needs libraries, or of all. What cucc built starts.
set -u
repository=$1 folder=$2 cucc=$3 nvcc=${4:-} all=${5:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
cp -r "$repository/$folder" "$repository/common" "$work" && cd "$work" || exit 1
failed=0

wrong() {
    echo "FAILED: $source: $*"
    [ ! -s log ] || sed 's/^/    /' log
    : >log
    failed=1
}

# line_of COMMAND: the one line in the head of $source that begins with it, without the words two spaces behind.
line_of() {
    sed -n "/^\/\//!q; s|^//     \($1 .*\)|\1|p" "$source" | sed 's/  .*//'
}

# The libraries of a line that are not installed here: CMake leaves them out, too.
missing_libraries() {
    for word in $1; do
        case $word in
        -l*) echo 'int main() {}' | "${CXX:-g++}" -x c++ - "$word" -o missing 2>/dev/null || echo "$word" ;;
        esac
    done
}

# builds LINE COMMAND: the line, with the command in place of its first word, makes the program.
builds() {
    line=$1 command=$2
    if [ "$(echo "$line" | wc -l)" != 1 ]; then
        wrong "its head has more than one line: $line"
        return 1
    fi
    for word in $line; do
        case $word in
        -I* | -include | -isystem)
            wrong "this line needs more than the two folders: $line"
            return 1
            ;;
        esac
    done
    for library in $(missing_libraries "$line"); do
        echo "left out: $library is not installed"
        line=$(echo " $line " | sed "s/ $library / /")
    done
    rm -f "$name"
    # shellcheck disable=SC2086 # words
    set -- $line
    shift
    if ! "$command" "$@" >log 2>&1 || [ ! -x "$name" ]; then
        wrong "this line does not make $name: $line"
        return 1
    fi
    echo "$line"
}

programs=0 first=yes first_library=yes
for source in "$folder"/*.cu; do
    name=$(basename "$source" .cu)
    programs=$((programs + 1))
    cpu_line=$(line_of 'cpu_device\/cucc')
    gpu_line=$(line_of nvcc)
    if [ -n "$cpu_line" ]; then
        if builds "$cpu_line" "$cucc"; then
            "./$name" --help >log 2>&1 || wrong "it does not start"
        fi
    elif ! grep -q '^//     nvcc .*  needs a GPU' "$source"; then
        wrong "its head has no line for cucc, and does not say that it needs a GPU"
    fi
    if [ -z "$gpu_line" ]; then
        wrong "its head has no line for nvcc"
    elif [ -n "$nvcc" ]; then
        takes=$all
        [ $first = no ] || takes=yes
        case $gpu_line in *' -l'*)
            [ $first_library = no ] || takes=yes
            first_library=no
            ;;
        esac
        first=no
        [ -z "$takes" ] || builds "$gpu_line" "$nvcc"
    fi
done
[ $programs -ge 5 ] || { echo "FAILED: $folder has only $programs programs" && exit 1; }

exit $failed
