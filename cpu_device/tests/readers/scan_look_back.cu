// SPDX-License-Identifier: MIT
// scan_look_back.cu: scan of one pass in which blocks look back at those before them
// Feature: status flags, __threadfence, volatile, dynamic block numbers by atomicAdd
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define CUDA_OK(x)                                                                                                     \
    if (cudaError_t e_ = (x); e_ != cudaSuccess) {                                                                     \
        std::fprintf(stderr, "%s failed: %s\n", #x, cudaGetErrorName(e_));                                             \
        std::exit(2);                                                                                                  \
    }

namespace lookback
{
enum Status : int { NONE = 0, AGGREGATE = 1, PREFIX = 2 };
constexpr int BLOCK = 256;
__device__ int ticket;

template <int N> __device__ int blockInclusive(int v, int (&s)[N])
{
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < N; d <<= 1) {
        int add = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    return s[t];
}

__global__ void scan(const int *in, int *out, int n, volatile int *status, volatile int *aggregate,
                     volatile int *prefix)
{
    __shared__ int s[BLOCK];
    __shared__ int block, exclusive;
    if (threadIdx.x == 0)
        block = atomicAdd(&ticket, 1);
    __syncthreads();
    const int i = block * BLOCK + threadIdx.x;
    const int inclusive = blockInclusive(i < n ? in[i] : 0, s);
    if (threadIdx.x == BLOCK - 1) {
        int running = 0;
        if (block == 0) {
            prefix[0] = inclusive;
            __threadfence();
            status[0] = PREFIX;
        } else {
            aggregate[block] = inclusive;
            __threadfence();
            status[block] = AGGREGATE;
            for (int j = block - 1; j >= 0;) {
                int st = status[j];
                if (st == NONE)
                    continue;
                __threadfence();
                if (st == PREFIX) {
                    running += prefix[j];
                    break;
                }
                running += aggregate[j--];
            }
            prefix[block] = running + inclusive;
            __threadfence();
            status[block] = PREFIX;
        }
        exclusive = running;
    }
    __syncthreads();
    if (i < n)
        out[i] = inclusive + exclusive;
}
} // namespace lookback

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20, blocks = (n + lookback::BLOCK - 1) / lookback::BLOCK;
    std::vector<int> h(n), r(n);
    std::iota(h.begin(), h.end(), -n / 2);
    int *in, *out, *state;
    CUDA_OK(cudaMalloc(&in, n * sizeof(int)));
    CUDA_OK(cudaMalloc(&out, n * sizeof(int)));
    CUDA_OK(cudaMalloc(&state, 3 * blocks * sizeof(int)));
    CUDA_OK(cudaMemset(state, 0, blocks * sizeof(int)));
    CUDA_OK(cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    lookback::scan<<<blocks, lookback::BLOCK>>>(in, out, n, state, state + blocks, state + 2 * blocks);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaMemcpy(r.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    bool ok = true;
    for (int i = 0; i < n; ++i)
        ok = ok && (unsigned)r[i] == (sum += h[i]);
    std::printf("%s\n", ok ? "OK" : "MISMATCH");
    CUDA_OK(cudaFree(in));
    CUDA_OK(cudaFree(out));
    CUDA_OK(cudaFree(state));
    return ok ? 0 : 1;
}
