// SPDX-License-Identifier: MIT
// mapped_mailbox.cu: a kernel that stays and the host hand each other numbers through mapped memory: data, a fence for
// the whole system, and a volatile flag.
#include <stdio.h>

const int rounds = 50;

struct mailbox {
    int question, answer;
    volatile int asked, answered;
};

__global__ void serve(struct mailbox *box)
{
    for (int round = 1; round <= rounds; round++) {
        while (box->asked != round)
            ;
        __threadfence_system();
        box->answer = 2 * box->question;
        __threadfence_system();
        box->answered = round;
    }
}

int main()
{
    struct mailbox *box;
    int wrong = 0;
    if (cudaHostAlloc(&box, sizeof *box, cudaHostAllocMapped) != cudaSuccess)
        return 1;
    box->asked = box->answered = 0;
    serve<<<1, 1>>>(box);
    cudaStreamQuery(0); // sends it off
    for (int round = 1; round <= rounds; round++) {
        box->question = 7 * round;
        __sync_synchronize();
        box->asked = round;
        while (box->answered != round)
            ;
        __sync_synchronize();
        wrong += box->answer != 14 * round;
    }
    cudaError_t error = cudaDeviceSynchronize();
    cudaFreeHost(box);
    printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    return error != cudaSuccess || wrong != 0;
}
