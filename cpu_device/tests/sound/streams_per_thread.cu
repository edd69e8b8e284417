// SPDX-License-Identifier: MIT
// streams_per_thread.cu: host threads that work in default streams of their own. Each adds in its own part; then each
// reads its neighbour's part, after an event that the neighbour has recorded, and a host function in the stream adds
// up the result. What the main thread does in the legacy default stream comes after all of them, and they after it.
#include <future>
#include <stdio.h>
#include <thread>
#include <vector>

const int n = 2048, workers = 4, rounds = 5;

__global__ void add(int *a, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += value;
}

__global__ void sum_of(const int *mine, const int *other, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = mine[i] + other[i];
}

struct result {
    const int *data;
    long sum;
};

static void add_up(void *data)
{
    result *r = (result *)data;
    for (int i = 0; i < n; i++)
        r->sum += r->data[i];
}

int main()
{
    int *dev, *dev_sums, *sums, failed = 0, done[workers] = {};
    cudaEvent_t added[workers];
    result results[workers];
    std::promise<void> recorded[workers];
    std::vector<std::thread> threads;
    if (cudaMalloc(&dev, workers * n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_sums, workers * n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&sums, workers * n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int w = 0; w < workers; w++) {
        results[w] = {sums + w * n, 0};
        if (cudaEventCreateWithFlags(&added[w], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    }
    cudaMemset(dev, 0, workers * n * sizeof(int)); // before what any thread does
    for (int w = 0; w < workers; w++)
        threads.emplace_back([&, w] {
            int next = (w + 1) % workers;
            for (int round = 0; round < rounds; round++)
                add<<<n / 256, 256, 0, cudaStreamPerThread>>>(dev + w * n, w);
            cudaEventRecord(added[w], cudaStreamPerThread);
            recorded[w].set_value();
            recorded[next].get_future().wait();
            cudaStreamWaitEvent(cudaStreamPerThread, added[next], 0);
            sum_of<<<n / 256, 256, 0, cudaStreamPerThread>>>(dev + w * n, dev + next * n, dev_sums + w * n);
            cudaMemcpyAsync(sums + w * n, dev_sums + w * n, n * sizeof(int), cudaMemcpyDeviceToHost,
                            cudaStreamPerThread);
            cudaLaunchHostFunc(cudaStreamPerThread, add_up, &results[w]);
            if (w % 2 == 0) { // else the main thread waits
                done[w] = cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess;
                done[w] &= results[w].sum == (long)n * rounds * (w + next);
            }
        });
    for (std::thread &t : threads)
        t.join();
    add<<<workers * n / 256, 256, 0, cudaStreamLegacy>>>(dev, 1); // after what the threads have launched
    int first;
    if (cudaMemcpy(&first, dev + n, sizeof first, cudaMemcpyDeviceToHost) != cudaSuccess || first != rounds + 1)
        failed = 1;
    if (cudaDeviceSynchronize() != cudaSuccess)
        failed = 1;
    for (int w = 0; w < workers; w++) {
        failed |= w % 2 == 0 ? !done[w] : results[w].sum != (long)n * rounds * (w + (w + 1) % workers);
        cudaEventDestroy(added[w]);
    }
    cudaFree(dev);
    cudaFree(dev_sums);
    cudaFreeHost(sums);
    return failed;
}
