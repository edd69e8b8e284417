// SPDX-License-Identifier: MIT
// memcpy.cu: cudaMemcpy in every direction, named and left to the pointers, of whole and of part allocations.

#include <stdio.h>
#include <stdlib.h>

#include "../handle_error.h"

const int N = 1000;

static void show(const char *what, const int *numbers)
{
    long long sum = 0;
    for (int i = 0; i < N; i++)
        sum += (long long)(i + 1) * numbers[i];
    printf("%s: first %d, last %d, weighted sum %lld\n", what, numbers[0], numbers[N - 1], sum);
}

static void clear(int *numbers)
{
    for (int i = 0; i < N; i++)
        numbers[i] = -1;
}

int main(void)
{
    const size_t size = N * sizeof(int);
    int *from = (int *)malloc(size), *to = (int *)malloc(size), *pinned, *dev_a, *dev_b;
    HANDLE_NULL(from);
    HANDLE_NULL(to);
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, size));
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, size));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, size));
    for (int i = 0; i < N; i++)
        from[i] = i * 7 % 101;

    HANDLE_ERROR(cudaMemcpy(dev_a, from, size, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, dev_a, size, cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemcpy(to, dev_b, size, cudaMemcpyDeviceToHost));
    show("host, device, device, host", to);

    clear(to);
    HANDLE_ERROR(cudaMemcpy(to, from, size, cudaMemcpyHostToHost));
    show("host, host", to);

    for (int i = 0; i < N; i++)
        from[i] += i;
    clear(to);
    HANDLE_ERROR(cudaMemcpy(pinned, from, size, cudaMemcpyDefault));
    HANDLE_ERROR(cudaMemcpy(dev_a, pinned, size, cudaMemcpyDefault));
    HANDLE_ERROR(cudaMemcpy(dev_b, dev_a, size, cudaMemcpyDefault));
    HANDLE_ERROR(cudaMemcpy(to, dev_b, size, cudaMemcpyDefault));
    show("default: host, pinned, device, device, host", to);

    // ten elements from the middle of one to another place of the other; and bytes that are no multiple of four
    HANDLE_ERROR(cudaMemcpy(dev_b + 100, dev_a + 500, 10 * sizeof(int), cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b + N - 1, from, sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy((char *)dev_b + 1, "abc", 3, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(to, dev_b, size, cudaMemcpyDeviceToHost));
    show("parts", to);
    printf("%#x, %d %d %d %d\n", (unsigned int)to[0], to[99], to[100], to[109], to[110]);

    char text[4] = "xyz";
    HANDLE_ERROR(cudaMemcpy(text, (char *)dev_b + 2, 2, cudaMemcpyDeviceToHost));
    printf("%s\n", text);

    // an element onto its own place, and nothing at all
    HANDLE_ERROR(cudaMemcpy(dev_a, dev_a, sizeof(int), cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_a, from, 0, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(to, dev_a, size, cudaMemcpyDeviceToHost));
    show("unchanged", to);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFreeHost(pinned));
    free(from);
    free(to);
    return 0;
}
