// SPDX-License-Identifier: MIT
// warp_votes.cu: __all_sync, __any_sync, __ballot_sync and __activemask, of whole warps and of parts.

#include <stdio.h>

#include "../handle_error.h"

const unsigned int full = 0xffffffff;
const int kinds = 10;

__global__ void vote(unsigned int *out)
{
    int t = threadIdx.x, lane = t % 32;
    unsigned int mask = t < 64 ? full : 0x3ff; // 74 threads: the last warp has ten
    unsigned int *to = out + kinds * t;
    to[0] = __ballot_sync(mask, lane % 2);
    to[1] = __ballot_sync(mask, t == 40);
    to[2] = __ballot_sync(mask, 1);
    to[3] = __ballot_sync(mask, -lane); // any value but 0
    to[4] = __all_sync(mask, t < 64) != 0;
    to[5] = __any_sync(mask, t == 63) != 0;
    to[6] = __all_sync(mask, lane >= 0) != 0;
    to[7] = __any_sync(mask, lane > 9) != 0;

    // the halves of each warp vote apart
    if (lane < 16) {
        to[8] = __ballot_sync(mask & 0xffff, lane % 3 == 0);
        to[9] = __all_sync(mask & 0xffff, lane < 16) != 0;
    } else {
        to[8] = __ballot_sync(0xffff0000, lane % 3 == 0);
        to[9] = __any_sync(0xffff0000, lane < 16) != 0;
    }
}

__global__ void active(unsigned int *out)
{
    out[threadIdx.x] = __activemask() >> threadIdx.x % 32 & 1; // a thread that asks is active itself
}

// Each thread gets its place among those of its warp that are chosen.
__global__ void compact(int *out)
{
    int lane = threadIdx.x;
    int chosen = lane * lane % 5 == 1;
    unsigned int lanes = __ballot_sync(full, chosen);
    int place = __popc(lanes & ((1u << lane) - 1));
    if (chosen)
        out[place] = lane;
    if (lane == 0)
        out[31] = __popc(lanes);
}

int main(void)
{
    const int threads = 74;
    unsigned int out[kinds * threads], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    vote<<<1, threads>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    const int shown[] = {0, 15, 16, 31, 32, 63, 64, 73};
    for (int t : shown) {
        printf("thread %d:", t);
        for (int i = 0; i < kinds; i++)
            printf(" %x", out[kinds * t + i]);
        printf("\n");
    }
    int wrong = 0;
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < kinds; i++)
            wrong += out[kinds * t + i] != out[kinds * (t / 16 * 16) + i];
    printf("threads that differ from the first of their half warp: %d\n", wrong);

    active<<<1, 40>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, 40 * sizeof *out, cudaMemcpyDeviceToHost));
    printf("active: %x %x %x %x\n", out[0], out[31], out[32], out[39]);

    int places[32], *dev_places;
    HANDLE_ERROR(cudaMalloc((void **)&dev_places, sizeof places));
    HANDLE_ERROR(cudaMemset(dev_places, 0, sizeof places));
    compact<<<1, 32>>>(dev_places);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(places, dev_places, sizeof places, cudaMemcpyDeviceToHost));
    printf("%d chosen:", places[31]);
    for (int i = 0; i < places[31]; i++)
        printf(" %d", places[i]);
    printf("\n");
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_places));
    return 0;
}
