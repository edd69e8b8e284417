// SPDX-License-Identifier: MIT
// module_race.cu: a kernel that is compiled while the program runs turns an array around, and its barrier is missing.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel turn_around, block (0,0,0), tile
// racecheck exits 3
// racecheck prints Error: Race reported between Write access at turn_around
#include "../compiled_module.h"

const int n = 256;

// Lines of the text are counted as those of this file.
#define AS_TEXT(line) "#line " #line "\n"
#define LINE(line) AS_TEXT(line)
#ifdef FIXED
#define BARRIER "__syncthreads();"
#else
#define BARRIER ""
#endif
static const char source[] = "#define BARRIER " BARRIER "\n" LINE(__LINE__) R"(
extern "C" __global__ void turn_around(int *a)
{
    __shared__ int tile[256];
    tile[threadIdx.x] = a[threadIdx.x]; // {write}
    BARRIER
    a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x]; // {read}
}
)";

int main()
{
    CUmodule module = compiled_module(source, "module_race.cu");
    CUfunction kernel;
    CUdeviceptr dev_a;
    int a[n];
    for (int i = 0; i < n; ++i)
        a[i] = i;
    CHECK(cuModuleGetFunction(&kernel, module, "turn_around"));
    CHECK(cuMemAlloc(&dev_a, sizeof a));
    CHECK(cuMemcpyHtoD(dev_a, a, sizeof a));
    void *arguments[] = {&dev_a};
    CHECK(cuLaunchKernel(kernel, 1, 1, 1, n, 1, 1, 0, NULL, arguments, NULL));
    CHECK(cuMemcpyDtoH(a, dev_a, sizeof a));
    CHECK(cuMemFree(dev_a));
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(0));
#ifdef FIXED
    for (int i = 0; i < n; ++i)
        if (a[i] != n - 1 - i)
            return 1;
#endif
}
