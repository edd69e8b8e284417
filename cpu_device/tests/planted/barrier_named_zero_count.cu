// SPDX-License-Identifier: MIT
// barrier_named_zero_count.cu: warps meet at barrier 0, in PTX; some give the number of threads, and some do not. An
// H200 ends the launch with cudaErrorIllegalInstruction.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says barrier 0: warp 0 gives a thread count, 128, at barrier_named_zero_count.cu:{counts}, and warp 1 gives none at barrier_named_zero_count.cu:{none}.
// CPU says cudaErrorIllegalInstruction
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalInstruction (error 715)
// racecheck exits 3
// initcheck exits 3
// fixed-synccheck exits 3
// fixed-synccheck prints Barrier error detected. Divergent thread(s) in block.
const int threads = 128, rounds = 50;

__global__ void hand_over(int *out)
{
    __shared__ int box[threads], sum[threads];
    int total = 0;
    for (int round = 0; round < rounds; round++) {
        box[threadIdx.x] = round + threadIdx.x;
        if (threadIdx.x < 32) {
            asm volatile("bar.sync 0, 128;" ::: "memory"); // {counts}
        } else if (threadIdx.x < 64) {
#ifdef FIXED
            asm volatile("bar.sync 0, 128;" ::: "memory");
#else
            asm volatile("bar.sync 0;" ::: "memory"); // {none}
#endif
        } else if (threadIdx.x < 96) {
            asm volatile("barrier.sync 0, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 0, 128;" ::: "memory");
        }
        sum[threadIdx.x] = box[threads - 1 - threadIdx.x];
        asm volatile("bar.sync 0, 128;" ::: "memory");
        total += sum[(threadIdx.x + 32) % threads];
        asm volatile("bar.sync 0, 128;" ::: "memory");
    }
    out[threadIdx.x] = total;
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 77;
    hand_over<<<1, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 3;
    for (int i = 0; i < threads; i++)
        wrong += out[i] != rounds * (rounds - 1) / 2 + rounds * (threads - 1 - (i + 32) % threads);
    cudaFree(dev);
    return wrong != 0;
}
