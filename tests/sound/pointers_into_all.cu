// SPDX-License-Identifier: MIT
// pointers_into_all.cu: functions, some of them recursive, get pointers into a thread's own array, into shared and into
// global memory, and cannot tell which; what they write through them is the thread's own, or handed on by a barrier.
#include <stdio.h>

const int threads = 48, blocks = 3, n = 12;

__device__ __noinline__ void sort(int *first, int *last)
{
    if (last - first < 2)
        return;
    int pivot = first[(last - first) / 2], *low = first, *high = last - 1;
    while (low <= high) {
        while (*low < pivot)
            low++;
        while (*high > pivot)
            high--;
        if (low <= high) {
            int kept = *low;
            *low++ = *high;
            *high-- = kept;
        }
    }
    sort(first, high + 1);
    sort(low, last);
}

__device__ __noinline__ void exchange(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

__device__ int depth(int number, int *deepest)
{
    int here = number < 2 ? 0 : 1 + depth(number % 2 == 0 ? number / 2 : 3 * number + 1, deepest);
    *deepest = here > *deepest ? here : *deepest;
    return here;
}

__global__ void run(int (*in_global)[n], int *out)
{
    __shared__ int in_shared[threads][n];
    int own[n], t = threadIdx.x, i = blockIdx.x * threads + t, deepest = 0;
    for (int k = 0; k < n; k++)
        own[k] = in_shared[t][k] = in_global[i][k] = (i * 7 + k * k * 5) % 31;
    int *places[] = {own, in_shared[t], in_global[i]};
    for (int *place : places)
        sort(place, place + n);
    __syncthreads();
    int sum = depth(i % 20 + 1, &deepest);
    for (int k = 0; k < n; k++) {
        int other = in_shared[(t + 1) % threads][k], far = in_global[blockIdx.x * threads + threads - 1 - t][k];
        sum += k * (own[k] + other - far);
    }
    __syncthreads();
    exchange(&own[0], &in_shared[t][3]);
    __syncthreads();
    exchange(&in_shared[threads - 1 - t][3], &in_global[i][t % 2]);
    out[i] = (sum + in_global[i][t % 2]) * 10 + deepest % 10;
}

void values(int i, int *v)
{
    for (int k = 0; k < n; k++)
        v[k] = (i * 7 + k * k * 5) % 31;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            if (v[b] < v[a]) {
                int kept = v[a];
                v[a] = v[b];
                v[b] = kept;
            }
}

int main()
{
    int *dev, *dev_out, out[blocks * threads];
    if (cudaMalloc(&dev, sizeof(int[blocks * threads][n])) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, threads>>>((int(*)[n])dev, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < blocks * threads; i++) {
        int t = i % threads, first = i - t, own[n], other[n], far[n], steps = 0;
        values(i, own);
        values(first + (t + 1) % threads, other);
        values(first + threads - 1 - t, far);
        for (int number = i % 20 + 1; number >= 2; steps++)
            number = number % 2 == 0 ? number / 2 : 3 * number + 1;
        int sum = steps + far[0];
        for (int k = 0; k < n; k++)
            sum += k * (own[k] + other[k] - far[k]);
        if (out[i] != sum * 10 + steps % 10)
            return 1;
    }
    cudaFree(dev);
    return cudaFree(dev_out) != cudaSuccess;
}
