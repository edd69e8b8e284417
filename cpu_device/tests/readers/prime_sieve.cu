// SPDX-License-Identifier: MIT
// prime_sieve.cu: primes below a limit by a segmented sieve in shared memory
// Feature: byte flags in dynamic shared memory, opt-in to more than 48 KB, reduction with __syncthreads_count
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SEGMENT = 64 * 1024;
__global__ void sieve(const int *primes, int nprimes, int limit, unsigned int *total)
{
    extern __shared__ bool composite[];
    const int begin = blockIdx.x * SEGMENT, end = min(begin + SEGMENT, limit);
    for (int i = threadIdx.x; i < SEGMENT; i += blockDim.x)
        composite[i] = begin + i < 2;
    __syncthreads();
    for (int k = threadIdx.x; k < nprimes; k += blockDim.x) {
        int p = primes[k], first = max(p * p, (begin + p - 1) / p * p);
        for (int m = first; m < end; m += p)
            composite[m - begin] = true;
    }
    __syncthreads();
    unsigned int count = 0;
    for (int base = 0; base < SEGMENT; base += blockDim.x) {
        int i = base + threadIdx.x;
        count += __syncthreads_count(begin + i < end && !composite[i]);
    }
    if (!threadIdx.x)
        atomicAdd(total, count);
}

int main(int argc, char **argv)
{
    const int limit = argc > 1 ? atoi(argv[1]) : 1000000, root = (int)sqrt((double)limit) + 1;
    std::vector<char> small(root + 1, 1), all(limit, 1);
    std::vector<int> primes;
    for (int p = 2; p <= root; p++) {
        if (!small[p])
            continue;
        primes.push_back(p);
        for (int m = p * p; m <= root; m += p)
            small[m] = 0;
    }
    unsigned expected = 0, got = 0, *d_total;
    for (int p = 2; p < limit; p++) {
        if (!all[p])
            continue;
        ++expected;
        for (long m = (long)p * p; m < limit; m += p)
            all[m] = 0;
    }
    int *d_primes;
    cudaMalloc(&d_primes, primes.size() * sizeof(int));
    cudaMalloc(&d_total, sizeof(unsigned));
    cudaMemcpy(d_primes, primes.data(), primes.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_total, 0, sizeof(unsigned));
    cudaError_t rc = cudaFuncSetAttribute(sieve, cudaFuncAttributeMaxDynamicSharedMemorySize, SEGMENT);
    if (rc != cudaSuccess)
        return printf("%s\n", cudaGetErrorString(rc)), 1;
    sieve<<<(limit + SEGMENT - 1) / SEGMENT, 256, SEGMENT * sizeof(bool)>>>(d_primes, (int)primes.size(), limit,
                                                                            d_total);
    cudaMemcpy(&got, d_total, sizeof got, cudaMemcpyDeviceToHost);
    printf("%u primes below %d (%u expected)\n", got, limit, expected);
    cudaFree(d_primes);
    cudaFree(d_total);
    return got != expected;
}
