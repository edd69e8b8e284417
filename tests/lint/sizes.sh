#!/bin/sh
# SPDX-License-Identifier: MIT
# sizes.sh REPOSITORY [--print]: functions of more than 50 lines and classes of more than 30 fields and methods, counted
# by sizes.awk, in all sources but those of tests. A lesson's main() may be longer. sizes.txt has the exceptions, each with
# its size: one that grows is an error, and so is one that is none any more. --print prints all there are now.
set -u
root=$(cd "$1" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# sizes FILE...: those that are too large
sizes() {
    awk -v most_lines=50 -v most_members=30 -f "$here/sizes.awk" "$@" | grep -v ' function main .*\.cu$'
}

# program LINES METHODS: one that has a function and a class of these sizes, with two fields more
program() {
    printf 'int f(int n)\n{\n'
    i=0 && while [ $((i += 1)) -le "$1" ]; do echo '    ++n;'; done
    printf '}\nclass c final : public b\n{\n  public:\n'
    i=0 && while [ $((i += 1)) -le "$2" ]; do printf '    int m%d() const\n    {\n        return 0;\n    }\n' "$i"; done
    printf '\n  private:\n    std::map<int, int> one, other;\n};\n'
}
program 50 28 >"$work/right.cpp"
program 51 29 >"$work/wrong.cpp"
found=$(sizes "$work/right.cpp" "$work/wrong.cpp" | cut -d ' ' -f 1-3 | tr '\n' ,)
[ "$found" = '51 function f,31 class c,' ] || { echo "sizes.awk is broken, it finds: $found" && exit 1; }

cd "$root" || exit 1
find apps bench chapter05 common cpu_device exercises gpus modern \( -name 'build*' -o -name tests \) -prune -o -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print | LC_ALL=C sort >"$work/files"
# shellcheck disable=SC2046 # names without blanks
sizes $(cat "$work/files") | LC_ALL=C sort -k 2,2 -k 1,1nr -k 3 >"$work/found"
[ "${2:-}" = --print ] && cat "$work/found" && exit
awk '/^#/ { next }
     NR == FNR { most[$2 " " $3 " " $4] = $1; next }
     { name = $2 " " $3 " " $4; is = name in most ? most[name] : 0; seen[name] = 1 }
     $1 > is { printf "%s in %s has %d %s, and may have %d\n", $3, $4, $1,
                      $2 == "class" ? "fields and methods" : "lines", is ? is : $2 == "class" ? 30 : 50; bad = 1 }
     END { for (name in most) if (!(name in seen)) { print "no exception any more, remove it: " name; bad = 1 }; exit bad }
    ' "$here/sizes.txt" "$work/found"
