// SPDX-License-Identifier: MIT
// children_quicksort.cu: a kernel splits its part of an array, and launches itself on both halves, each in a stream of
// its own.
// Compiled with: -rdc=true
// Only memcheck knows of launches in kernels:
// racecheck exits 3
// synccheck exits 3
// initcheck exits 3
#include "../kernel_run.h"

const int n = 3000, small = 40;

__device__ void insertion_sort(int *data, int count)
{
    for (int i = 1; i < count; i++) {
        int value = data[i], j = i;
        for (; j > 0 && data[j - 1] > value; j--)
            data[j] = data[j - 1];
        data[j] = value;
    }
}

__global__ void quicksort(int *data, int count)
{
    if (count <= small) {
        insertion_sort(data, count);
        return;
    }
    int pivot = data[count / 2], left = 0, right = count - 1;
    while (left <= right) {
        while (data[left] < pivot)
            left++;
        while (data[right] > pivot)
            right--;
        if (left <= right) {
            int value = data[left];
            data[left++] = data[right];
            data[right--] = value;
        }
    }
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    if (right > 0)
        quicksort<<<1, 1, 0, streams[0]>>>(data, right + 1);
    if (left < count - 1)
        quicksort<<<1, 1, 0, streams[1]>>>(data + left, count - left);
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(streams[i]);
}

int main()
{
    device_array<int> dev(n, [](int i) { return (int)(i * 2654435761u >> 12); });
    quicksort<<<1, 1>>>(dev, n);
    if (finish(dev) != 0)
        return 1;
    for (int i = 1; i < n; i++)
        if (dev.on_host[i - 1] > dev.on_host[i])
            return 1;
    return 0;
}
