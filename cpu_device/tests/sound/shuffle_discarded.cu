// SPDX-License-Identifier: MIT
// shuffle_discarded.cu: lanes read from lanes that have exited, that are in another branch, or that are not in the
// mask, and use none of these values.
#include <stdio.h>

const int n = 85, threads = 64;

__global__ void tails(const int *in, int *sums, float *largest)
{
    int i = blockIdx.x * threads + threadIdx.x, lane = threadIdx.x % 32;
    if (i >= n)
        return;
    int value = in[i], left = n - i; // elements from here on
    unsigned mask = __activemask();
    for (int distance = 1; distance < 32; distance *= 2) { // suffix sums of the warp
        int right = __shfl_down_sync(mask, value, distance);
        if (distance < left && lane + distance < 32)
            value += right;
    }
    sums[i] = value;

    float mine = in[i];
    if (lane < 10) {
        float next = __shfl_down_sync(mask & 0x3ff, mine, 1), previous = __shfl_xor_sync(mask & 0x3ff, mine, 16);
        largest[i] = lane < 9 && left > 1 && next > mine ? next : mine;
        (void)previous;
    } else {
        largest[i] = mine;
    }
}

int main()
{
    int in[n], sums[n], *dev_in, *dev_sums;
    float largest[n], *dev_largest;
    for (int i = 0; i < n; i++)
        in[i] = i * 7 % 13;
    if (cudaMalloc(&dev_in, sizeof in) || cudaMalloc(&dev_sums, sizeof sums) ||
        cudaMalloc(&dev_largest, sizeof largest) || cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice))
        return 1;
    tails<<<(n + threads - 1) / threads, threads>>>(dev_in, dev_sums, dev_largest);
    if (cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost) ||
        cudaMemcpy(largest, dev_largest, sizeof largest, cudaMemcpyDeviceToHost) || cudaFree(dev_in) ||
        cudaFree(dev_sums) || cudaFree(dev_largest))
        return 1;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int j = i; j < n && j / 32 == i / 32; j++)
            sum += in[j];
        float expected = in[i];
        if (i % 32 < 9 && i + 1 < n && in[i + 1] > expected)
            expected = in[i + 1];
        if (sums[i] != sum || !(largest[i] == expected)) {
            printf("WRONG at %d\n", i);
            return 1;
        }
    }
    printf("Right\n");
    return 0;
}
