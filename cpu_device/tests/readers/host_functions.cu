// SPDX-License-Identifier: MIT
// host_functions.cu: host functions in streams, a pipeline that counts its own stages
// Feature: cudaLaunchHostFunc, cudaStreamAddCallback, a struct of user data, std::mutex and atomics
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

__global__ void fill(int *p, int n, int v)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = v + i;
}
struct Workload {
    int id, n;
    int *h_data, *d_data;
    bool success;
    cudaStream_t stream;
};
std::mutex lock;
std::vector<int> order;
std::atomic<int> callbacks{0};

void CUDART_CB check(void *data)
{
    Workload *w = static_cast<Workload *>(data);
    w->success = true;
    for (int i = 0; i < w->n; i++)
        w->success &= w->h_data[i] == w->id * 1000 + i;
    std::lock_guard<std::mutex> guard(lock);
    order.push_back(w->id);
}
void CUDART_CB finished(cudaStream_t event, cudaError_t status, void *data)
{
    if (status == cudaSuccess && event == ((Workload *)data)->stream)
        ++callbacks;
}

int main(int argc, char **argv)
{
    const int N_workloads = argc > 1 ? atoi(argv[1]) : 8;
    std::vector<Workload> workloads(N_workloads);
    for (int i = 0; i < N_workloads; i++) {
        Workload &w = workloads[i];
        w = Workload{i, 10000 + i};
        cudaStreamCreate(&w.stream);
        cudaMalloc(&w.d_data, w.n * sizeof(int));
        cudaHostAlloc(&w.h_data, w.n * sizeof(int), cudaHostAllocPortable);
        fill<<<16, 128, 0, w.stream>>>(w.d_data, w.n, i * 1000);
        cudaMemcpyAsync(w.h_data, w.d_data, w.n * sizeof(int), cudaMemcpyDeviceToHost, w.stream);
        cudaLaunchHostFunc(w.stream, check, &w);
        cudaStreamAddCallback(w.stream, finished, &w, 0);
    }
    cudaDeviceSynchronize();
    int good = 0;
    for (Workload &w : workloads) {
        good += w.success;
        cudaFree(w.d_data);
        cudaFreeHost(w.h_data);
        cudaStreamDestroy(w.stream);
    }
    printf("Total of %d workloads finished: %s\n", N_workloads, good == N_workloads ? "Success" : "Failure");
    return !(good == N_workloads && order.size() == workloads.size() && callbacks == N_workloads);
}
