// SPDX-License-Identifier: MIT
// constructors.cu: objects in shared memory whose constructors are empty, which CUDA allows, alone and in arrays, and
// objects of class templates without any.
#include <stdio.h>

const int threads = 64, blocks = 3;

struct vector {
    float x, y, z;
    __host__ __device__ vector() {}
    __host__ __device__ vector(float a, float b, float c) : x(a), y(b), z(c) {}
    __host__ __device__ vector operator+(const vector &other) const
    {
        return vector(x + other.x, y + other.y, z + other.z);
    }
    __host__ __device__ vector &operator+=(const vector &other)
    {
        return *this = *this + other;
    }
};

template <class T, int N> struct list {
    T items[N];
    int count;
    __device__ void clear()
    {
        count = 0;
    }
    __device__ void add(const T &item)
    {
        items[atomicAdd(&count, 1)] = item;
    }
};

__global__ void sums(vector *out)
{
    __shared__ vector cache[threads], total;
    __shared__ list<float, threads> far;
    int t = threadIdx.x;
    cache[t] = vector(t, 1, blockIdx.x);
    if (t == 0) {
        total = vector(0, 0, 0);
        far.clear();
    }
    __syncthreads();
    if (cache[threads - 1 - t].x > 50)
        far.add(cache[threads - 1 - t].x);
    for (int step = threads / 2; step > 0; step /= 2) {
        __syncthreads();
        if (t < step)
            cache[t] += cache[t + step];
    }
    __syncthreads();
    if (t == 0) {
        for (int i = 0; i < far.count; i++)
            total += vector(far.items[i], 1, 0);
        out[2 * blockIdx.x] = cache[0];
        out[2 * blockIdx.x + 1] = total;
    }
}

int main()
{
    vector *dev_out, out[2 * blocks];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 2; launch++) {
        sums<<<blocks, threads>>>(dev_out);
        if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int b = 0; b < blocks; b++)
            if (out[2 * b].x != 2016 || out[2 * b].y != 64 || out[2 * b].z != 64 * b || out[2 * b + 1].x != 13 * 57 ||
                out[2 * b + 1].y != 13 || out[2 * b + 1].z != 0)
                return 1;
    }
    return cudaFree(dev_out) != cudaSuccess;
}
