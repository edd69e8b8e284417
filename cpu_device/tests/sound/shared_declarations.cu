// SPDX-License-Identifier: MIT
// shared_declarations.cu: forms in which nvcc takes shared arrays: with __device__, at file scope too, and extern with
// a size, which is then static.
#pragma nv_diag_suppress 20044 // its warning of the last
const int threads = 64, half = threads / 2;

__device__ __shared__ int at_file_scope[threads];
__shared__ __device__ int turned[threads];
static __device__ __shared__ int of_file[threads];

__global__ void turn(int *values)
{
    __device__ __shared__ int inside[threads];
    __shared__ __device__ int inside_turned[2][half], one;
    extern __shared__ int with_size[threads];
    extern __shared__ float rows[2][half];
    const int t = threadIdx.x;
    if (t == 0)
        one = 3;
    with_size[t] = values[t];
    __syncthreads();
    rows[t / half][t % half] = with_size[threads - 1 - t];
    __syncthreads();
    inside[t] = rows[1 - t / half][half - 1 - t % half];
    __syncthreads();
    inside_turned[t / half][t % half] = inside[threads - 1 - t];
    __syncthreads();
    at_file_scope[t] = inside_turned[1 - t / half][half - 1 - t % half];
    __syncthreads();
    turned[t] = at_file_scope[threads - 1 - t];
    __syncthreads();
    of_file[t] = turned[t] * one;
    __syncthreads();
    values[t] = of_file[threads - 1 - t];
}

template <class T, int n> __global__ void turn_any(T *values)
{
    extern __shared__ T part[n];
    part[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = part[n - 1 - threadIdx.x];
}

int main()
{
    int *dev, values[threads];
    for (int i = 0; i < threads; i++)
        values[i] = i;
    if (cudaMalloc(&dev, sizeof values) != cudaSuccess ||
        cudaMemcpy(dev, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    turn<<<1, threads>>>(dev);
    turn_any<int, threads><<<1, threads, sizeof values>>>(dev);
    if (cudaMemcpy(values, dev, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++)
        if (values[i] != 3 * (threads - 1 - i))
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
