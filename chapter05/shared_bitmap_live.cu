// SPDX-License-Identifier: MIT
// shared_bitmap_live.cu: the bitmap with its barrier and without, side by side, launched for every frame: a race, live.
//
// On the left, the threads of a block wait for one another before they read; on the right, they do not. Which pixels
// are wrong on the right depends on the schedule of that launch, so they flicker.
//
//     nvcc -o shared_bitmap_live chapter05/shared_bitmap_live.cu -lglut -lGL -lpng
//     cpu_device/cucc -o shared_bitmap_live chapter05/shared_bitmap_live.cu -lglut -lGL -lpng
//     ./shared_bitmap_live                                  a window; w shows which warp wrote what, h the other keys
//     ./shared_bitmap_live --frames 100 --save last.png     no window
//
// It counts the wrong pixels of every frame. Exit status: 0 if there were none; 1 if there were some, as expected.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/options.h"
#include "../common/spheres.h" // the right picture, as a formula
#include "../common/window.h"

enum { warps = spheres_side * spheres_side / 32 }; // of a block

// What a thread reads in shared memory, in the place of another thread.
struct found {
    unsigned char green;
    unsigned char warp; // the number of the warp that wrote it; `warps`: it is from before this block
};

// A thread computes one pixel into the block's shared memory, and reads the one at the opposite place.
__global__ void spheres(struct found *found, int width, int height, bool with_barrier)
{
    __shared__ float green[spheres_side][spheres_side];
    __shared__ int writer[spheres_side][spheres_side];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int first_warp = (1 + blockIdx.x + blockIdx.y * gridDim.x) * warps; // each block has its own numbers, none has 0

    green[threadIdx.x][threadIdx.y] = sphere_green(x, y);
    writer[threadIdx.x][threadIdx.y] = first_warp + (threadIdx.x + threadIdx.y * blockDim.x) / warpSize;

    // another thread stores the pixel that this thread reads next; with_barrier is the same for all threads
    if (with_barrier)
        __syncthreads();

    if (x < width && y < height) {
        int from_x = spheres_side - 1 - threadIdx.x;
        int from_y = spheres_side - 1 - threadIdx.y;
        int warp = writer[from_x][from_y] - first_warp;
        struct found *mine = &found[x + (size_t)y * width];
        mine->green = (unsigned char)green[from_x][from_y];
        mine->warp = warp >= 0 && warp < warps ? warp : warps;
    }
}

static int width = 256; // of a half
static int height = 256;
static size_t pixels;           // of a half
static struct found *dev_found; // of one half
static struct found *found;     // of both halves, one after the other
static uchar4 *picture;         // both halves, side by side
static int show_warps;

static long frames;
static long all_left;    // wrong pixels of all frames, with the barrier
static long least_right; // wrong pixels of one frame, without it
static long most_right;
static char caption[200] = "no frame yet\n-";
static struct window window;

static void paint()
{
    window.legend = show_warps ? "written by warp\t0\t1\t2\t3\t4\t5\t6\t7\tnone of this block" : "the picture itself";
    for (int half = 0; half < 2; ++half) {
        for (size_t i = 0; i < pixels; ++i) {
            struct found seen = found[half * pixels + i];
            const unsigned char *c = window_colours[seen.warp];
            picture[(i / width * 2 + half) * width + i % width] =
                show_warps ? make_uchar4(c[0], c[1], c[2], 255) : make_uchar4(0, seen.green, 0, 255);
        }
    }
}

// Launches the kernel for one half. Returns the number of wrong pixels.
static long run_half(int half, bool with_barrier)
{
    dim3 threads(spheres_side, spheres_side);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    spheres<<<blocks, threads>>>(dev_found, width, height, with_barrier);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    HANDLE_ERROR(cudaMemcpy(&found[half * pixels], dev_found, pixels * sizeof(struct found), cudaMemcpyDeviceToHost));

    long wrong = 0;
    for (size_t i = 0; i < pixels; ++i) {
        int green = found[half * pixels + i].green;
        if (abs(green - sphere_expected(i % width, i / width)) > 1) // sinf may differ in the last digit
            ++wrong;
    }
    return wrong;
}

static void next_frame(void *)
{
    long left = run_half(0, true);
    long right = run_half(1, false);
    paint();

    least_right = frames == 0 || right < least_right ? right : least_right;
    most_right = right > most_right ? right : most_right;
    all_left += left;
    ++frames;

    snprintf(caption, sizeof caption, "wrong pixels: %ld with the barrier, %ld without\nin %ld frames: %ld to %ld",
             left, right, frames, least_right, most_right);
}

// Its result is what the window says of the key.
static const char *key(void *, unsigned char key)
{
    if (key != 'w')
        return "no such key; h shows the keys";
    show_warps = !show_warps;
    paint();
    return show_warps ? "each pixel in the colour of the warp that wrote it" : "the picture itself";
}

int main(int argc, char **argv)
{
    // options
    int seed = 1;
    const char *save = NULL;
    const struct option_spec options[] = {
        {"frames", "N", "stops after N frames", option_count, &window.frames},
        {"save", "FILE", "writes the last frame to FILE (.png or .ppm), and opens no window", option_text, &save},
        {"width", "N", "pixels across, of each half (256)", option_count, &width},
        {"height", "N", "pixels down (256)", option_count, &height},
        {"warps", NULL, "colours each pixel by the warp that wrote it, as the key w does", option_flag, &show_warps},
        {"seed", "N", "chooses the order of the warps on the CPU device (1)", option_count, &seed},
        {}};
    parse_options(argc, argv, "Green spheres through shared memory, with a barrier and without, live.", options);
    require_image_path(save);
    require_height(height);
    set_seed(seed);

    pixels = (size_t)width * height;
    HANDLE_ERROR(cudaMalloc((void **)&dev_found, pixels * sizeof(struct found)));
    found = (struct found *)calloc(2 * pixels, sizeof(struct found));
    picture = (uchar4 *)calloc(2 * pixels, sizeof(uchar4));
    HANDLE_NULL(found);
    HANDLE_NULL(picture);

    // launch, for every frame
    window.title = "with a barrier, and without";
    window.pixels = (unsigned char *)picture;
    window.width = 2 * width;
    window.height = height;
    window.frame = next_frame;
    window.key = key;
    window.key_help = "w: which warp wrote each pixel\n";
    window.labels = "with __syncthreads()\twithout";
    window.caption = caption;
    paint(); // for the legend
    int shown = show_or_save(&window, save);
    printf("Wrong pixels in %ld frames: %ld with the barrier; without it, %ld to %ld of %zu (seed %d).\n", frames,
           all_left, least_right, most_right, pixels, seed);

    // free
    HANDLE_ERROR(cudaFree(dev_found));
    free(found);
    free(picture);
    return shown && all_left == 0 && most_right == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
