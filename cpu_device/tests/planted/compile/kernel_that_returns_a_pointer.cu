// SPDX-License-Identifier: MIT
// kernel_that_returns_a_pointer.cu: a kernel returns a pointer to void.
// CPU exits 1
// CPU says kernel_that_returns_a_pointer.cu:{kernel}: error: a __global__ function must have a void return type
__global__ void *k(int *p) // {kernel}
{
    *p = 1;
}
