#!/bin/sh
# SPDX-License-Identifier: MIT
# debugger.sh CUCC SOURCE_FOLDER: a kernel in gdb, as the device's README tells it.
set -u
# shellcheck disable=SC2034 # common.sh has it in its messages
cucc=$1 failed=0
# shellcheck disable=SC1091 # checked by itself
. "$(dirname "$0")/common.sh"

cat >sum.cu <<'EOT'
__device__ float doubled(float x)
{
    return x + x;
}
__global__ void sum(const float *in, float *out)
{
    __shared__ float cache[64];
    int rank = threadIdx.x;
    cache[rank] = doubled(in[rank]);
    __syncthreads();
    float both = cache[rank] + cache[63 - rank];
    out[rank] = both;
}
int main()
{
    float in[64], *dev_in, *dev_out;
    for (int i = 0; i < 64; i++)
        in[i] = i;
    cudaMalloc(&dev_in, sizeof in);
    cudaMalloc(&dev_out, sizeof in);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum<<<4, 64>>>(dev_in, dev_out);
    cudaDeviceSynchronize();
    cudaFree(dev_in);
    cudaFree(dev_out);
    return 0;
}
EOT
"$cucc" -G sum.cu -o sum >log 2>&1 || wrong "-G"
cat >commands <<'EOT'
set pagination off
tbreak sum.cu:9 if threadIdx.x == 5 && blockIdx.x == 2
run
print threadIdx.x
print blockIdx.x
print blockDim.x
print in[5]
step
backtrace
finish
next
next
print threadIdx.x
print cache[63]
next
print both
print rank
call (void)kernel_threads()
EOT
timeout 300 gdb -q -batch -nx -x commands ./sum >log 2>&1
for line in '[$]1 = 5' '[$]2 = 2' '[$]3 = 64' '[$]4 = 5' '#0  doubled (x=5) at sum.cu:3' '#1 .*at sum.cu:9' \
    'Value returned is [$]5 = 10' '[$]6 = 5' '[$]7 = 126' '[$]8 = 126' '[$]9 = 5' \
    'CPU device: block (2,0,0)' ' *58 threads at sum.cu:10: 6-63'; do
    grep -q "^$line\$" log || wrong "in gdb: no line '$line'"
done
# By the kernel's name, as the README has it.
by_name=$(sed -n "s/.*stops .\(break 'sum[^\`]*\).*/\1/p" "$2/cpu_device/README.md")
timeout 300 gdb -q -batch -nx -ex 'set breakpoint pending off' -ex "$by_name if threadIdx.x == 7" -ex run -ex 'print threadIdx.x' -ex 'bt 1' ./sum >log 2>&1
for line in '[$]1 = 7' '#0 .*operator.*sum.cu:8'; do
    grep -q "^$line\$" log || wrong "in gdb, $by_name: no line '$line'"
done

# The words of cuda-gdb, where gdb has Python.
cat >words <<EOT
set pagination off
source ${cucc%/*}/gdb/cuda_words.py
tbreak sum.cu:9 if \$threadIdx("x") == 5 && \$blockIdx("x") == 2
run
print \$blockDim("x") + \$threadIdx("y")
cuda thread
cuda block
cuda kernel
step
cuda kernel block thread
cuda device
EOT
if gdb -q -batch -nx -ex 'python print(6 * 7)' 2>&1 | grep -qx 42; then
    timeout 300 gdb -q -batch -nx -x words ./sum >log 2>&1
    for line in '[$]1 = 64' 'thread (5,0,0)' 'block (2,0,0)' 'kernel sum(float const[*], float[*])' \
        '.*cuda takes thread, block or kernel'; do
        grep -qx "$line" log || wrong "-G, the words of cuda-gdb: $line"
    done
    [ "$(grep -c '^kernel sum' log)" = 2 ] || wrong "-G, cuda kernel in a device function"
fi
exit $failed
