// SPDX-License-Identifier: MIT
// memory_variables_of_device.cu: kernels get the addresses of what looks like variables of the host: of the device,
// managed ones, those of templates, static ones of device functions; strings; registered arrays.
#include <stdio.h>

const int threads = 32;

__device__ int plain[threads], second = 2, *pointer;
static __device__ int of_file[threads];
__managed__ int managed[threads];
static __managed__ struct {
    int first, values[threads];
} managed_struct;
__constant__ int constant[threads] = {1, 2, 3};
namespace named
{
__device__ int of_namespace[threads];
}
namespace
{
__device__ int of_nobody[threads];
}
template <class T> __device__ T of_template;
extern "C" {
__device__ int of_c;
}
__device__ int twice(int x)
{
    return 2 * x;
}
__device__ int (*function)(int) = twice;

static int registered[threads], initialized[threads] = {4};
const char *const names[] = {"even", "odd"};

__device__ int calls()
{
    static int count;
    return atomicAdd(&count, 1);
}

__global__ void fill(int *a, int *b)
{
    int i = threadIdx.x;
    static int rounds[threads];
    const char *const words[] = {"zero", "one"};
    a[i] += constant[i % 3] + function(i) + second;
    b[i] = a[i] + (int)words[i % 2][0] - (int)words[i % 2][0];
    atomicAdd(&rounds[i], 1);
    calls();
    if (i == 0) {
        of_template<int> += 1;
        of_c += 1;
        pointer = &second;
        *pointer += 0;
        printf("%s %s\n", words[b[i] % 2], "filled");
    }
}

template <class T> T *address_of(T &variable)
{
    void *address = nullptr;
    if (cudaGetSymbolAddress(&address, variable) != cudaSuccess)
        return nullptr;
    return static_cast<T *>(address);
}

int main()
{
    int *mapped[2];
    if (cudaHostRegister(registered, sizeof registered, cudaHostRegisterMapped) ||
        cudaHostRegister(initialized, sizeof initialized, cudaHostRegisterMapped) ||
        cudaHostGetDevicePointer((void **)&mapped[0], registered, 0) ||
        cudaHostGetDevicePointer((void **)&mapped[1], initialized, 0))
        return 1;
    fill<<<1, threads>>>(*address_of(plain), *address_of(of_file));
    fill<<<1, threads>>>(*address_of(named::of_namespace), *address_of(of_nobody));
    fill<<<1, threads>>>(managed, managed_struct.values);
    fill<<<1, threads>>>(mapped[0], mapped[1]);
    if (cudaDeviceSynchronize() != cudaSuccess || managed[3] != managed_struct.values[3] ||
        registered[4] != initialized[4] || registered[4] != 8 + 2 + 2)
        return 1;
    printf("%s\n", names[registered[4] % 2]);
    cudaHostUnregister(registered);
    return cudaHostUnregister(initialized) != cudaSuccess;
}
