// SPDX-License-Identifier: MIT
// mapped_handed_on.cu: blocks and warps answer the host in turn, in one slot of mapped memory. Nothing but the host
// orders them: it reads one answer, and then asks the next one.
#include <stdio.h>

const int rounds = 24;

struct slot {
    int question, answer;
    volatile int asked, answered;
};

__global__ void serve(struct slot *s)
{
    int worker = blockIdx.x * 2 + threadIdx.x / 32, workers = gridDim.x * 2;
    if (threadIdx.x % 32 != 0)
        return;
    for (int round = 1 + worker; round <= rounds; round += workers) {
        while (s->asked != round)
            ;
        __threadfence_system();
        s->answer = 3 * s->question + round;
        __threadfence_system();
        s->answered = round;
    }
}

// The same with a counter that the warps add to and the host reads. A GPU behind PCIe adds in several steps, between
// which a store by the host would be lost: so nobody adds to what the host stores.
__global__ void serve_by_atomics(struct slot *s, int *answered)
{
    if (threadIdx.x % 32 != 0)
        return;
    for (int round = 1 + threadIdx.x / 32; round <= rounds; round += 2) {
        while (s->asked != round)
            ;
        __threadfence_system();
        s->answer = 3 * s->question + round;
        __threadfence_system();
        atomicAdd_system(answered, 1);
    }
}

static int ask_all(struct slot *s)
{
    int wrong = 0;
    for (int round = 1; round <= rounds; round++) {
        s->question = 7 * round;
        __sync_synchronize();
        s->asked = round;
        while (s->answered != round)
            ;
        __sync_synchronize();
        wrong += s->answer != 22 * round;
    }
    return wrong + (cudaDeviceSynchronize() != cudaSuccess);
}

int main()
{
    struct slot *s;
    if (cudaHostAlloc(&s, sizeof *s, cudaHostAllocMapped) != cudaSuccess)
        return 1;
    s->asked = s->answered = 0;
    serve<<<3, 64>>>(s);
    cudaStreamQuery(0); // sends it off
    int wrong = ask_all(s);
    s->asked = s->answered = 0;
    serve_by_atomics<<<1, 64>>>(s, (int *)&s->answered);
    cudaStreamQuery(0);
    wrong += ask_all(s);
    cudaFreeHost(s);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
