// SPDX-License-Identifier: MIT
// bitonic_sort.cu: bitonic sort, one launch for each step
// Feature: dim3 from ints, bit tricks, global kernel called in two loops
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define THREADS 512

void array_fill(float *arr, int length)
{
    srand(1);
    for (int i = 0; i < length; ++i)
        arr[i] = (float)rand() / (float)RAND_MAX;
}

__global__ void bitonic_sort_step(float *dev_values, int j, int k)
{
    unsigned int i, ixj;
    i = threadIdx.x + blockDim.x * blockIdx.x;
    ixj = i ^ j;
    if ((ixj) > i) {
        if ((i & k) == 0) {
            if (dev_values[i] > dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
        if ((i & k) != 0) {
            if (dev_values[i] < dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
    }
}

void bitonic_sort(float *values, int n)
{
    float *dev_values;
    size_t size = n * sizeof(float);
    cudaMalloc((void **)&dev_values, size);
    cudaMemcpy(dev_values, values, size, cudaMemcpyHostToDevice);
    dim3 blocks(n / THREADS, 1);
    dim3 threads(THREADS, 1);
    int j, k;
    for (k = 2; k <= n; k <<= 1) {
        for (j = k >> 1; j > 0; j = j >> 1) {
            bitonic_sort_step<<<blocks, threads>>>(dev_values, j, k);
        }
    }
    cudaMemcpy(values, dev_values, size, cudaMemcpyDeviceToHost);
    cudaFree(dev_values);
}

int main(int argc, char **argv)
{
    int n = 1 << (argc > 1 ? atoi(argv[1]) : 17);
    float *values = (float *)malloc(n * sizeof(float));
    array_fill(values, n);
    double before = 0, after = 0;
    for (int i = 0; i < n; i++)
        before += values[i];
    clock_t start = clock();
    bitonic_sort(values, n);
    clock_t stop = clock();
    printf("Elapsed time: %.3fs\n", ((double)(stop - start)) / CLOCKS_PER_SEC);
    int sorted = 1;
    for (int i = 1; i < n; i++)
        sorted &= values[i - 1] <= values[i];
    for (int i = 0; i < n; i++)
        after += values[i];
    printf("%s\n", sorted && before - after < 1e-6 && after - before < 1e-6 ? "sorted" : "NOT sorted");
    free(values);
    return !sorted;
}
