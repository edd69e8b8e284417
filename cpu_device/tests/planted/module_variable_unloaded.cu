// SPDX-License-Identifier: MIT
// module_variable_unloaded.cu: a kernel gets a pointer to a variable of a module that was unloaded meanwhile.
// CPU exits 3
// CPU finds illegal-address
// CPU says thread (0,0,0), at module_variable_unloaded.cu:{load}
// CPU says the __device__ variable table of a module that was unloaded
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in module_variable_unloaded.cu:{load}
#include "../compiled_module.h"

static const char source[] = "extern \"C\" __device__ int table[4] = {1, 2, 3, 4};\n";

__global__ void sum(const int *values, int count, int *result)
{
    for (int i = 0; i < count; ++i)
        *result += values[i]; // {load}
}

int main()
{
    CUmodule module = compiled_module(source, "module_variable_unloaded.cu");
    CUdeviceptr table;
    size_t size;
    int *result;
    CHECK(cuModuleGetGlobal(&table, &size, module, "table"));
    CHECK(cudaMallocManaged(&result, sizeof *result));
    *result = 0;
#ifndef FIXED
    CHECK(cuModuleUnload(module));
#endif
    sum<<<1, 1>>>((const int *)table, (int)(size / sizeof(int)), result);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    CHECK(cuModuleUnload(module));
    const bool right = error == cudaSuccess && *result == 10;
    CHECK(cudaFree(result));
    CHECK(cuDevicePrimaryCtxRelease(0));
    return right ? 0 : 1;
#endif
}
