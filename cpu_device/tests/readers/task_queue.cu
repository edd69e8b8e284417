// SPDX-License-Identifier: MIT
// task_queue.cu: persistent blocks take tasks from a queue until it is empty
// Feature: atomicAdd as a ticket, broadcast through shared memory, number of blocks from the occupancy
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Task {
    int first, count, power;
};
struct Queue {
    Task *tasks;
    int size;
    int head;
};

__device__ unsigned modpow(unsigned x, int p)
{
    unsigned r = 1;
    while (p-- > 0)
        r = r * x % 65521u;
    return r;
}

__global__ void worker(Queue *q, const unsigned *in, unsigned *out, int *done_by)
{
    __shared__ int ticket;
    for (;;) {
        if (threadIdx.x == 0)
            ticket = atomicAdd(&q->head, 1);
        __syncthreads();
        if (ticket >= q->size)
            break;
        const Task task = q->tasks[ticket];
        for (int i = threadIdx.x; i < task.count; i += blockDim.x)
            out[task.first + i] = modpow(in[task.first + i], task.power);
        if (threadIdx.x == 0)
            atomicAdd(&done_by[blockIdx.x], 1);
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    const int n = 1 << 16, tasks = argc > 1 ? atoi(argv[1]) : 500;
    std::vector<Task> t(tasks);
    for (int i = 0, at = 0; i < tasks; ++i) {
        int count = i + 1 < tasks ? (n / tasks) / 2 + i % (n / tasks) : n - at;
        if (at + count > n)
            count = n - at;
        t[i] = {at, count, 1 + i % 40};
        at += count;
    }
    std::vector<unsigned> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = i % 1000 + 2;
    int perSM = 0, device = 0, sms = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, worker, 128, 0);
    const int blocks = sms * (perSM > 4 ? 4 : perSM);
    Task *d_tasks;
    Queue h = {nullptr, tasks, 0}, *d_queue;
    unsigned *d_in, *d_out;
    int *d_by;
    cudaMalloc(&d_tasks, tasks * sizeof(Task)), cudaMalloc(&d_queue, sizeof(Queue)), cudaMalloc(&d_in, n * 4),
        cudaMalloc(&d_out, n * 4), cudaMalloc(&d_by, blocks * 4);
    h.tasks = d_tasks;
    cudaMemcpy(d_tasks, t.data(), tasks * sizeof(Task), cudaMemcpyHostToDevice);
    cudaMemcpy(d_queue, &h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(d_in, in.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemset(d_by, 0, blocks * 4);
    worker<<<blocks, 128>>>(d_queue, d_in, d_out, d_by);
    std::vector<int> by(blocks);
    cudaMemcpy(by.data(), d_by, blocks * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(out.data(), d_out, n * 4, cudaMemcpyDeviceToHost);
    int all = 0, wrong = 0;
    for (int b : by)
        all += b;
    for (auto &task : t)
        for (int i = task.first; i < task.first + task.count; ++i) {
            unsigned r = 1;
            for (int k = 0; k < task.power; ++k)
                r = r * in[i] % 65521u;
            wrong += r != out[i];
        }
    printf("%d tasks done, %d results wrong\n", all, wrong);
    cudaFree(d_tasks), cudaFree(d_queue), cudaFree(d_in), cudaFree(d_out), cudaFree(d_by);
    return all != tasks || wrong;
}
