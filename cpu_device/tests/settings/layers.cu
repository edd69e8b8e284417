// SPDX-License-Identifier: MIT
// layers [KERNEL]: kernels with the same race, in device functions that call one another: two threads add to one cell,
// in two calls. The comments name the lines for layers.sh.
#include <cstring>

namespace device
{
template <class T> static __device__ inline void add_to(T *cells, int i, T v)
{
    cells[i] += v; // template: access
}

template <class T> __device__ void add(T *cells, int i, T v)
{
    add_to(cells, i, v); // template: call
}
} // namespace device

template <class T, int n> __global__ void accumulate(T *out)
{
    __shared__ T cells[n];
    cells[threadIdx.x] = 0;
    __syncthreads();
    device::add(cells, threadIdx.x, T(1));           // template: first
    device::add(cells, (threadIdx.x + 1) % n, T(2)); // template: second
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x];
}

struct pile {
    float *cells;
    __device__ void add(int i, float v)
    {
        cells[i] += v; // member: access
    }
    __device__ void add_twice(int i, float v)
    {
        add(i, v); // member: call
    }
};

__global__ void by_member(float *out)
{
    __shared__ float cells[64];
    cells[threadIdx.x] = 0;
    __syncthreads();
    pile p = {cells};
    p.add_twice(threadIdx.x, 1);            // member: first
    p.add_twice((threadIdx.x + 1) % 64, 2); // member: second
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x];
}

__global__ void by_lambda(float *out)
{
    __shared__ float cells[64];
    cells[threadIdx.x] = 0;
    __syncthreads();
    auto add = [&](int i, float v) {
        cells[i] += v; // lambda: access
    };
    auto add_next = [&](int i, float v) {
        add((i + 1) % 64, v); // lambda: call
    };
    add_next(threadIdx.x, 1);     // lambda: first
    add_next(threadIdx.x + 1, 2); // lambda: second
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x];
}

__device__ __noinline__ void add_apart(float *cells, int i, float v)
{
    cells[i] += v; // apart: access
}

__global__ void by_call(float *out)
{
    __shared__ float cells[64];
    cells[threadIdx.x] = 0;
    __syncthreads();
    add_apart(cells, threadIdx.x, 1);
    add_apart(cells, (threadIdx.x + 1) % 64, 2);
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x];
}

__device__ float load(const float *in, int i)
{
    return in[i]; // beyond: access
}

__device__ float load_next(const float *in, int i)
{
    return load(in, i + 1); // beyond: call
}

__global__ void beyond(const float *in, float *out)
{
    out[threadIdx.x] = load_next(in, threadIdx.x); // beyond: first
}

int main(int argc, char **argv)
{
    auto wanted = [&](const char *kernel) { return argc < 2 || strcmp(argv[1], kernel) == 0; };
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 128 * sizeof *out);
    cudaMemset(in, 0, 64 * sizeof *in);
    if (wanted("accumulate")) {
        accumulate<float, 64><<<1, 64>>>(out);
        accumulate<double, 32><<<1, 32>>>((double *)out);
    }
    if (wanted("by_member"))
        by_member<<<1, 64>>>(out);
    if (wanted("by_lambda"))
        by_lambda<<<1, 64>>>(out);
    if (wanted("by_call"))
        by_call<<<1, 64>>>(out);
    if (argc == 2 && wanted("beyond"))
        beyond<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
