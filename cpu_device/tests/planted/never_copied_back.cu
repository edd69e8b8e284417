// SPDX-License-Identifier: MIT
// never_copied_back.cu: nothing is copied back, and the host prints its own array, which is 0.
// CPU exits 0
// CPU finds never-copied-back
// CPU says kernel add has written to 4000 bytes from cudaMalloc at never_copied_back.cu:{allocation}
// CPU says Is a cudaMemcpy() missing?
// all exits 0
#include <stdio.h>

const int n = 1000;

__global__ void add(const float *a, const float *b, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    static float a[n], b[n], c[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    float *dev_a, *dev_b, *dev_c;
    cudaMalloc((void **)&dev_a, sizeof a);
    cudaMalloc((void **)&dev_b, sizeof b);
    cudaMalloc((void **)&dev_c, sizeof c); // {allocation}
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_c);
#ifdef FIXED
    cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost);
#endif
    printf("%g + %g is %g\n", a[9], b[9], c[9]);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
#ifdef FIXED
    return c[9] != 27;
#endif
    return 0;
}
