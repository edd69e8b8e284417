// SPDX-License-Identifier: MIT
// probe.cu: asks the CUDA runtime for its devices, and runs an empty kernel on each. CMake compiles it, and all that
// chooses between GPU and CPU device asks it: ./run, the demo and the tests.
//
// Prints each device's compute capability, one per line: 90 for 9.0. Exit status: 0 every device ran the kernel; 77
// there is no device, or one that does not work, and a line on stderr says why; 78 there is one, but it
// does not run what this was compiled to.
#include <cuda_runtime.h>
#include <stdio.h>

#include "../common/book.h"

__global__ void nothing() {}

static int not_usable(const char *call, cudaError_t error)
{
    fprintf(stderr, "probe: %s: %s\n", call, cudaGetErrorString(error));
    return remedy_for(error) == NULL ? 77 : 78;
}

int main()
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count == 0)
        error = cudaErrorNoDevice;
    if (error != cudaSuccess)
        return not_usable("cudaGetDeviceCount", error);
    for (int device = 0; device < count; ++device) {
        error = cudaSetDevice(device);
        if (error != cudaSuccess)
            return not_usable("cudaSetDevice", error);
        nothing<<<1, 1>>>();
        error = cudaGetLastError();
        if (error == cudaSuccess)
            error = cudaDeviceSynchronize();
        if (error != cudaSuccess)
            return not_usable("an empty kernel", error);
        int major = 0, minor = 0;
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
        printf("%d%d\n", major, minor);
    }
    return 0;
}
