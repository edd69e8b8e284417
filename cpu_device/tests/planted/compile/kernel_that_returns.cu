// SPDX-License-Identifier: MIT
// kernel_that_returns.cu: a kernel returns a value.
// CPU exits 1
// CPU says kernel_that_returns.cu:{kernel}: error: a __global__ function must have a void return type
static __global__ int k() // {kernel}
{
    return 1;
}
