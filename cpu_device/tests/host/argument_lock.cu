// SPDX-License-Identifier: MIT
// argument_lock.cu: a lock whose constructor allocates and whose destructor frees, handed to a kernel by value. The
// copy for the launch frees the mutex after the launch, when the kernel is done, as cudaFree() waits; the object
// itself then frees it again.
// CPU exits 3
// CPU prints sum 2080, 65 blocks
// CPU says Error: double cudaFree
// CPU says at argument_lock.cu:{free}: 4 bytes from cudaMalloc
// CPU says at argument_lock.cu:{malloc}, freed at argument_lock.cu:{free}
// CPU says SUMMARY: 1 error, 0 warnings
#include <stdio.h>

#include "../handle_error.h"

struct lock_on_device {
    int *mutex;
    lock_on_device()
    {
        HANDLE_ERROR(cudaMalloc((void **)&mutex, sizeof *mutex)); // {malloc}
        HANDLE_ERROR(cudaMemset(mutex, 0, sizeof *mutex));
    }
    ~lock_on_device()
    {
        cudaFree(mutex); // {free}
    }
    __device__ void lock()
    {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

// result[0]: the sum of all blocks' numbers; result[1]: how many blocks came.
__global__ void add_blocks(lock_on_device mutex, int *result)
{
    if (threadIdx.x != 0)
        return;
    mutex.lock();
    result[0] += blockIdx.x;
    result[1]++;
    mutex.unlock();
}

int main(void)
{
    int *dev, result[2];
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof result));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof result));
    {
        lock_on_device mutex;
        add_blocks<<<65, 32>>>(mutex, dev);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost));
        printf("sum %d, %d blocks\n", result[0], result[1]);
    }
    cudaGetLastError(); // of the second cudaFree
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
