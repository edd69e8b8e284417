// SPDX-License-Identifier: MIT
// warp_shuffle_as_fence.cu: a lane stores a record and shuffles its place to the others, who read the record there.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

struct record {
    int key;
    float weight;
};

__global__ void share(record *table, float *out)
{
    int lane = threadIdx.x, place = -1;
    if (lane == 9) {
        place = 3;
        table[place].weight = 2.5f; // {write}
    }
    place = __shfl_sync(0xffffffff, place, 9);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = lane * table[place].weight; // {read}
}

int main()
{
    record *dev_table;
    float *dev_out, out[32] = {};
    if (cudaMalloc(&dev_table, 8 * sizeof(record)) != cudaSuccess ||
        cudaMemset(dev_table, 0, 8 * sizeof(record)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    share<<<1, 32>>>(dev_table, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_table);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out[31]);
#ifdef FIXED
    for (int i = 0; i < 32; i++)
        if (out[i] != 2.5f * i)
            return 1;
#endif
    return error != cudaSuccess;
}
