#!/bin/sh
# SPDX-License-Identifier: MIT
# runs.sh ROOT CUCC: how a student's programs end becomes annotations; and action.yml calls the script with its inputs.
# CUCC is the compiler.
# shellcheck disable=SC2154 # annotate.sh sets $root and $work
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/annotate.sh"

# What is right, and what goes wrong by itself.
echo 'int main() {}' >right.cu
printf '%s\n' '#include <unistd.h>' 'int main() { for (;;) pause(); }' >hangs.cu
printf '%s\n' '#include <cstdio>' '#include <cstdlib>' 'int main() { fprintf(stderr, "no: 50%%\n"); exit(5); }' >status.cu
printf '%s\n' '#include <cstdlib>' 'int main() { abort(); }' >signal.cu
printf '%s\n' '#include <cstdio>' 'int main() { for (;;) puts("more and more and more and more and more"); }' >writes.cu
# What says how it was run, and what GitHub must not take at its word.
cat >says.cu <<'EOT'
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv)
{
    FILE *f = fopen("runs", "a");
    fprintf(f, "%s %d %s\n", getenv("CPU_DEVICE_SEED"), argc, argv[argc - 1]);
    fclose(f);
    printf("::error file=says.cu::not true");
}
EOT
# What writes to the script's own output, and looks for the files in which GitHub takes commands.
cat >looks.cu <<'EOT'
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int main()
{
    char name[100];
    int parent = getppid();
    for (int i = 0; i < 3 && parent > 1; ++i) { // timeout, and the script
        snprintf(name, sizeof name, "/proc/%d/fd/1", parent);
        FILE *f = fopen(name, "a");
        if (f != NULL && fprintf(f, "::error::from below\n") > 0)
            fclose(f);
        snprintf(name, sizeof name, "/proc/%d/stat", parent);
        f = fopen(name, "r");
        if (f == NULL || fscanf(f, "%*d (%*[^)]) %*c %d", &parent) != 1)
            parent = 1;
        if (f != NULL)
            fclose(f);
    }
    return getenv("GITHUB_STEP_SUMMARY") != NULL;
}
EOT
unshare -U --map-current-user -p -f --mount-proc true 2>/dev/null || echo 'int main() {}' >looks.cu
# names that could pass for commands
hostile='back\n::error::by a name.cu'
echo 'int main() {}' >"$hostile"
echo 'int main() {}' >"$(printf 'tab\tand\n::error::a line.cu')"
annotates --seeds 2 --timeout 5 --arguments '-n 3*'
said '::error file=hangs.cu,title=takes too long::With CPU_DEVICE_SEED=0 it had not ended after 5 seconds.'
said '::error file=status.cu,title=ends with status 5::With CPU_DEVICE_SEED=0.%0Ano: 50%25'
said '::error file=signal.cu,title=ends with signal ABRT::With CPU_DEVICE_SEED=0.'
said '::error file=writes.cu,title=writes too much::'
grep -q '^::error::\(from\|by a name\|a line\)' "$work/commands" && wrong "a command of a program's or a name's: $(cat "$work/commands")"
summary 5 4 '| right.cu |  | passed: 2 orders of the warps |' '| says.cu |  | passed: 2 orders of the warps |' \
    '| hangs.cu |  | error: takes too long: With CPU\_DEVICE\_SEED=0 it had not ended after 5 seconds. |'
