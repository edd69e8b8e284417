// SPDX-License-Identifier: MIT
// cub_temp_too_small.cu: the temporary storage of a sort is as large as that of a scan, and nobody looks at the error.
// CPU exits 3
// CPU finds unchecked-call: at {sort}
// CPU says temp_storage_bytes
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <cub/cub.cuh>
#include <stdio.h>

const int n = 100000;

int main()
{
    static int host[n];
    int *keys, *sorted;
    void *temp = nullptr;
    size_t bytes = 0;
    for (int i = 0; i < n; i++)
        host[i] = n - i;
    cudaMalloc(&keys, sizeof host);
    cudaMalloc(&sorted, sizeof host);
    cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(sorted, 0, sizeof host);
#ifdef FIXED
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, n);
#else
    cub::DeviceScan::InclusiveSum(nullptr, bytes, keys, sorted, n);
#endif
    cudaMalloc(&temp, bytes);
    cub::DeviceRadixSort::SortKeys(temp, bytes, keys, sorted, n); // {sort}
    cudaMemcpy(host, sorted, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(keys);
    cudaFree(sorted);
    cudaFree(temp);
    printf("%d ... %d\n", host[0], host[n - 1]);
}
