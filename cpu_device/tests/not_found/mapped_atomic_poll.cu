// SPDX-License-Identifier: MIT
// mapped_atomic_poll.cu: the kernel polls a word of mapped memory with an atomic addition of 0, and the host stores to
// it. An atomic operation of a GPU on the memory of a host behind PCIe (cudaDevAttrHostNativeAtomicSupported is 0) is
// not atomic for the host: it may store the old value over the host's, and then this does not end. A volatile load is
// right.
// CPU exits 0
#include <stdio.h>

struct slot {
    volatile int asked, answered;
};

__global__ void serve(struct slot *s)
{
    while (atomicAdd_system((int *)&s->asked, 0) != 1)
        ;
    __threadfence_system();
    s->answered = 1;
}

int main()
{
    struct slot *s;
    if (cudaHostAlloc(&s, sizeof *s, cudaHostAllocMapped) != cudaSuccess)
        return 1;
    s->asked = s->answered = 0;
    serve<<<1, 1>>>(s);
    cudaStreamQuery(0); // sends it off
    s->asked = 1;
    while (s->answered != 1)
        ;
    if (cudaDeviceSynchronize() != cudaSuccess || cudaFreeHost(s) != cudaSuccess)
        return 1;
    printf("answered\n");
    return 0;
}