[ "$(cat runs)" = '0 3 3*
1 3 3*' ] || wrong "another seed, or other arguments: $(cat runs)"
grep -q '^::error file=says.cu::not true$' "$work/out" || wrong "what a program prints is not shown"

rm -- tab*

# As the action calls it, with its inputs: each that is declared is handed on.
inputs=$(awk '/^inputs:/ { on = 1; next } /^[a-z]/ { on = 0 } on && /^  [a-z]+:/ { sub(/:/, ""); print $1 }' "$root/action.yml")
for input in $inputs; do
    grep -q "[$]{{ inputs.$input }}" "$root/action.yml" || wrong "the input $input is not used"
done
# The key of the device that is kept: it changes with a source, and each path in it is there.
key() {
    awk '/^    - id: device$/ { on = 1; next } /^    - / { on = block = 0 } on && block { print substr($0, 9) } on && /run: [|]$/ { block = 1 }' \
        "$root/action.yml" >"$work/step"
    : >"$work/outputs"
    GITHUB_ACTION_PATH=$1 RUNNER_TEMP=/somewhere GITHUB_OUTPUT=$work/outputs sh -eu "$work/step" 2>"$work/err" || wrong "no key: $(cat "$work/err")"
    [ ! -s "$work/err" ] || wrong "no key: $(cat "$work/err")"
    grep -qx 'build=/somewhere/cucc' "$work/outputs" || wrong "no folder of the device: $(cat "$work/outputs")"
    sed -n 's/^key=\([0-9a-f]\{64\}\)$/\1/p' "$work/outputs"
}
mkdir "$work/copy" && cp -r "$root/cpu_device" "$work/copy"
first=$(key "$work/copy") again=$(key "$work/copy")
echo '//' >>"$work/copy/cpu_device/src/say/report.cpp"
changed=$(key "$work/copy")
if [ -z "$first" ] || [ "$again" != "$first" ] || [ "$changed" = "$first" ]; then
    wrong "the key of the device: '$first', then '$again', then '$changed'"
fi
default() {
    awk -v input="  $1:" '$0 == input { on = 1 } on && /default:/ { sub(/^[^:]*: /, ""); gsub(/"/, ""); print; exit }' "$root/action.yml"
}
call() { # FILES: with all other inputs as they are by default
    sed -n '/^ *run: >-/,$p' "$root/action.yml" | sed 1d | tr '\n' ' ' >"$work/step"
    GITHUB_ACTION_PATH=$root FILES=$1 BUILD=$(default build) TEST=$(default test) ARGUMENTS=$(default arguments) OPTIONS=$(default options) SEEDS=$(default seeds) \
        TIMEOUT=$(default timeout) GITHUB_STEP_SUMMARY=$work/summary sh -e "$work/step" >"$work/out" 2>&1
}
: >"$work/summary"
call 'right.cu
says.*' || wrong "two right files: status $?: $(cat "$work/out")"
[ "$(head -n 1 "$work/summary")" = '### CUDA files: 2 passed, 0 failed' ] || wrong "two right files: $(cat "$work/summary")"
[ "$(tail -n 3 runs)" = '0 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)"'
1 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)"'
2 1 '"$(tail -n 1 runs | cut -d ' ' -f 3)" ] || wrong "not three orders without arguments: $(tail -n 3 runs)"
mkdir "$work/one" && cp status.cu "$work/one" && cd "$work/one" || exit 1
call "$(default files)" && wrong "a wrong file: $(cat "$work/out")"
# The reports as other tools read them: by the step of action.yml, with the names of the files.
cat >race.cu <<'EOT'
__global__ void shift(int *a)
{
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] = next;
}
int main()
{
    int *a;
    cudaMalloc(&a, 65 * sizeof *a);
    cudaMemset(a, 0, 65 * sizeof *a);
    shift<<<1, 64>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
EOT
sed -i 's/= next/= next + 1/' race.cu
REPORTS=$work/cucc-reports call race.cu && wrong "a race: $(cat "$work/out")"
grep -q '^::error file=race.cu,line=[34],title=race on global memory::' "$work/out" || wrong "a race: $(cat "$work/out")"
grep -q '^::notice file=race.cu,line=[34],title=race on global memory::The other access is at race.cu:[34][.]$' "$work/out" ||
    wrong "the other line of a race: $(cat "$work/out")"
if command -v jq >/dev/null; then
    awk '/^    - if: .*inputs.reports/ { on = 1 } on && block { print substr($0, 9) } on && /run: [|]$/ { block = 1 } /cucc.xml"$/ { exit }' \
        "$root/action.yml" >"$work/step"
    GITHUB_ACTION_PATH=$root RUNNER_TEMP=$work FOLDER=reports sh -e "$work/step" >"$work/out" 2>&1 || wrong "no reports: $(cat "$work/out")"
    [ "$(jq -r '.runs[0].results[].ruleId' reports/cucc.sarif)" = race-global ] || wrong "SARIF: $(cat reports/cucc.sarif)"
    grep -q '<testcase classname="cucc" name="race">' reports/cucc.xml || wrong "JUnit: $(cat reports/cucc.xml)"
    rm -r reports
fi
rm race.cu
call 'no/such.cu' && wrong "no file: $(cat "$work/out")"
grep -qx '::error::annotate: no file here matches no/such.cu' "$work/out" || wrong "no file: $(cat "$work/out")"
# Files that are left out; arguments with blanks.
mkdir sub && cp status.cu sub/other.cu && echo 'int main() {}' >sub/right.cu
call '!status.cu
*.cu
!sub/o*' || wrong "left out: $(cat "$work/out")"
[ "$(grep -c '^::group::.*[.]cu$' "$work/out")" = 1 ] || wrong "left out: $(cat "$work/out")"
call '!*.cu' && wrong "all are left out: $(cat "$work/out")"
printf '%s\n' '#include <cstring>' 'int main(int argc, char **argv)' \
    '{ return argc != 5 || strcmp(argv[1], "a b") || strcmp(argv[2], "c\"d\\") || *argv[3] || strcmp(argv[4], "e f"); }' >sub/right.cu
cat >words <<'EOT'
'a b'  c'"'"d\\" "" e\ f
EOT
"$root/apps/action/annotate.sh" --seeds 1 --arguments "$(cat words)" sub/right.cu >"$work/out" || wrong "arguments with blanks: $(cat "$work/out")"
"$root/apps/action/annotate.sh" --arguments "'a" sub/right.cu >"$work/out" && wrong "a quote that is not closed: $(cat "$work/out")"
# A note, which the user has asked for, fails no file.
cp "$root/cpu_device/tests/advice/barrier_at_end.cu" sub/right.cu
CPU_DEVICE_ADVICE=on "$root/apps/action/annotate.sh" --seeds 1 sub/right.cu >"$work/out" || wrong "a note fails a file: $(cat "$work/out")"
grep -q "^::warning file=sub/right.cu,line=$(grep -n '// {line}$' sub/right.cu | cut -d : -f 1),title=" "$work/out" || wrong "a note: $(cat "$work/out")"
rm -r sub
# Of a repository of git, what git ignores is left out; a name may have a newline.
if command -v git >/dev/null; then
    git init -q . && echo status.cu >.gitignore
    echo 'int main() {}' >"$(printf 'two\n::error::lines.cu')"
    call '*.cu' || wrong "in git: $(cat "$work/out")"
    grep -q '^::group::two%0A::error::lines.cu$' "$work/out" || wrong "in git: $(cat "$work/out")"
    grep -q '^::error' "$work/out" && wrong "in git: $(cat "$work/out")"
fi
exit "$failed"
