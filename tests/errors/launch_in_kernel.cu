// SPDX-License-Identifier: MIT
// launch_in_kernel.cu: a kernel launches another, which this device cannot.
// CPU exits 3
// CPU says Error: a launch in a kernel
// CPU says kernel outer, block (0,0,0), thread (0,0,0)
// CPU says at launch_in_kernel.cu:{launch}: this device has no dynamic parallelism
#include <stdio.h>

__global__ void inner() {}

__global__ void outer()
{
    inner<<<1, 1>>>(); // {launch}
}

int main()
{
    outer<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaErrorNotSupported;
}
