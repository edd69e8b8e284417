// SPDX-License-Identifier: MIT
#include "scaling.h"
#include <stdio.h>

int main()
{
    const int n = 1000;
    float words[n];
    int wrong = 0;
    for (int i = 0; i < n; i++)
        words[i] = i;
    cudaError_t error = scale(words, n, 1.5f);
    for (int i = 0; i < n; i++)
        wrong += words[i] != 1.5f * i;
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(error));
    return wrong != 0 || error != cudaSuccess;
}
