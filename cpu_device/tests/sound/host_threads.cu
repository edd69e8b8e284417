// SPDX-License-Identifier: MIT
// host_threads.cu: host threads use the device at the same time, each in a stream of its own, with std::vector,
// std::thread and std::atomic in the same file; a callback of a stream counts in a thread_local variable.
#include <atomic>
#include <numeric>
#include <stdio.h>
#include <string>
#include <thread>
#include <vector>

const int n = 2000;

__global__ void shift(const int *in, int *out, int by)
{
    __shared__ int cache[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = cache[127 - threadIdx.x] + by;
}

std::atomic<int> right{0}, calls{0};
thread_local int calls_here = 0;
thread_local std::vector<std::string> names = {"one", "two"};

void CUDART_CB call(void *where)
{
    calls_here++;
    if (calls_here >= 1 && names.size() == 2 && names[1] == "two")
        static_cast<std::atomic<int> *>(where)->fetch_add(1);
}

void work(int number)
{
    std::vector<int> host(n), result(n);
    std::iota(host.begin(), host.end(), number);
    cudaStream_t stream;
    int *in, *out;
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaMalloc(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&out, n * sizeof(int)) != cudaSuccess)
        return;
    bool good = true;
    for (int round = 0; round < 10; round++) {
        cudaMemcpyAsync(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
        shift<<<(n + 127) / 128, 128, 0, stream>>>(in, out, round);
        cudaLaunchHostFunc(stream, call, &calls);
        cudaMemcpyAsync(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
        good &= cudaStreamSynchronize(stream) == cudaSuccess;
        for (int i = 0; i < n / 128 * 128; i++)
            good &= result[i] == host[i / 128 * 128 + 127 - i % 128] + round;
    }
    good &= cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess;
    right += good;
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back(work, i);
    for (std::thread &thread : threads)
        thread.join();
    return right != 4 || calls != 40 || calls_here != 0 || names.size() != 2;
}
