#!/bin/sh
# SPDX-License-Identifier: MIT
# vscode.sh CUCC SOURCE_FOLDER: the tasks that cucc --vscode writes, as Visual Studio Code would run them: one compiles the open
# file, the other names its races as GCC names errors. Needs jq.
set -u
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

"$cucc" --vscode >log 2>&1 || wrong --vscode
[ "$(cat log)" = '.vscode/tasks.json
.vscode/launch.json' ] || wrong --vscode
refuses '.vscode/tasks.json is there already' --vscode
jq -e '.configurations[0].preLaunchTask == "cucc: compile"' .vscode/launch.json >log 2>&1 || wrong --vscode: launch.json

mkdir 'a folder'
cat >'a folder/race.cu' <<'END'
__global__ void shift(int *a)
{
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] = next + 1;
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
END
# task LABEL: runs it for that file.
task() {
    jq -r --arg name "$1" '.tasks[] | select(.label == $name) | [.command] + .args | map(@sh) | join(" ")' .vscode/tasks.json |
        sed "s|[$]{file}|a folder/race.cu|; s|[$]{fileDirname}|a folder|g; s|[$]{fileBasenameNoExtension}|race|g" >steps.sh
    sh ./steps.sh >log 2>&1
}
task 'cucc: compile' || wrong --vscode: compile
task 'cucc: check'
[ $? = 3 ] || wrong --vscode: check
grep -q 'a folder/race.cu:[34]: error: race on global memory .race-global.$' log || wrong --vscode: check
grep -q 'a folder/race.cu:[34]: note: the \(read\|write\): kernel shift' log || wrong --vscode: check
exit "$failed"
