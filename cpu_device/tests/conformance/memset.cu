// SPDX-License-Identifier: MIT
// memset.cu: cudaMemset sets bytes, of the value's lowest eight bits, anywhere in an allocation.

#include <stdio.h>

#include "../handle_error.h"

const int N = 8;

static void show(const char *what, const unsigned int *dev)
{
    unsigned int words[N];
    HANDLE_ERROR(cudaMemcpy(words, dev, sizeof words, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < N; i++)
        printf(" %08x", words[i]);
    printf("\n");
}

int main(void)
{
    unsigned int *dev, *managed, *pinned;
    HANDLE_ERROR(cudaMalloc((void **)&dev, N * sizeof *dev));

    HANDLE_ERROR(cudaMemset(dev, 0, N * sizeof *dev));
    show("0", dev);
    HANDLE_ERROR(cudaMemset(dev, 1, N * sizeof *dev));
    show("1", dev);
    HANDLE_ERROR(cudaMemset(dev, -1, N * sizeof *dev));
    show("-1", dev);
    HANDLE_ERROR(cudaMemset(dev, 0x1234, N * sizeof *dev));
    show("0x1234", dev);
    HANDLE_ERROR(cudaMemset((char *)dev + 5, 0xab, 6));
    show("6 bytes from byte 5", dev);
    HANDLE_ERROR(cudaMemset((char *)dev + N * sizeof *dev - 1, 0xcd, 1));
    show("the last byte", dev);
    HANDLE_ERROR(cudaMemset(dev, 0xff, 0));
    show("nothing", dev);

    HANDLE_ERROR(cudaMemsetAsync(dev, 2, N * sizeof *dev));
    HANDLE_ERROR(cudaMemsetAsync(dev + 1, 3, sizeof *dev, 0));
    show("two after another", dev);

    // memory that the host reaches too
    HANDLE_ERROR(cudaMallocManaged((void **)&managed, N * sizeof *managed));
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, N * sizeof *pinned));
    HANDLE_ERROR(cudaMemset(managed, 0x11, N * sizeof *managed));
    HANDLE_ERROR(cudaMemset(pinned, 0x22, N * sizeof *pinned));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("managed %08x %08x, pinned %08x %08x\n", managed[0], managed[N - 1], pinned[0], pinned[N - 1]);

    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFree(managed));
    HANDLE_ERROR(cudaFreeHost(pinned));
    return 0;
}
