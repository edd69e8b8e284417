// SPDX-License-Identifier: MIT
// global_struct_argument.cu: a thread passes a struct of global memory by value, which makes it a read of all of it,
// while another thread still fills it in.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {read}
// all exits 0
#include <stdio.h>

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
    packet *dev_packet;
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_packet, sizeof *dev_packet) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_packet, 0, sizeof *dev_packet) != cudaSuccess)
        return 1;
    add_up<<<1, threads>>>(dev_packet, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_packet);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 7)
        return 1;
#endif
    return error != cudaSuccess;
}
