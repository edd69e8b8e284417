#!/bin/sh
# SPDX-License-Identifier: MIT
# use.sh ROOT: the step for a GPU in the workflow that other repositories get (.github/use.yml), with an nvcc and a
# compute-sanitizer that only say what they are called with.
set -u
root=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/repository" && cd "$work/repository" || exit 1

cat >"$work/bin/nvcc" <<'END'
#!/bin/sh
case $2 in bad.cu) exit 1 ;; esac
printf '#!/bin/sh\necho %s\n' "'$2'" >"$4" && chmod +x "$4"
END
cat >"$work/bin/compute-sanitizer" <<'END'
#!/bin/sh
echo "$2 $("$5")" >>"$CALLS"
case "$2 $("$5")" in 'racecheck a race.cu') echo '========= Error: Race reported between two threads' && exit 9 ;; esac
END
chmod +x "$work"/bin/*
git init -q . && touch 'a race.cu' bad.cu right.cu other.cpp && git add .
awk '/^        run: [|]$/ { on = 1; next } on { print substr($0, 11) }' "$root/.github/use.yml" >"$work/step"
CALLS=$work/calls PATH="$work/bin:$PATH" sh -e "$work/step" >"$work/said" 2>&1
[ $? = 1 ] || { echo "FAILED: another status" && cat "$work/said" && exit 1; }
grep -qx '::error file=a race.cu,title=compute-sanitizer racecheck::========= Error: Race reported between two threads' "$work/said" ||
    { echo "FAILED: the race is not said" && cat "$work/said" && exit 1; }
[ "$(grep -c '^::' "$work/said")" = 1 ] || { echo "FAILED: more is said" && cat "$work/said" && exit 1; }
[ "$(grep -c right.cu "$work/calls")" = 4 ] || { echo "FAILED: not four tools" && cat "$work/calls" && exit 1; }
git rm -q -f 'a race.cu' bad.cu
CALLS=$work/calls PATH="$work/bin:$PATH" sh -e "$work/step" >"$work/said" 2>&1 || { echo "FAILED: a right program" && cat "$work/said" && exit 1; }
