// SPDX-License-Identifier: MIT
// launch_shared_in_two_parts.cu: neither the static nor the dynamic shared memory is too much; their sum is.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says 32768 + 20480 = 53248 bytes of shared memory a block (static and dynamic), of at most 49152
// all exits 0
#include "../kernel_run.h"

#ifdef FIXED
const int n = 4096;
#else
const int n = 5120;
#endif
const int own = 8192, threads = 256;

__global__ void turn(int *out)
{
    __shared__ int first[own];
    extern __shared__ int second[];
    for (int i = threadIdx.x; i < n; i += threads) {
        first[i] = i;
        second[i] = first[i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = second[n - 1 - i];
}

int main()
{
    device_array<int> out(n, zeros);
    turn<<<1, threads, n * sizeof(int)>>>(out);
    return finish(out) || (is_fixed && out.on_host[0] != n - 1);
}
