// SPDX-License-Identifier: MIT
// fence_none_behind_flag.cu: the text is fenced before its flag is set; who sees the flag reads the text at once.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

struct letter {
    char text[8];
    volatile int sealed;
};

__global__ void post(letter *l, char *copy)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < 7; i++)
            l->text[i] = (char)('a' + i); // {write}
        __threadfence();
        l->sealed = 1;
    } else {
        int tries = 0;
        while (l->sealed == 0 && tries < 1000000) {
            tries++;
            __nanosleep(50);
        }
#ifdef FIXED
        __threadfence();
#endif
        for (int i = 0; i < 7 && tries < 1000000; i++)
            copy[i] = l->text[i]; // {read}
    }
}

int main()
{
    letter *dev_letter;
    char *dev_copy, copy[8] = {};
    if (cudaMalloc(&dev_letter, sizeof(letter)) != cudaSuccess ||
        cudaMemset(dev_letter, 0, sizeof(letter)) != cudaSuccess || cudaMalloc(&dev_copy, sizeof copy) != cudaSuccess ||
        cudaMemset(dev_copy, 0, sizeof copy) != cudaSuccess)
        return 1;
    post<<<2, 1>>>(dev_letter, dev_copy);
    cudaError_t error = cudaMemcpy(copy, dev_copy, sizeof copy, cudaMemcpyDeviceToHost);
    cudaFree(dev_letter);
    cudaFree(dev_copy);
    printf("%s, %s\n", cudaGetErrorString(error), copy);
#ifdef FIXED
    for (int i = 0; i < 7; i++)
        if (copy[i] != 'a' + i)
            return 1;
#endif
    return error != cudaSuccess;
}
