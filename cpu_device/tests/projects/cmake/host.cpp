// SPDX-License-Identifier: MIT
// C++: the runtime API, and a library that has kernels.
#include "images.h"
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

int main()
{
    unsigned char *image = draw_image();
    if (image == nullptr)
        return 1;
    const size_t size = (size_t)image_side() * image_side();
    std::vector<unsigned char> copy(size);
    if (cudaMemcpy(copy.data(), image, size, cudaMemcpyDeviceToHost) != cudaSuccess || cudaFree(image) != cudaSuccess)
        return 1;
    const bool right = copy[0] == (unsigned char)(3 * 15 + 15);
    std::printf("%s\n", right ? "right" : "wrong");
    return right ? 0 : 1;
}
