#!/bin/sh
# SPDX-License-Identifier: MIT
# first_run.sh ROOT CUCC: from an empty repository to a run of CI that fails at a race, as docs/FROM_NOTHING.md has it. The
# page's commands are typed, but for the push; then the job that they have written runs: each step of action.yml that starts
# a program of this repository, with the inputs that the workflow gives. first_run.sh ROOT builds the device, too, as
# a first run does, and prints how long all of it takes.
set -u
root=$(realpath -- "$1") cucc=${2:-}
page=$root/docs/FROM_NOTHING.md
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
began=$(date +%s)
fails() {
    echo "FAILED: $1"
    shift
    [ $# = 0 ] || cat "$@"
    exit 1
}

# The page's section: its commands, its program, and what the run says.
sed -n '/^## Your own repository/,/^## /p' "$page" >"$work/section"
awk '/^```/ { on = !on } !on && sub(/^    /, "") && !/^(::|git push)/' "$work/section" >"$work/commands"
awk '/^```/ { on = !on; next } on' "$work/section" >"$work/program"
sed -n 's/^    \(::error .*\)/\1/p' "$work/section" >"$work/promised"
for part in commands program promised; do
    [ -s "$work/$part" ] || fails "the page has no $part"
done

# git, as its first user has set it up; the page's folder of this collection is ROOT.
mkdir "$work/home" "$work/temp" && cd "$work/home" || exit 1
export HOME="$work/home" GIT_CONFIG_NOSYSTEM=1 REPOSITORY=https://github.com/somebody/collection
git config --global user.name somebody && git config --global user.email somebody@example.org
ln -s "$root" collection
cp "$work/program" "$work/sums.cu"
sed "s,^[$]EDITOR ,cp '$work/sums.cu' ," "$work/commands" >"$work/typed"
cat >>"$work/typed" <<'EOT'
git status --short >../left
pwd >../where
EOT
sh -e "$work/typed" >"$work/log" 2>&1 || fails 'a command of the page' "$work/log"
[ ! -s left ] || fails 'these are not committed' left
git clone -q "$(cat where)" "$work/checkout" >"$work/log" 2>&1 || fails 'nothing is committed' "$work/log"
cd "$work/checkout" || exit 1

# The job: what it uses, and with which inputs.
job=.github/workflows/cuda.yml
grep -q '^ *- uses: somebody/collection@' $job || fails 'the job does not use this repository' $job
input() { # NAME: as the job gives it; else by default
    given=$(sed -n "s/^          $1: //p" $job | head -n 1)
    [ -n "$given" ] || given=$(awk -v name="  $1:" '$0 == name { on = 1; next } /^  [a-z]/ { on = 0 } on && sub(/^    default: /, "")' "$root/action.yml")
    echo "$given" | tr -d '"'
}
# step TEXT: the commands of the step of action.yml in which this text is
step() {
    awk -v text="$1" '
        /^    - / { if (index(commands, text)) exit; commands = "" }
        !/^        / { on = 0 }
        on { commands = commands substr($0, 9) (folded ? " " : "\n") }
        /^      run: [|>]/ { on = 1; folded = />/ }
        /^      run: [^|>]/ { commands = substr($0, 12) }
        END { print commands }' "$root/action.yml"
}
export GITHUB_ACTION_PATH="$root" RUNNER_TEMP="$work/temp" GITHUB_STEP_SUMMARY="$work/summary"
if [ -n "$cucc" ]; then export CUCC="$cucc"; else export CUCC_BUILD="$work/device"; fi
for name in FILES BUILD TEST ARGUMENTS OPTIONS SEEDS TIMEOUT; do
    export "$name=$(input "$(echo $name | tr '[:upper:]' '[:lower:]')")"
done
FOLDER=$(input reports) && export FOLDER REPORTS="$RUNNER_TEMP/cucc-reports"
step apps/action/annotate.sh >"$work/judge" && step cucc-reports >"$work/reports"
[ -s "$work/judge" ] || fails 'action.yml has no such step'
sh -e "$work/judge" >"$work/said" 2>&1
[ $? = 1 ] || fails 'the run is not red' "$work/said"
took=$(($(date +%s) - began))

# What the page promises, at the line where the race is
grep '^::error ' "$work/said" >"$work/errors"
[ "$(grep -cF -f "$work/promised" "$work/errors")" = 1 ] || fails 'the page promises something else than' "$work/errors"
! command -v jq >/dev/null || { sh -e "$work/reports" && [ -s "$FOLDER/cucc.sarif" ] && [ -s "$FOLDER/cucc.xml" ]; } ||
    fails 'the reports are not kept'

# With the barrier that the report asks for, the run is green.
sed 's,^ *// a barrier is missing here$,__syncthreads();,' "$work/program" >sums.cu
! cmp -s sums.cu "$work/program" || fails 'the program has no place for the barrier'
sh -e "$work/judge" >"$work/said" 2>&1 || fails 'the run stays red' "$work/said"
[ -n "$cucc" ] || echo "from an empty repository to a red run, on $(nproc) cores: $took s"
