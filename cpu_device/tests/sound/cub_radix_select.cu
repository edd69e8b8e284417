// SPDX-License-Identifier: MIT
// cub_radix_select.cu: a block finds the k-th smallest key, digit by digit from the highest on: it counts the digits
// of the keys that are still candidates, and goes on with those of the k-th one's digit.
#include <algorithm>
#include <cub/cub.cuh>
#include <stdio.h>
#include <string.h>

const int threads = 256, n = 5000, digit_bits = 8, digits = 1 << digit_bits;

template <class Key> __global__ void select_key(const Key *keys, int k, Key *out)
{
    using Bits = typename cub::Traits<Key>::UnsignedBits;
    using Scan = cub::BlockScan<int, threads>;
    __shared__ typename Scan::TempStorage temp;
    __shared__ int counts[digits];
    __shared__ Bits found;
    __shared__ int rank;
    if (threadIdx.x == 0) {
        found = 0;
        rank = k;
    }
    for (int shift = sizeof(Key) * 8 - digit_bits; shift >= 0; shift -= digit_bits) {
        const Bits known = (Bits)(cub::Traits<Key>::MAX_KEY | cub::Traits<Key>::LOWEST_KEY) << shift << digit_bits;
        counts[threadIdx.x] = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += threads) {
            Bits bits;
            memcpy(&bits, &keys[i], sizeof bits);
            bits = cub::Traits<Key>::TwiddleIn(bits);
            if (((bits ^ found) & known) == 0)
                atomicAdd(&counts[bits >> shift & (digits - 1)], 1);
        }
        __syncthreads();
        int smaller, wanted = rank;
        Scan(temp).ExclusiveSum(counts[threadIdx.x], smaller);
        __syncthreads(); // all have read rank
        if (smaller <= wanted && wanted < smaller + counts[threadIdx.x]) {
            found |= (Bits)threadIdx.x << shift;
            rank = wanted - smaller;
        }
        __syncthreads(); // before counts become 0
    }
    if (threadIdx.x == 0) {
        const Bits bits = cub::Traits<Key>::TwiddleOut(found);
        memcpy(out, &bits, sizeof bits);
    }
}

template <class Key> bool is_right(int k)
{
    static Key host[n];
    for (int i = 0; i < n; i++)
        host[i] = (Key)((i * 7919 % 10007 - 5000) * (sizeof(Key) > 2 ? 1.25 : 1));
    Key *keys, *out, got;
    cudaMalloc(&keys, sizeof host);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
    select_key<<<1, threads>>>(keys, k, out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(keys);
    cudaFree(out);
    std::sort(host, host + n);
    if (cudaGetLastError() == cudaSuccess && got == host[k])
        return true;
    fprintf(stderr, "%d: %g and not %g\n", k, (double)got, (double)host[k]);
    return false;
}

int main()
{
    bool right = true;
    for (int k : {0, 17, n / 2, n - 1})
        right &= is_right<float>(k) && is_right<int>(k) && is_right<double>(k) && is_right<short>(k) &&
                 is_right<unsigned long long>(k);
    return right ? 0 : 1;
}
