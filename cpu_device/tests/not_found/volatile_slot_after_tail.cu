// SPDX-License-Identifier: MIT
// volatile_slot_after_tail.cu: a producer moves the volatile tail of a queue before it fills the volatile slot, so that
// the consumer may take the slot's old value. Volatile accesses do not race with one another; and the store of the
// slot, which comes right after a fence, looks like that of a flag.
// CPU exits 0
#include <stdio.h>

const int items = 10;

__global__ void run(volatile int *tail, volatile int *slots, int *sum)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < items; i++) {
            *tail = i + 1;
            __threadfence();
            slots[i] = i + 1;
        }
    } else {
        for (int head = 0; head < items; head++) {
            while (*tail <= head)
                ;
            __threadfence();
            *sum += slots[head];
        }
    }
}

int main()
{
    int *dev, sum = 0;
    if (cudaMalloc(&dev, 3 * 128) != cudaSuccess || cudaMemset(dev, 0, 3 * 128) != cudaSuccess)
        return 1;
    run<<<2, 1>>>(dev, dev + 32, dev + 64);
    cudaError_t error = cudaMemcpy(&sum, dev + 64, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", sum);
    return error != cudaSuccess;
}
