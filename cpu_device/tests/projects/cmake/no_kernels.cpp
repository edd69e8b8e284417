// SPDX-License-Identifier: MIT
// C++ that g++ compiles and links: memory of the device, without a kernel.
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
    int *dev_word, word = 0, count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1 || cudaMalloc(&dev_word, sizeof word) != cudaSuccess)
        return 1;
    cudaMemset(dev_word, 1, sizeof word);
    cudaMemcpy(&word, dev_word, sizeof word, cudaMemcpyDeviceToHost);
    cudaFree(dev_word);
    std::printf("%#x\n", (unsigned)word);
    return word == 0x01010101 ? 0 : 1;
}
