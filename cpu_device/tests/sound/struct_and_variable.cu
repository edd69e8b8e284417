// SPDX-License-Identifier: MIT
// struct_and_variable.cu: a type and a variable of the device in one declaration, as headers of others have it.
constexpr struct zero_type {
    __host__ __device__ operator int() const
    {
        return 0;
    }
} __device__ zero;

struct base {
    __host__ __device__ int three() const
    {
        return 3;
    }
};

struct __align__(16) pair
{
    int x, y;
}
__device__ one, many[3];

enum color { red, green } __constant__ color_of = green;

union {
    int bits;
    float value;
} __device__ both;

struct {
    int i;
} static __device__ unnamed = {40};

struct derived : base {
    int z;
} __managed__ managed;

class with_function
{
  public:
    static __device__ int two()
    {
        return 2;
    }
    int member;
} __device__ object = {500};

__global__ void sum(int *out)
{
    struct local {
        int n;
    } __shared__ shared;
    if (threadIdx.x == 0)
        shared.n = one.x + many[2].y;
    __syncthreads();
    if (threadIdx.x == 1)
        *out = shared.n + zero + color_of + both.bits + unnamed.i + managed.z + managed.three() + object.member +
               with_function::two();
}

int main()
{
    int *dev, got = 0, bits = 7000;
    const pair values = {10000, 200000};
    if (cudaMalloc(&dev, sizeof got) != cudaSuccess || cudaMemcpyToSymbol(one, &values, sizeof values) != cudaSuccess ||
        cudaMemcpyToSymbol(many, &values, sizeof values, 2 * sizeof values) != cudaSuccess ||
        cudaMemcpyToSymbol(both, &bits, sizeof bits) != cudaSuccess)
        return 1;
    managed.z = 1000000;
    sum<<<1, 64>>>(dev);
    if (cudaMemcpy(&got, dev, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    return cudaFree(dev) != cudaSuccess || got != 1217546;
}
