// SPDX-License-Identifier: MIT
// bank_conflicts.cu: shared memory with strides, padded and not
// Feature: kernel template on stride and padding, clock64, macro that lists instantiations
#include <cstdio>
#include <cstdlib>

template <int STRIDE, int PAD> __global__ void strided(int *out, long long *cycles, int rounds)
{
    __shared__ int s[1024 + PAD * 32];
    const int t = threadIdx.x;
    for (int i = t; i < 1024; i += blockDim.x)
        s[i + i / 32 * PAD] = i;
    __syncthreads();
    long long start = clock64();
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        int i = (t * STRIDE + r) % 1024;
        sum += s[i + i / 32 * PAD];
    }
    long long stop = clock64();
    out[blockIdx.x * blockDim.x + t] = sum;
    if (t == 0)
        cycles[blockIdx.x] = stop - start;
}

static int run(const char *name, void (*kernel)(int *, long long *, int), int stride)
{
    const int blocks = 16, threads = 256, rounds = 512;
    int *out;
    long long *cycles;
    cudaMallocManaged(&out, blocks * threads * sizeof *out);
    cudaMallocManaged(&cycles, blocks * sizeof *cycles);
    kernel<<<blocks, threads>>>(out, cycles, rounds);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    int wrong = 0;
    for (int i = 0; i < blocks * threads; i++) {
        int sum = 0;
        for (int r = 0; r < rounds; r++)
            sum += (i % threads * stride + r) % 1024;
        wrong += sum != out[i];
    }
    printf("%-20s %s cycles, %d wrong\n", name, cycles[0] > 0 ? "some" : "no", wrong);
    cudaFree(out);
    cudaFree(cycles);
    return wrong;
}

int main()
{
    int wrong = 0;
#define EACH(S) wrong += run("stride " #S, strided<S, 0>, S) + run("stride " #S ", padded", strided<S, 1>, S)
    EACH(1);
    EACH(2);
    EACH(4);
    EACH(8);
    EACH(32);
    return wrong != 0;
}
