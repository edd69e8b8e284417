// SPDX-License-Identifier: MIT
// argument_handle.cu: a handle that counts its copies, handed to kernels by value: the last copy frees the memory,
// once. CUDA counts as for a call of a host function: a copy for the launch, destroyed after it.
// CPU prints owners: 1 before, 1 after the launch, 1 and 1 at the end
// CPU prints sum 32640, 2 handles freed
#include <stdio.h>

#include "../handle_error.h"

static int freed;

class handle
{
  public:
    explicit handle(int n) : owners_(new int(1))
    {
        HANDLE_ERROR(cudaMalloc((void **)&data_, n * sizeof *data_));
    }
    handle(const handle &other) : data_(other.data_), owners_(other.owners_)
    {
        ++*owners_;
    }
    handle &operator=(const handle &) = delete;
    ~handle()
    {
        if (--*owners_ > 0)
            return;
        HANDLE_ERROR(cudaFree(data_));
        delete owners_;
        freed++;
    }
    int owners() const
    {
        return *owners_;
    }
    int *get() const
    {
        return data_;
    }
    __device__ int &operator[](int i)
    {
        return data_[i];
    }

  private:
    int *data_, *owners_;
};

__global__ void fill(handle a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void add_up(handle a, int n, handle sum)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    sum[0] = total;
}

int main(void)
{
    const int n = 256;
    int total = 0;
    {
        handle a(n), sum(1);
        int before = a.owners();
        fill<<<2, n / 2>>>(a);
        HANDLE_ERROR(cudaGetLastError());
        int after = a.owners();
        add_up<<<1, 1>>>(a, n, sum);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(&total, sum.get(), sizeof total, cudaMemcpyDeviceToHost));
        printf("owners: %d before, %d after the launch, %d and %d at the end\n", before, after, a.owners(),
               sum.owners());
    }
    printf("sum %d, %d handles freed\n", total, freed);
    return 0;
}
