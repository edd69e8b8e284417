// SPDX-License-Identifier: MIT
// devices_threads.cu: a host thread for each device, which launches kernels that use the device's own variables.
//
// Needs 3 devices.

#include <stdio.h>
#include <thread>
#include <vector>

__constant__ int weight;
__device__ long long sum;

__global__ void add(int n)
{
    atomicAdd((unsigned long long *)&sum, (unsigned long long)(n * weight));
}

int main(void)
{
    const int LAUNCHES = 40;
    int devices = 0;
    cudaGetDeviceCount(&devices);
    std::vector<std::thread> threads;
    std::vector<long long> results(devices);
    for (int d = 0; d < devices; ++d)
        threads.emplace_back([=, &results] {
            int own = d + 1;
            cudaSetDevice(d);
            cudaMemcpyToSymbol(weight, &own, sizeof own);
            for (int n = 0; n < LAUNCHES; ++n)
                add<<<4, 64>>>(n);
            cudaMemcpyFromSymbol(&results[d], sum, sizeof sum);
        });
    for (std::thread &t : threads)
        t.join();
    int wrong = 0;
    for (int d = 0; d < devices; ++d)
        wrong += results[d] != 256LL * (d + 1) * (LAUNCHES * (LAUNCHES - 1) / 2);
    printf("%d of %d sums wrong\n", wrong, devices);
    return wrong != 0;
}
