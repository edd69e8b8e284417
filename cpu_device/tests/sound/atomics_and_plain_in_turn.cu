// SPDX-License-Identifier: MIT
// atomics_and_plain_in_turn.cu: words that are used by atomics whose results nobody needs, and then plainly, with what
// orders the two in between: a barrier, __syncwarp() in a warp, a thread's own words, a counter with fences.
#include <stdio.h>

const int most = 256;

__device__ int total, arrived, mine[most], lanes[most / 32];

__global__ void in_turn(int *out)
{
    __shared__ int sum, own[most], of_warp[most / 32];
    int t = threadIdx.x, n = blockDim.x, w = t / 32;
    if (t == 0)
        sum = total = arrived = 0;
    if (t % 32 == 0)
        of_warp[w] = lanes[w] = 0;
    own[t] = mine[t] = 0;
    __syncthreads();

    for (int round = 1; round <= 3; round++) { // all add, all read
        atomicAdd(&sum, 1);
        atomicMax(&total, round);
        __syncthreads();
        out[t] = sum * 10 + total - round * (n * 10 + 1);
        __syncthreads();
    }

    atomicAdd(&own[t], 2); // nobody else comes here
    own[t] += 3;
    atomicExch(&mine[t], own[t]);
    mine[t]++;
    out[t] += own[t] + mine[t] - 11;

    atomicAdd(&of_warp[w], 1); // the lanes of a warp
    atomicOr(&lanes[w], 1 << t % 32);
    __syncwarp();
    int in_warp = n - w * 32 < 32 ? n - w * 32 : 32;
    out[t] += of_warp[w] - in_warp + (lanes[w] != (in_warp == 32 ? ~0 : (1 << in_warp) - 1));
    __syncwarp();
    if (t % 32 == 0)
        of_warp[w] = 0;
    __syncthreads();

    atomicAdd(&sum, 1); // the last thread, which the counter finds, reads what all have added
    __threadfence();
    if (atomicAdd(&arrived, 1) == n - 1) {
        __threadfence();
        out[t] += sum - 4 * n;
        sum = arrived = 0;
    }
}

int main()
{
    int *dev_out, out[most], wrong = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    const int sizes[] = {1, 31, 32, 33, 64, 200, 256};
    for (int threads : sizes) {
        in_turn<<<1, threads>>>(dev_out);
        cudaMemcpy(out, dev_out, threads * sizeof(int), cudaMemcpyDeviceToHost);
        for (int t = 0; t < threads; t++)
            wrong += out[t] != 0;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0 || cudaFree(dev_out) != cudaSuccess;
}
