#!/bin/sh
# SPDX-License-Identifier: MIT
# What spaces.sh and declarations.sh share: many cases in one file, lines.cu, and what the compiler says of each. Goes to an
# empty folder, as common.sh does.
# shellcheck disable=SC2154
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

# begin HEADER...: a file of cases, which begins with these lines.
begin() {
    printf '#include <%s>\n' "$@" >lines.cu
    cat >>lines.cu <<'END'
int twice(int n) { return 2 * n; }
constexpr int cube(int n) { return n * n * n; }
int variable = 3; const int constant = 4; const int table[] = {1, 2, 3}; __device__ int total; __managed__ int shared_by_all;
__device__ int thrice(int n) { return 3 * n; }
struct on_host { int n = 1; on_host() {} int get() const { return n; } }; struct plain { int n = 2; };
struct functor { int operator()(int n) const { return n; } };
END
    : >cases
    number=10
    line=$(($(wc -l <lines.cu) + 1))
}

# says TEXT LINE...: the next lines of the file; TEXT has what is said of one of them, and is empty where nothing is. In both,
# @ stands for two digits, so that each case has names of its own.
says() {
    text=$1
    shift
    printf '%s\n' "$@" | sed "s/@/$number/g" >>lines.cu
    printf '%s\t%s\t%s\n' "$line" $((line + $# - 1)) "$text" | sed "s/@/$number/g" >>cases
    number=$((number + 1)) line=$((line + $#))
}

# alone TEXT LINE...: a case whose error keeps the compiler from going on.
alone() {
    begin stdio.h
    says "$@"
    compiles 1
}

# The same lines, of which nothing is to be said.
nothing_is_said() {
    sed -i 's/\t[^\t]*$/\t/' cases
}

# kernel COLUMN TEXT STATEMENTS
kernel() {
    says ":$1: error: $2" "__global__ void k@(int *o) { $3; }"
}
right() {
    says '' "__global__ void k@(int *o) { $1; }"
}

# compiles STATUS OPTION...: the whole file does, and all is said that the cases name, each in its own lines, and
# of no other line is anything said.
compiles() {
    status=$1
    shift
    "$cucc" -c "$@" lines.cu -o lines.o >log 2>&1
    result=$?
    [ $result = "$status" ] || wrong "-c $* lines.cu: status $result"
    grep -E 'error|warning' log >said
    awk -F '\t' '
        FNR == NR { first[++cases] = $1; last[cases] = $2; text[cases] = $3; next }
        {
            split($0, place, ":")
            inside = place[1] == "lines.cu" # or in a header that it instantiates
            for (i = 1; i <= cases; i++) {
                if (inside ? place[2] < first[i] || place[2] > last[i] : text[i] == "" || !index($0, text[i])) continue
                here = 1
                if (text[i] == "") print "it should be silent: " $0
                else if (index($0, text[i])) found[i] = 1
            }
            if (!here) print "of no case: " $0
            here = 0
        }
        END { for (i = 1; i <= cases; i++) if (text[i] != "" && !found[i]) print "of line " first[i] " it is not said: " text[i] }
    ' cases said >differences
    [ ! -s differences ] || {
        mv differences log
        wrong "-c $* lines.cu"
        sed 's/^/    said: /' said
    }
}
