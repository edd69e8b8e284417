// SPDX-License-Identifier: MIT
// value_returned_in_kernel.cu: a kernel, which returns void, has a return statement with a value.
// CPU exits 1
// CPU says error: return-statement with a value, in function returning ‘void’
__global__ void k(float *v)
{
    v[1] = 2;
    return v[0];
}
