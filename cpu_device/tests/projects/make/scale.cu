// SPDX-License-Identifier: MIT
#include "scale.h"
#include <stdio.h>

__global__ void scale(float *words, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] *= factor;
}

int main()
{
    const int n = 1000;
    static float words[n];
    float *dev_words;
    for (int i = 0; i < n; i++)
        words[i] = i;
    cudaMalloc(&dev_words, sizeof words);
    cudaMemcpy(dev_words, words, sizeof words, cudaMemcpyHostToDevice);
    scale<<<(n + 127) / 128, 128>>>(dev_words, n, 1.5f);
    cudaMemcpy(words, dev_words, sizeof words, cudaMemcpyDeviceToHost);
    cudaFree(dev_words);
    int wrong = wrong_words(words, n, 1.5f);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
