// SPDX-License-Identifier: MIT
// Old code waits for its kernels by this name. CUDA 13 does not have it either.
// CPU exits 1
// CPU says thread_synchronize.cu:{call}:
// CPU says error:
// CPU says cudaThreadSynchronize
int main()
{
    return cudaThreadSynchronize(); // {call}
}
