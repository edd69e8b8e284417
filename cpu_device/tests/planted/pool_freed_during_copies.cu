// SPDX-License-Identifier: MIT
// pool_freed_during_copies.cu: memory is freed in the order of one stream, while copies and fills of another one may
// still use it.
// CPU exits 3
// CPU reports 5
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at pool_freed_during_copies.cu:{free} frees
// CPU says cudaMemcpyAsync() at pool_freed_during_copies.cu:{out} reads
// CPU says cudaMemcpyAsync() at pool_freed_during_copies.cu:{in} writes
// CPU says cudaMemcpyAsync() at pool_freed_during_copies.cu:{within} reads
// CPU says cudaMemcpy2DAsync() at pool_freed_during_copies.cu:{rows} reads
// CPU says cudaMemsetAsync() at pool_freed_during_copies.cu:{fill} writes
// CPU prints all five are over
// memcheck exits 3
#include <stdio.h>

const int size = 1 << 20, row = 1 << 10, ways = 5;

void use(int way, char *pool, char *device, char *host, cudaStream_t stream)
{
    switch (way) {
    case 0:
        cudaMemcpyAsync(host, pool, size, cudaMemcpyDeviceToHost, stream); // {out}
        break;
    case 1:
        cudaMemcpyAsync(pool, host, size, cudaMemcpyHostToDevice, stream); // {in}
        break;
    case 2:
        cudaMemcpyAsync(device, pool, size, cudaMemcpyDeviceToDevice, stream); // {within}
        break;
    case 3: // every second row
        cudaMemcpy2DAsync(host, row, pool, 2 * row, row, size / row / 2, cudaMemcpyDeviceToHost, stream); // {rows}
        break;
    case 4: cudaMemsetAsync(pool, 0, size, stream); // {fill}
    }
}

int main()
{
    char *pool, *device, *host;
    cudaStream_t owner, user;
    cudaEvent_t used;
    if (cudaStreamCreateWithFlags(&owner, cudaStreamNonBlocking) || cudaMalloc(&device, size) ||
        cudaStreamCreateWithFlags(&user, cudaStreamNonBlocking) || cudaMallocHost(&host, size) ||
        cudaEventCreate(&used))
        return 1;
    for (int way = 0; way < ways; way++) {
        if (cudaMallocAsync(&pool, size, owner))
            return 1;
        cudaMemsetAsync(pool, 1, size, owner);
        cudaStreamSynchronize(owner);
        use(way, pool, device, host, user);
#ifdef FIXED
        cudaEventRecord(used, user);
        cudaStreamWaitEvent(owner, used);
#endif
        cudaFreeAsync(pool, owner); // {free}
        if (cudaDeviceSynchronize())
            return 1;
    }
    puts("all five are over");
    cudaEventDestroy(used);
    cudaStreamDestroy(owner);
    cudaStreamDestroy(user);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
