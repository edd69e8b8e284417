// SPDX-License-Identifier: MIT
// launch_in_kernel.cu: a kernel launches another, without -rdc=true.
// CPU exits 1
// CPU says launch_in_kernel.cu:{launch}: error: kernel launch from __device__ or __global__ functions requires separate compilation mode: compile with -rdc=true

__global__ void inner() {}

__global__ void outer()
{
    inner<<<1, 1>>>(); // {launch}
}
