#!/bin/sh
# SPDX-License-Identifier: MIT
# project.sh ROOT CUCC: a student's repository that is built and tested by its own commands, in a folder with a blank.
# CUCC is the compiler.
# shellcheck disable=SC2034,SC2154 # annotate.sh uses $what, and sets $root and $work
set -u
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/annotate.sh"
what=project

cat >sums.cu <<'EOT'
__global__ void add(int *sum)
{
    *sum += threadIdx.x;
}
void run(int *sum)
{
    add<<<1, 64>>>(sum);
}
EOT
cat >main.cu <<'EOT'
#include <cstdio>
void run(int *sum);
int main(int argc, char **)
{
    int *sum;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    if (argc > 1)
        run(sum);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(sum);
    return error != cudaSuccess;
}
EOT
cat >Makefile <<'EOT'
week\ 1/sums: main.o sums.o
	nvcc $^ -o "$@"
%.o: %.cu
	$(CUDACXX) -c $< -o $@
EOT
# Two programs of one test; the first is right.
annotates --seeds 2 --build make --test '"./week 1/sums" && "./week 1/sums" race'
said '::error file=sums.cu,line=3,title=race on global memory::kernel add, '
summary 0 1
grep -qx 'CUDA project: 0 passed, 1 failed' "$work/out" || wrong "no last line: $(cat "$work/out")"
grep -qx '::group::build and test' "$work/out" || wrong "no group: $(cat "$work/out")"
[ "$(grep -c '^CPU_DEVICE_SEED=[01]: exit status 3$' "$work/out")" = 2 ] || wrong "not two runs: $(cat "$work/out")"

# A test whose status hides the report; a test that fails without one; one that hangs.
annotates --seeds 1 --test '"./week 1/sums" race || true'
said '::error file=sums.cu,line=3,title=race on global memory::kernel add, '
summary 0 1
annotates --seeds 3 --build '' --test 'echo no >&2; exit 5'
said '::error title=ends with status 5::With CPU_DEVICE_SEED=0.%0Ano'
summary 0 1
annotates --seeds 1 --timeout 2 --test 'sleep 60'
said '::error title=takes too long::With CPU_DEVICE_SEED=0 it had not ended after 2 seconds.'
summary 0 1
# What does not build is at its line, and is not run.
sed -i 's/threadIdx.x;/nowhere;/' sums.cu
annotates --build make --test 'echo it runs'
said '::error file=sums.cu,line=3,title=does not compile::'
summary 0 1
grep -q 'it runs' "$work/out" && wrong "it was run: $(cat "$work/out")"
annotates --build 'echo why; false'
said '::error title=does not build::why'
summary 0 1
# All is right.
"$root/apps/action/annotate.sh" --seeds 1 --build 'true' --test '"./week 1/sums"' >"$work/out" || wrong "a right project: $(cat "$work/out")"
grep -qx 'CUDA project: 1 passed, 0 failed' "$work/out" || wrong "a right project: $(cat "$work/out")"
exit "$failed"
