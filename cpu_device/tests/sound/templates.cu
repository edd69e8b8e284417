// SPDX-License-Identifier: MIT
// templates.cu: kernels and classes as templates with shared arrays in them: a reduction over any type and operation,
// in the manner of a library.
#include <stdio.h>

struct plus {
    template <class T> __host__ __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

struct larger {
    template <class T> __host__ __device__ T operator()(T a, T b) const
    {
        return a > b ? a : b;
    }
};

template <class T, int Threads> class block_reduce
{
  public:
    struct storage {
        T values[Threads];
    };
    __device__ explicit block_reduce(storage &s) : memory(s) {}
    template <class Operation> __device__ T operator()(T value, Operation apply)
    {
        memory.values[threadIdx.x] = value;
        __syncthreads();
        for (int step = Threads / 2; step > 0; step /= 2) {
            if (threadIdx.x < step)
                memory.values[threadIdx.x] = apply(memory.values[threadIdx.x], memory.values[threadIdx.x + step]);
            __syncthreads();
        }
        T result = memory.values[0];
        __syncthreads(); // may be used again
        return result;
    }

  private:
    storage &memory;
};

template <int Threads, class T> __global__ void reduce(const T *in, T *out)
{
    using reduction = block_reduce<T, Threads>;
    __shared__ typename reduction::storage storage;
    reduction by(storage);
    T value = in[blockIdx.x * Threads + threadIdx.x];
    T sum = by(value, plus()), high = by(value, larger());
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = sum;
        out[2 * blockIdx.x + 1] = high;
    }
}

template <int Threads, class T> bool test()
{
    const int blocks = 3, n = blocks * Threads;
    static T host[n], out[2 * blocks];
    T *dev_in, *dev_out;
    for (int i = 0; i < n; i++)
        host[i] = (T)(i % 50 - 20);
    if (cudaMalloc(&dev_in, sizeof host) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return false;
    cudaMemcpy(dev_in, host, sizeof host, cudaMemcpyHostToDevice);
    reduce<Threads><<<blocks, Threads>>>(dev_in, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int b = 0; b < blocks; b++) {
        T sum = host[b * Threads], high = sum;
        for (int i = 1; i < Threads; i++) {
            sum = plus()(sum, host[b * Threads + i]);
            high = larger()(high, host[b * Threads + i]);
        }
        if (out[2 * b] != sum || out[2 * b + 1] != high)
            return false;
    }
    return cudaFree(dev_in) == cudaSuccess && cudaFree(dev_out) == cudaSuccess;
}

int main()
{
    return !(test<64, int>() && test<128, float>() && test<256, double>() && test<32, short>() && test<512, char>() &&
             test<256, long long>());
}
