// SPDX-License-Identifier: MIT
// progress_and_stop.cu: each warp counts its steps in a volatile word that it alone writes, and the others look there
// as they like; whoever finds something stores the same 1 in a volatile stop flag, in shared memory for the block, in
// global memory for the grid. What was found is drawn a place by an atomic.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int threads = 128, warps = 4, blocks = 6, n = 30000;

__device__ volatile int stop, steps_of[blocks];
__device__ int found[64], number;

__global__ void search(const int *in, int wanted, int *far)
{
    __shared__ volatile int stop_here;
    __shared__ volatile short progress[warps];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, most = 0;
    if (t == 0)
        stop_here = 0;
    if (lane == 0)
        progress[warp] = 0;
    __syncthreads();
    for (int i = blockIdx.x * threads + t; i < n; i += blocks * threads) {
        if (stop || stop_here)
            break;
        if (in[i] == wanted) {
            int place = atomicAdd(&number, 1);
            if (place < 64)
                found[place] = i;
            stop = 1;
            stop_here = 1;
        }
        if (lane == 0)
            progress[warp] = progress[warp] + 1;
        if (t == 0)
            steps_of[blockIdx.x] = steps_of[blockIdx.x] + 1;
        int other = progress[(warp + 1) % warps] + steps_of[(blockIdx.x + 1) % blocks];
        most = other > most ? other : most;
    }
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int w = 0; w < warps; w++)
            sum += progress[w];
        far[blockIdx.x] = sum;
    }
    if (most > 2 * (n / blocks / threads + 1))
        atomicExch(&number, 1000);
}

int main()
{
    static int host[n];
    int *in, *far, first = 0, result[64], counted, steps[blocks], all_steps[blocks];
    for (int i = 0; i < n; i++)
        host[i] = i % 7000;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&far, sizeof steps) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    search<<<blocks, threads>>>(in, 6000, far);
    if (cudaMemcpyFromSymbol(&counted, number, sizeof counted) != cudaSuccess || counted < 1 || counted > 4 ||
        cudaMemcpyFromSymbol(result, found, sizeof result) != cudaSuccess ||
        cudaMemcpyFromSymbol(all_steps, steps_of, sizeof all_steps) != cudaSuccess ||
        cudaMemcpyFromSymbol(&first, stop, sizeof first) != cudaSuccess || first != 1 ||
        cudaMemcpy(steps, far, sizeof steps, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < counted; i++)
        if (host[result[i]] != 6000)
            return 1;
    for (int b = 0; b < blocks; b++)
        if (steps[b] < 0 || steps[b] > warps * (n / blocks / threads + 1) || all_steps[b] > n / blocks / threads + 1)
            return 1;
    cudaFree(in);
    return cudaFree(far) != cudaSuccess;
}
