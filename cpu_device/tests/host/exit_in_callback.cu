// SPDX-License-Identifier: MIT
// exit_in_callback.cu: a host function in a stream ends the program, and an object of static storage duration then
// calls cudaFree(), which would wait for that very function.
// CPU prints the program ends
#include <stdio.h>

#include "../handle_error.h"

struct owner {
    int *dev = NULL;
    ~owner()
    {
        cudaFree(dev);
        puts("the program ends");
    }
};
static owner global;

__global__ void store(int *a)
{
    *a = 1;
}

static void CUDART_CB leave(void *)
{
    exit(0);
}

int main(void)
{
    HANDLE_ERROR(cudaMalloc((void **)&global.dev, sizeof(int)));
    store<<<1, 1>>>(global.dev);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaLaunchHostFunc(0, leave, NULL));
    cudaDeviceSynchronize(); // does not come back
    return 1;
}
