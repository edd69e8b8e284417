#!/bin/sh
# SPDX-License-Identifier: MIT
# by_their_lines.sh REPOSITORY FOLDER BUILD CUCC [NVCC [--all]]: a folder of lessons and common/ travel together. Copied
# into an empty folder, the lessons are built by the lines in their heads: cucc's and, if an NVCC is given, nvcc's. This
# is tried with the first program and the first that needs libraries, or with all. Programs built by cucc must start.
# Every program in BUILD may include only from the two folders, and its lines must name all libraries that it is linked
# with.
set -u
repository=$1 folder=$2 build=$3 cucc=$4 nvcc=${5:-} all=${6:-}
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

# line_of COMMAND: the one line in the head of $source that begins with it, without the words two spaces after.
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

# well_formed LINE: one line, which names no other folders, and the libraries of the program that was built.
well_formed() {
    line=$1
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
    case $line in
    *" -o $name $folder/$name.cu"*) ;;
    *) wrong "this line makes something else: $line" && return 1 ;;
    esac
    for library in $libraries; do
        case "$line " in
        *" -l$library"*) ;;
        *) wrong "it is linked with $library, which is not in this line: $line" && return 1 ;;
        esac
    done
}

# The libraries that the built program asks for, but for those of the language and the system: glut, GL, png.
libraries_of() {
    LC_ALL=C readelf -d "$1" | sed -n 's/.*NEEDED.*\[lib\([A-Za-z_+]*\).*/\1/p' |
        grep -vxE 'c|m|stdc\+\+|gcc_s|dl|pthread|rt|cudart'
}

# What the built program includes: the repository's files are those of the two folders, and of the device.
includes_its_own() {
    # a name a line; blanks in names have a backslash
    sed '1s/^.*[^\\]: *//; s/ *\\$//; s/\\ /\t/g; y/ /\n/' "$build/cpu/$name.d" | tr '\t' ' ' | sed -n "s|^$repository/||p" |
        sed "s|^$folder/\.\./||" | grep -v -e "^$folder/$name.cu$" -e '^common/' -e '^cpu_device/' -e "^$folder/[a-z_]*\.h$"
}

# builds LINE COMMAND: the line, with the command in place of its first word, makes the program.
builds() {
    line=$1 command=$2
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
    takes=$all libraries=''
    [ $first = no ] || takes=yes
    case $gpu_line in *' -l'*)
        [ $first_library = no ] || takes=yes
        first_library=no
        ;;
    esac
    first=no
    if [ -n "$cpu_line" ]; then
        libraries=$(libraries_of "$build/cpu/$name")
        others=$(includes_its_own)
        [ -z "$others" ] || wrong "it includes $others"
        if well_formed "$cpu_line" && [ -n "$takes" ] && builds "$cpu_line" "$cucc"; then
            "./$name" --help >log 2>&1 || wrong "it does not start"
        fi
    elif ! grep -q '^//     nvcc .*  needs a GPU' "$source"; then
        wrong "its head has no line for cucc, and does not say that it needs a GPU"
    fi
    if [ -z "$gpu_line" ]; then
        wrong "its head has no line for nvcc"
    elif well_formed "$gpu_line" && [ -n "$takes" ] && [ -n "$nvcc" ]; then
        builds "$gpu_line" "$nvcc"
    fi
done
[ $programs -ge 5 ] || { echo "FAILED: $folder has only $programs programs" && exit 1; }

exit $failed
