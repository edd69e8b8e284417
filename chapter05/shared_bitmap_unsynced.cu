// SPDX-License-Identifier: MIT
// shared_bitmap_unsynced.cu: the same picture without the barrier: wrong, and visibly so.
//
// Each thread computes a pixel, stores it in shared memory, and at once writes out the pixel that another thread of its
// block computes. Whether that pixel is stored yet depends on the order in which the warps run: a race.
//
//     nvcc -o shared_bitmap_unsynced chapter05/shared_bitmap_unsynced.cu -lglut -lGL -lpng
//     cpu_device/cucc -o shared_bitmap_unsynced chapter05/shared_bitmap_unsynced.cu -lglut -lGL -lpng
//     ./shared_bitmap_unsynced                      a window, or, without a display, shared_bitmap_unsynced.png
//     ./shared_bitmap_unsynced --save picture.ppm
//
// It counts the pixels that differ from the formula. Exit status: 0 if none does; 1 if some do, as expected.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/cpu_bitmap.h"
#include "../common/options.h"
#include "../common/spheres.h" // the right picture, as a formula

// A thread computes one pixel into the block's shared memory, and writes the one at the opposite place.
__global__ void spheres(unsigned char *pixels, int width, int height)
{
    __shared__ float shared[spheres_side][spheres_side];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;

    shared[threadIdx.x][threadIdx.y] = sphere_green(x, y);

    // here a __syncthreads() is missing, on purpose: shared_bitmap.cu has it

    // threads beyond the right or upper edge of the picture have stored a pixel, but write none
    if (x < width && y < height) {
        float green = shared[spheres_side - 1 - threadIdx.x][spheres_side - 1 - threadIdx.y];
        size_t offset = x + (size_t)y * width; // a size_t, because a large picture has more bytes than an int can count
        pixels[offset * 4 + 0] = 0;
        pixels[offset * 4 + 1] = (unsigned char)green;
        pixels[offset * 4 + 2] = 0;
        pixels[offset * 4 + 3] = 255;
    }
}

int main(int argc, char **argv)
{
    // options
    int width = 1024;
    int height = 1024;
    const char *save = NULL;
    int seed = 1;
    const struct option_spec options[] = {
        {"save", "FILE", "writes the picture to FILE (.png or .ppm), and opens no window", option_text, &save},
        {"width", "N", "pixels across (1024)", option_count, &width},
        {"height", "N", "pixels down (1024)", option_count, &height},
        {"seed", "N", "chooses the order of the warps on the CPU device (1)", option_count, &seed},
        {}};
    parse_options(argc, argv, "Green spheres through shared memory, without the barrier that they need.", options);
    require_image_path(save);
    require_height(height);
    set_seed(seed);

    // launch: as many blocks as cover the picture
    unsigned char *dev_pixels;
    CPUBitmap bitmap(width, height);
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bitmap.image_size()));

    dim3 threads(spheres_side, spheres_side);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    spheres<<<blocks, threads>>>(dev_pixels, width, height);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_pixels, bitmap.image_size(), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_pixels));

    // check
    long wrong = count_wrong(bitmap.get_ptr(), width, height);
    long all = (long)width * height;
    printf("%ld of %ld pixels are wrong (%.1f%%), seed %d\n", wrong, all, 100.0 * wrong / all, seed);
    fflush(stdout);

    // show
    if (save == NULL)
        bitmap.display_and_exit();
    else if (!bitmap.save(save))
        return EXIT_FAILURE;
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
