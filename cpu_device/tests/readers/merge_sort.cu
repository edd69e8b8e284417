// SPDX-License-Identifier: MIT
// merge_sort.cu: merge sort: every thread merges two runs, then runs twice as long
// Feature: device function with loops over long, dim3 pointer in device memory, swapping pointers
#include <cstdlib>
#include <iostream>
#include <vector>
#define min(a, b) (a < b ? a : b)

__device__ unsigned int getIdx(dim3 *threads, dim3 *blocks)
{
    int x;
    return threadIdx.x + threadIdx.y * (x = threads->x) + threadIdx.z * (x *= threads->y) +
           blockIdx.x * (x *= threads->z) + blockIdx.y * (x *= blocks->z) + blockIdx.z * (x *= blocks->y);
}

__device__ void gpu_bottomUpMerge(long *source, long *dest, long start, long middle, long end)
{
    long i = start, j = middle;
    for (long k = start; k < end; k++) {
        if (i < middle && (j >= end || source[i] < source[j])) {
            dest[k] = source[i];
            i++;
        } else {
            dest[k] = source[j];
            j++;
        }
    }
}

__global__ void gpu_mergesort(long *source, long *dest, long size, long width, long slices, dim3 *threads, dim3 *blocks)
{
    unsigned int idx = getIdx(threads, blocks);
    long start = width * idx * slices, middle, end;
    for (long slice = 0; slice < slices; slice++) {
        if (start >= size)
            break;
        middle = min(start + (width >> 1), size);
        end = min(start + width, size);
        gpu_bottomUpMerge(source, dest, start, middle, end);
        start += width;
    }
}

void mergesort(long *data, long size, dim3 threadsPerBlock, dim3 blocksPerGrid)
{
    long *D_data, *D_swp;
    dim3 *D_threads, *D_blocks;
    cudaMalloc((void **)&D_data, size * sizeof(long));
    cudaMalloc((void **)&D_swp, size * sizeof(long));
    cudaMemcpy(D_data, data, size * sizeof(long), cudaMemcpyHostToDevice);
    cudaMalloc((void **)&D_threads, sizeof(dim3));
    cudaMalloc((void **)&D_blocks, sizeof(dim3));
    cudaMemcpy(D_threads, &threadsPerBlock, sizeof(dim3), cudaMemcpyHostToDevice);
    cudaMemcpy(D_blocks, &blocksPerGrid, sizeof(dim3), cudaMemcpyHostToDevice);
    long *A = D_data, *B = D_swp;
    long nThreads =
        threadsPerBlock.x * threadsPerBlock.y * threadsPerBlock.z * blocksPerGrid.x * blocksPerGrid.y * blocksPerGrid.z;
    for (int width = 2; width < (size << 1); width <<= 1) {
        long slices = size / ((nThreads)*width) + 1;
        gpu_mergesort<<<blocksPerGrid, threadsPerBlock>>>(A, B, size, width, slices, D_threads, D_blocks);
        A = A == D_data ? D_swp : D_data;
        B = B == D_data ? D_swp : D_data;
    }
    cudaMemcpy(data, A, size * sizeof(long), cudaMemcpyDeviceToHost);
    cudaFree(A), cudaFree(B), cudaFree(D_threads), cudaFree(D_blocks);
}

int main(int argc, char **argv)
{
    dim3 threadsPerBlock(32, 1, 1), blocksPerGrid(8, 1, 1);
    long size = argc > 1 ? atol(argv[1]) : 1 << 16;
    std::vector<long> data(size);
    for (long i = 0; i < size; i++)
        data[i] = (i * 7919) % size;
    mergesort(data.data(), size, threadsPerBlock, blocksPerGrid);
    for (long i = 0; i < size; i++)
        if (data[i] != i) {
            std::cout << "wrong at " << i << ": " << data[i] << '\n';
            return 1;
        }
    std::cout << "sorted " << size << " numbers\n";
}
