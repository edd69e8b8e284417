// SPDX-License-Identifier: MIT
// wrong_free_of_pinned.cu: three pinned buffers are given to cudaFree() in a loop: one mistake, one report.
// CPU exits 3
// CPU finds wrong-free
// CPU says at wrong_free_of_pinned.cu:{free}: byte 0 of 1024 bytes from cudaMallocHost at
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
int main()
{
    int *buffers[3];
    for (int *&buffer : buffers)
        if (cudaMallocHost(&buffer, 1024) != cudaSuccess)
            return 1;
    for (int *buffer : buffers)
#ifndef FIXED
        cudaFree(buffer); // {free}
#else
        cudaFreeHost(buffer);
#endif
    return 0;
}
