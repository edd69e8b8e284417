// SPDX-License-Identifier: MIT
// module_launch_unloaded.cu: a kernel is launched whose module was unloaded one line too early.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at module_launch_unloaded.cu:{launch}: invalid resource handle (CUDA_ERROR_INVALID_HANDLE)
// CPU says The kernel's module was unloaded.
// memcheck exits 3
// memcheck prints Program hit CUDA_ERROR_INVALID_HANDLE (error 400)
#include "../compiled_module.h"

static const char source[] = "extern \"C\" __global__ void set(int *a) { *a = 7; }\n";

int main()
{
    CUmodule module = compiled_module(source, "module_launch_unloaded.cu");
    CUfunction kernel;
    CUdeviceptr dev_a;
    int a = 0;
    CHECK(cuModuleGetFunction(&kernel, module, "set"));
    CHECK(cuMemAlloc(&dev_a, sizeof a));
    CHECK(cuMemcpyHtoD(dev_a, &a, sizeof a));
    void *arguments[] = {&dev_a};
#ifndef FIXED
    CHECK(cuModuleUnload(module));
#endif
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL); // {launch}
    CHECK(cuMemcpyDtoH(&a, dev_a, sizeof a));
    CHECK(cuMemFree(dev_a));
    printf("%d\n", a);
#ifdef FIXED
    CHECK(cuModuleUnload(module));
    return a == 7 ? 0 : 1;
#endif
}
