// SPDX-License-Identifier: MIT
// streams_flag_overwritten.cu: a kernel says that it has read a message before it does, and the next one overwrites it.
//
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel send, launched at streams_flag_overwritten.cu:{first}, writes at streams_flag_overwritten.cu:{store}
// CPU says kernel receive, launched at streams_flag_overwritten.cu:{second}, reads at streams_flag_overwritten.cu:{load}
// CPU says The flags by which the two kernels wait for each other do not order these two
// all exits 0

#include <stdio.h>

const int rounds = 50;

struct mailbox {
    int word;
    volatile int sent, received; // rounds
};

__global__ void send(mailbox *box)
{
    for (int round = 1; round <= rounds; round++) {
        box->word = round; // {store}
        __threadfence();
        box->sent = round;
        while (box->received < round)
            ;
        __threadfence();
    }
}

__global__ void receive(mailbox *box, int *sum)
{
    for (int round = 1; round <= rounds; round++) {
        while (box->sent < round)
            ;
        __threadfence();
#ifdef FIXED
        *sum += box->word;
        __threadfence();
        box->received = round;
#else
        box->received = round;
        *sum += box->word; // {load}
#endif
    }
}

int main()
{
    int *sums, sum;
    mailbox *box;
    cudaStream_t streams[2];
    if (cudaMalloc(&box, sizeof *box) || cudaMalloc(&sums, sizeof sum) || cudaMemset(box, 0, sizeof *box) ||
        cudaMemset(sums, 0, sizeof sum) || cudaDeviceSynchronize())
        return 77;
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, receive); // loads it: while the other kernel waits, a GPU would not
    send<<<1, 1, 0, streams[0]>>>(box);          // {first}
    receive<<<1, 1, 0, streams[1]>>>(box, sums); // {second}
    cudaDeviceSynchronize();
    cudaMemcpy(&sum, sums, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaFree(sums);
    cudaFree(box);
#ifdef FIXED
    return sum != rounds * (rounds + 1) / 2;
#else
    return 0;
#endif
}
