// SPDX-License-Identifier: MIT
// mask_elected_writes.cu: an elected lane stores for its warp, which meets before it reads, and again before the next
// round.
// Compiled with: -arch=sm_90

const int threads = 64, rounds = 5;

__device__ bool elected()
{
    int result;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.s32 %0, 1, 0, p;\n\t}" : "=r"(result));
    return result;
}

__global__ void sums(const int *in, int *out)
{
    __shared__ int chosen[threads / 32];
    const int warp = threadIdx.x / 32;
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (elected())
            chosen[warp] = in[round * (threads / 32) + warp];
        __syncwarp();
        sum += chosen[warp];
        __syncwarp();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    static int host[rounds * threads / 32], result[threads];
    int *in, *out, wrong = 0;
    for (int i = 0; i < rounds * threads / 32; i++)
        host[i] = i * i % 101;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    sums<<<1, threads>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++) {
        int right = 0;
        for (int round = 0; round < rounds; round++)
            right += host[round * (threads / 32) + i / 32];
        wrong += result[i] != right;
    }
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
