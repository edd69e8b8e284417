// SPDX-License-Identifier: MIT
// too_much_shared.cu: one float more than a block may have of static shared memory.
// CPU exits 1
// CPU says too_much_shared.cu:{array}
// CPU says too much shared data: a block has 48 KB of static shared memory
__global__ void large()
{
    __shared__ float cache[12289]; // {array}
    cache[threadIdx.x] = 0;
}
