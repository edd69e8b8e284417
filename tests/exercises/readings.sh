#!/bin/sh
# SPDX-License-Identifier: MIT
# readings.sh ROOT: submissions that other readers of C++ than ours would read in another way: each of these ways hides each
# of these texts. All are refused in one line that names the line, or print nothing of the text. And right solutions are
# printed so that each token keeps its line.
set -u
root=$1
here=$(realpath -- "$0") && here=${here%/*}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0 count=0
wrong() {
    echo "$*"
    failed=1
}
accepted() { # FILE
    "$root/apps/grader/start.sh" accepted "$1" >"$work/out" 2>"$work/err"
}

# What must not reach the compiler. Each line has one.
cat >"$work/texts" <<'END'
#pragma GCC optimize("O0")
#line 1 "/usr/include/math.h"
# 1 "/usr/include/math.h" 1 3
#include </proc/self/cwd/x.h>
__attribute__((no_sanitize("thread"))) __device__ int f(int *p) { return *p; }
[[gnu::no_sanitize_thread]] __device__ int f(int *p) { return *p; }
__device__ int f(int *p) { return __builtin_memcmp(p, p, 4); }
asm(".pushsection cpu_device_kernels,\"awR\"");
extern "C" __device__ void __tsan_read4(void *) {}
#define JOIN(a, b) a##b
__device__ int f(void *p) { goto *p; }
namespace std { __device__ int f() { return 0; } }
END
# The ways: TEXT is what they hide, with the escapes of printf.
cat >"$work/ways" <<'END'
byte order mark|\357\273\277TEXT
splice with a blank|// a comment \134 \nTEXT
splice with a tab|// a comment \134\t\nTEXT
spliced comment|// a comment \134\n// another \134\nTEXT
name that ends in R|#define TAILOR\nconst char *s = TAILOR"x(";\nTEXT\n//)x"
carriage return in a comment|// a comment\rTEXT
carriage returns alone|int i;\rTEXT\r
raw string with a splice|const char *s = R\134\n"(";\nTEXT\n//)";
raw string|const char *s = R"(\n)";\nTEXT\n//)";
section of the device|asm(".pushsection cpu_device_x\\n.popsection\\n");\nTEXT
digraph|%%: define X\nTEXT
trigraph|// a comment ??/\nTEXT
quote in a directive|#define QUOTE '\nTEXT\n//'
comment in a directive|/* begins\n*/ TEXT
end of a line in a string|const char *s = "\\\\\nTEXT\n";
form feed|\014TEXT
no-break space|\302\240TEXT
zero byte|int i;\000\nTEXT
END
tab=$(printf '\t')
while IFS= read -r text; do
    text=$(printf '%s\n' "$text" | sed 's/\\/\\\\/g; s/%/%%/g')
    while IFS='|' read -r name way; do
        count=$((count + 1))
        case $way in *'%%: define'*) way=$(printf '%s' "$way") ;; esac
        # shellcheck disable=SC2059 # a format
        printf "${way%%TEXT*}$text${way#*TEXT}\n" >"$work/mine.cu"
        sed -n '/__global__/,$p' "$here/right/add.cu" >>"$work/mine.cu"
        accepted "$work/mine.cu"
        status=$?
        if [ $status != 1 ] || [ "$(wc -l <"$work/out")" != 1 ] || ! grep -q '^mine.cu:[1-9][0-9]*: ' "$work/out"; then
            wrong "$name hides $text: status $status: $(head -n 3 "$work/out" "$work/err")"
        fi
    done <"$work/ways"
done <"$work/texts"
[ $count -ge 200 ] || wrong "only $count were tried"

# What is printed is ASCII, has no comment and no tab, and what is printed of that is the same.
for file in "$here"/right/*.cu; do
    accepted "$file" || wrong "$file: $(cat "$work/out")"
    cp "$work/out" "$work/once"
    ! LC_ALL=C grep -n "[^ -~]\|//\|/[*]\|\\\\$\|$tab" "$work/once" || wrong "$file: printed so"
    [ "$(grep -n __syncthreads "$file" | grep -v '//.*__sync' | cut -d : -f 1)" = \
        "$(grep -n __syncthreads "$work/once" | cut -d : -f 1)" ] || wrong "$file: other lines"
    sed "s/^#include.*//" "$work/once" >"$work/mine.cu"
    { accepted "$work/mine.cu" && cmp -s "$work/out" "$work/once"; } ||
        wrong "$file: not the same again: $(diff "$work/out" "$work/once" | head -n 5)"
    sed "s/\$/\r/" "$file" >"$work/mine.cu"
    { accepted "$work/mine.cu" && cmp -s "$work/out" "$work/once"; } ||
        wrong "$file: with CRLF it is another: $(diff "$work/out" "$work/once" | head -n 5)"
done
echo "$count hidden texts"
exit $failed
