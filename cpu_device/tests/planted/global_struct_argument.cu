// SPDX-License-Identifier: MIT
// global_struct_argument.cu: a thread passes a struct of global memory by value, which makes it a read of all of it,
// while another thread still fills it in.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

struct packet { // too large for registers
    int word[12];
};

__device__ __noinline__ int total(packet p)
{
    int sum = 0;
    for (int k = 0; k < 12; k++)
        sum += p.word[k];
    return sum;
}

__global__ void add_up(packet *p, int *out)
{
    if (threadIdx.x == 1)
        p->word[3] = 7; // {store}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == threads - 1)
        *out = total(*p); // {read}
}

int main()
{
    device_array<packet> dev_packet(1, zeros);
    device_array<int> out(1);
    add_up<<<1, threads>>>(dev_packet, out);
    return check_fixed(out, 7);
}
