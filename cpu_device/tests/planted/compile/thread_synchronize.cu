// SPDX-License-Identifier: MIT
// thread_synchronize.cu: the name by which old code waits for its kernels, which CUDA 13 removed.
// CPU exits 1
// CPU says thread_synchronize.cu:{call}:
// CPU says error:
// CPU says cudaThreadSynchronize
int main()
{
    return cudaThreadSynchronize(); // {call}
}
