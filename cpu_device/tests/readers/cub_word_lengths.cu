// SPDX-License-Identifier: MIT
// cub_word_lengths.cu: how often each length of word occurs, by sorting and reducing runs of equal keys
// Feature: cub/cub.cuh alone: DeviceRadixSort, DeviceReduce::ReduceByKey over thrust::constant_iterator, DeviceScan
#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define CubDebugRun(e)                                                                                                 \
    if ((e) != cudaSuccess) {                                                                                          \
        std::fprintf(stderr, "%s failed\n", #e);                                                                       \
        std::exit(1);                                                                                                  \
    }

static const char text[] =
    "the quick brown fox jumps over the lazy dog and then the dog sleeps while a fox and a hen share the warm evening "
    "sun on a hill of long green grass near the old mill where no one ever comes in spring or autumn but the miller";

struct add {
    __host__ __device__ int operator()(int a, int b) const
    {
        return a + b;
    }
};

// The length of the word that begins at i; 0: none does.
__global__ void word_lengths(const char *s, int n, int *length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = 0;
    if (s[i] != ' ' && (i == 0 || s[i - 1] == ' '))
        while (i + k < n && s[i + k] != ' ')
            k++;
    length[i] = k;
}

int main()
{
    std::string all;
    for (int i = 0; i < 50; i++)
        all += std::string(text) + " ";
    const int n = (int)all.size();
    char *d_text;
    int *d_keys, *d_sorted, *d_unique, *d_counts, *d_offsets, *d_runs, runs = 0;
    CubDebugRun(cudaMalloc(&d_text, n));
    CubDebugRun(cudaMalloc(&d_keys, n * sizeof(int)));
    CubDebugRun(cudaMalloc(&d_sorted, n * sizeof(int)));
    CubDebugRun(cudaMalloc(&d_unique, n * sizeof(int)));
    CubDebugRun(cudaMalloc(&d_counts, n * sizeof(int)));
    CubDebugRun(cudaMalloc(&d_offsets, n * sizeof(int)));
    CubDebugRun(cudaMalloc(&d_runs, sizeof(int)));
    CubDebugRun(cudaMemcpy(d_text, all.data(), n, cudaMemcpyHostToDevice));
    word_lengths<<<(n + 127) / 128, 128>>>(d_text, n, d_keys);
    CubDebugRun(cudaGetLastError());

    void *temp = nullptr;
    size_t bytes = 0;
    CubDebugRun(cub::DeviceRadixSort::SortKeys(temp, bytes, d_keys, d_sorted, n));
    CubDebugRun(cudaMalloc(&temp, bytes));
    CubDebugRun(cub::DeviceRadixSort::SortKeys(temp, bytes, d_keys, d_sorted, n));
    CubDebugRun(cudaFree(temp));

    thrust::constant_iterator<int> one(1);
    temp = nullptr;
    CubDebugRun(cub::DeviceReduce::ReduceByKey(temp, bytes, d_sorted, d_unique, one, d_counts, d_runs, add(), n));
    CubDebugRun(cudaMalloc(&temp, bytes));
    CubDebugRun(cub::DeviceReduce::ReduceByKey(temp, bytes, d_sorted, d_unique, one, d_counts, d_runs, add(), n));
    CubDebugRun(cudaFree(temp));
    CubDebugRun(cudaMemcpy(&runs, d_runs, sizeof runs, cudaMemcpyDeviceToHost));

    temp = nullptr;
    CubDebugRun(cub::DeviceScan::ExclusiveSum(temp, bytes, d_counts, d_offsets, runs));
    CubDebugRun(cudaMalloc(&temp, bytes));
    CubDebugRun(cub::DeviceScan::ExclusiveSum(temp, bytes, d_counts, d_offsets, runs));
    CubDebugRun(cudaFree(temp));
    std::vector<int> keys(runs), counts(runs), offsets(runs);
    CubDebugRun(cudaMemcpy(keys.data(), d_unique, runs * sizeof(int), cudaMemcpyDeviceToHost));
    CubDebugRun(cudaMemcpy(counts.data(), d_counts, runs * sizeof(int), cudaMemcpyDeviceToHost));
    CubDebugRun(cudaMemcpy(offsets.data(), d_offsets, runs * sizeof(int), cudaMemcpyDeviceToHost));

    std::map<int, int> expected;
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (all[i] != ' ' && (i == 0 || all[i - 1] == ' '))
            while (i + k < n && all[i + k] != ' ')
                k++;
        expected[k]++;
    }
    int wrong = runs != (int)expected.size(), at = 0;
    for (int r = 0; r < runs; r++) {
        wrong += expected[keys[r]] != counts[r] || offsets[r] != at;
        at += counts[r];
        if (keys[r] > 0)
            std::printf("%d letters: %d\n", keys[r], counts[r]);
    }
    for (void *p : {(void *)d_text, (void *)d_keys, (void *)d_sorted, (void *)d_unique, (void *)d_counts,
                    (void *)d_offsets, (void *)d_runs})
        CubDebugRun(cudaFree(p));
    return wrong != 0;
}
