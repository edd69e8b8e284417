// SPDX-License-Identifier: MIT
// byte_counters.cu: counters of one byte, four in a word, are changed by atomics on the whole word: by atomicAdd of a
// shifted 1 and by loops of atomicCAS that saturate. The words beside them hold plain bytes that other threads write
// all the while. Behind the barrier, or in the next launch, the counters are read as bytes.
#include <stdio.h>

const int threads = 128, blocks = 6, kinds = 20;

struct entry {
    unsigned counts; // four of them
    unsigned char notes[4];
};

__device__ entry entries[kinds];

__device__ void add(unsigned *word, int which, unsigned limit)
{
    unsigned old = atomicOr(word, 0u), assumed;
    do {
        assumed = old;
        if ((assumed >> 8 * which & 0xff) >= limit)
            return;
        old = atomicCAS(word, assumed, assumed + (1u << 8 * which));
    } while (old != assumed);
}

__global__ void count(unsigned char *rows)
{
    __shared__ entry mine[kinds];
    int t = threadIdx.x, i = blockIdx.x * threads + t;
    if (t < kinds)
        mine[t].counts = 0;
    __syncthreads();
    if (t % 2 == 0)
        atomicAdd(&mine[t % kinds].counts, 1u << 8 * (t / 2 % 4));
    else
        add(&mine[t % kinds].counts, t / 2 % 4, 2);
    if (t < 4 * kinds)
        mine[t / 4].notes[t % 4] = t;
    if (blockIdx.x == t / 10 && t < 40)
        entries[t % 20].notes[t / 20] = t;
    add(&entries[i % kinds].counts, i / kinds % 4, 5);
    __syncthreads();
    if (t < 4 * kinds)
        rows[blockIdx.x * 4 * kinds + t] =
            ((unsigned char *)&mine[t / 4].counts)[t % 4] * 16 + mine[t / 4].notes[t % 4] % 16;
}

__global__ void look(unsigned char *out)
{
    if (threadIdx.x < 8 * kinds)
        out[threadIdx.x] = ((const unsigned char *)entries)[threadIdx.x];
}

int main()
{
    unsigned char *rows, *out, all_rows[blocks][kinds][4], result[kinds][8];
    if (cudaMalloc(&rows, sizeof all_rows) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    count<<<blocks, threads>>>(rows);
    look<<<1, 8 * kinds>>>(out);
    if (cudaMemcpy(all_rows, rows, sizeof all_rows, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    int evens[kinds][4] = {}, odds[kinds][4] = {}, counts[kinds][4] = {};
    for (int t = 0; t < threads; t++)
        ++(t % 2 == 0 ? evens : odds)[t % kinds][t / 2 % 4];
    for (int i = 0; i < threads * blocks; i++)
        counts[i % kinds][i / kinds % 4]++;
    for (int k = 0; k < kinds; k++)
        for (int c = 0; c < 4; c++) {
            // kinds is even, so a word's threads are all even or all odd
            int of_block = evens[k][c] + (odds[k][c] < 2 ? odds[k][c] : 2),
                of_all = counts[k][c] < 5 ? counts[k][c] : 5;
            for (int b = 0; b < blocks; b++)
                if (all_rows[b][k][c] != (unsigned char)(of_block * 16 + (4 * k + c) % 16))
                    return 1;
            if (result[k][c] != of_all || result[k][4 + c] != (c < 2 ? 20 * c + k : 0))
                return 1;
        }
    cudaFree(rows);
    return cudaFree(out) != cudaSuccess;
}
