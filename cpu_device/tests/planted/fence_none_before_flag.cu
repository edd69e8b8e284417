// SPDX-License-Identifier: MIT
// fence_none_before_flag.cu: settings in managed memory are handed to another block; who sets the flag has no fence.
// CPU exits 3
// CPU finds race-between-blocks: writes {set}, reads {use}
// all exits 0
#include <stdio.h>

struct settings {
    float3 scale;
    int version;
    float result;
};

__global__ void configure(settings *s)
{
    if (blockIdx.x == 0) {
        s->scale.y = 0.75f; // {set}
#ifdef FIXED
        __threadfence();
#endif
        atomicExch(&s->version, 2);
    } else {
        int version = 1;
        for (int i = 0; i < 1000000 && version != 2; i++) {
            version = atomicCAS(&s->version, 0, 0);
            __nanosleep(50);
        }
        __threadfence();
        if (version == 2)
            s->result = 4 * s->scale.y; // {use}
    }
}

int main()
{
    settings *s;
    if (cudaMallocManaged(&s, sizeof *s) != cudaSuccess)
        return 1;
    *s = {{1, 1, 1}, 1, 0};
    configure<<<2, 1>>>(s);
    cudaError_t error = cudaDeviceSynchronize();
    float result = s->result;
    cudaFree(s);
    printf("%s, %g\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != 3)
        return 1;
#endif
    return error != cudaSuccess;
}
