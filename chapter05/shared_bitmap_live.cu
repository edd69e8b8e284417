// SPDX-License-Identifier: MIT
// shared_bitmap_live.cu: the bitmap with its barrier and without, side by side and anew for every frame: a race, live.
//
// Left, the threads of a block wait for one another before they read what others wrote; right, they do not. Which
// pixels are wrong there follows from the schedule of that very launch, so they flicker.
//
//     nvcc -o shared_bitmap_live chapter05/shared_bitmap_live.cu -lglut -lGL -lpng
//     cpu_device/cucc -o shared_bitmap_live chapter05/shared_bitmap_live.cu -lglut -lGL -lpng
//     ./shared_bitmap_live                                  a window; h shows its keys
//     ./shared_bitmap_live --frames 100 --save last.png     no window
//
// It counts the wrong pixels of every frame. Exit status: 0 if there were none, 1 if some, as must be expected.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../common/book.h"
#include "../common/options.h"
#include "../common/spheres.h" // the right picture, as a formula
#include "../common/window.h"

enum view { view_picture, view_difference, view_warps };

// One half: a thread computes one pixel into shared memory and writes the one at the opposite place. Beside the pixel
// it leaves who it is, so that the reader can tell whose value it found.
__global__ void spheres(uchar4 *pixels, int *writers, int width, int height, int with_barrier)
{
    __shared__ float shared[spheres_side][spheres_side];
    __shared__ int writer[spheres_side][spheres_side];
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int block = blockIdx.x + blockIdx.y * gridDim.x;
    int warp = (threadIdx.x + threadIdx.y * blockDim.x) / warpSize;

    shared[threadIdx.x][threadIdx.y] = sphere_green(x, y);
    writer[threadIdx.x][threadIdx.y] = block * spheres_side + warp;

    // the same for all threads of the grid, so no thread waits alone
    if (with_barrier)
        __syncthreads();

    if (x < width && y < height) {
        size_t offset = x + (size_t)y * width;
        int from_x = spheres_side - 1 - threadIdx.x, from_y = spheres_side - 1 - threadIdx.y;
        pixels[offset] = make_uchar4(0, (unsigned char)shared[from_x][from_y], 0, 255);
        writers[offset] = writer[from_x][from_y];
    }
}

struct live {
    int width, height;              // of a half
    uchar4 *dev_pixels, *pixels[2]; // 2: left and right
    int *dev_writers, *writers[2];
    unsigned char *expected;
    uchar4 *picture; // both halves
    enum view view;
    int barrier, stopped;    // of the right half
    long frames, wrong[2];   // the last frame's wrong pixels, left and right
    long with_barrier;       // all wrong pixels of halves with a barrier
    long races, least, most; // frames without one on the right, and the range of their wrong pixels there
    double sum;              // of these
    double last_time, rate;  // frames a second
    char caption[300];
};

static double now()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

// A warp's colour; grey where the value found was written by no warp of this block: memory as it was.
static uchar4 warp_colour(int writer, int block)
{
    static const unsigned char colours[8][3] = {{230, 60, 60},  {240, 150, 40}, {230, 220, 50}, {100, 200, 60},
                                                {60, 200, 190}, {70, 120, 230}, {150, 80, 220}, {230, 90, 180}};
    int warp = writer - block * spheres_side;
    if (warp < 0 || warp >= 8)
        return make_uchar4(60, 60, 60, 255);
    return make_uchar4(colours[warp][0], colours[warp][1], colours[warp][2], 255);
}

static int is_wrong(const struct live *live, int right, int i)
{
    return abs(live->pixels[right][i].y - live->expected[i]) > 1;
}

// Puts the last frame into the picture, as the view asks for.
static void paint(struct live *live)
{
    int blocks_across = (live->width + spheres_side - 1) / spheres_side;
    for (int right = 0; right < 2; ++right) {
        for (int i = 0; i < live->width * live->height; ++i) {
            int x = i % live->width, y = i / live->width;
            uchar4 colour = live->pixels[right][i];
            if (live->view == view_difference)
                colour =
                    is_wrong(live, right, i) ? make_uchar4(255, 60, 60, 255) : make_uchar4(0, colour.y / 4, 0, 255);
            else if (live->view == view_warps)
                colour = warp_colour(live->writers[right][i], x / spheres_side + y / spheres_side * blocks_across);
            live->picture[x + right * live->width + (size_t)y * 2 * live->width] = colour;
        }
    }
}

// Launches one half and counts its wrong pixels.
static long run_half(struct live *live, int right)
{
    int width = live->width, height = live->height, all = width * height;
    dim3 threads(spheres_side, spheres_side);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    spheres<<<blocks, threads>>>(live->dev_pixels, live->dev_writers, width, height, !right || live->barrier);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(live->pixels[right], live->dev_pixels, all * sizeof(uchar4), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(live->writers[right], live->dev_writers, all * sizeof(int), cudaMemcpyDeviceToHost));
    long wrong = 0;
    for (int i = 0; i < all; ++i)
        wrong += is_wrong(live, right, i);
    return wrong;
}

static void run_frame(struct live *live)
{
    for (int right = 0; right < 2; ++right)
        live->wrong[right] = run_half(live, right);
    paint(live);
    live->with_barrier += live->wrong[0] + (live->barrier ? live->wrong[1] : 0);
    if (!live->barrier) {
        live->least = live->races == 0 || live->wrong[1] < live->least ? live->wrong[1] : live->least;
        live->most = live->wrong[1] > live->most ? live->wrong[1] : live->most;
        live->sum += live->wrong[1];
        live->races++;
    }
    live->frames++;
    double time = now();
    if (live->frames > 1)
        live->rate = live->rate == 0 ? 1 / (time - live->last_time) : 0.9 * live->rate + 0.1 / (time - live->last_time);
    live->last_time = time;
    snprintf(live->caption, sizeof live->caption,
             "%.0f frames/s   wrong pixels: %ld with a barrier, %ld %s (%.1f%%)\n"
             "without, over %ld frames: %ld to %ld, mean %.0f",
             live->rate, live->wrong[0], live->wrong[1], live->barrier ? "with one too" : "without",
             100.0 * live->wrong[1] / (live->width * live->height), live->races, live->least, live->most,
             live->races ? live->sum / live->races : 0);
}

static void next_frame(void *data)
{
    struct live *live = (struct live *)data;
    if (!live->stopped)
        run_frame(live);
}

static void key(void *data, unsigned char key)
{
    struct live *live = (struct live *)data;
    switch (key) {
    case ' ': live->stopped = !live->stopped; break;
    case 'b':
        live->barrier = !live->barrier;
        if (live->stopped)
            run_frame(live); // so that the picture shows it
        break;
    case 'd': live->view = live->view == view_difference ? view_picture : view_difference; break;
    case 'w': live->view = live->view == view_warps ? view_picture : view_warps; break;
    }
    paint(live); // also when it is stopped
}

int main(int argc, char **argv)
{
    int width = 512, height = 512, frames = 0, seed = 1, view = 0;
    const char *save = NULL;
    const struct option_spec options[] = {
        {"frames", "N", "stops after N frames", option_count, &frames},
        {"save", "FILE", "writes the last frame to FILE (.png or .ppm), and opens no window", option_text, &save},
        {"width", "N", "pixels across, of each half (512)", option_count, &width},
        {"height", "N", "pixels along (512)", option_count, &height},
        {"view", "N", "1 shows what differs, 2 which warp wrote each pixel, as the keys d and w do", option_count,
         &view},
        {"seed", "N", "chooses the order of the warps on the CPU device (1)", option_count, &seed},
        {}};
    parse_options(argc, argv, "Green spheres through shared memory, with a barrier and without, live.", options);
    require_image_path(save);
    require_height(height);
    if (view > 2) {
        fprintf(stderr, "%s: --view needs 1 or 2, not '%d'\n", program_name(), view);
        return 2;
    }
    set_seed(seed);

    struct live live = {};
    size_t all = (size_t)width * height;
    live.width = width;
    live.height = height;
    live.view = view == 1 ? view_difference : view == 2 ? view_warps : view_picture;
    HANDLE_ERROR(cudaMalloc((void **)&live.dev_pixels, all * sizeof(uchar4)));
    HANDLE_ERROR(cudaMalloc((void **)&live.dev_writers, all * sizeof(int)));
    for (int right = 0; right < 2; ++right) {
        HANDLE_NULL(live.pixels[right] = (uchar4 *)calloc(all, sizeof(uchar4)));
        HANDLE_NULL(live.writers[right] = (int *)calloc(all, sizeof(int)));
    }
    HANDLE_NULL(live.expected = (unsigned char *)malloc(all));
    HANDLE_NULL(live.picture = (uchar4 *)calloc(2 * all, sizeof(uchar4)));
    for (size_t i = 0; i < all; ++i)
        live.expected[i] = (unsigned char)sphere_expected(i % width, i / width);

    struct window window = {};
    window.title = "with a barrier, and without";
    window.pixels = (unsigned char *)live.picture;
    window.width = 2 * width;
    window.height = height;
    window.frame = next_frame;
    window.frames = frames;
    window.key = key;
    window.key_help = "space stop\nb    barrier on the right\nd    what differs\nw    which warp wrote each pixel\n";
    window.caption = live.caption;
    window.data = &live;
    const char *why = NULL;
    int saved = 1;
    if (save != NULL || !show_window(&window, &why)) {
        for (int i = 0; i < (frames ? frames : 100); ++i)
            next_frame(&live);
        const char *path = save ? save : default_image_name();
        saved = save_image(path, window.pixels, window.width, window.height);
        if (save == NULL && saved)
            fprintf(stderr, "%s: no window, for %s; the last frame is in %s\n", program_name(), why, path);
    }
    printf("%ld frames: wrong pixels with a barrier: %ld in all; without: %ld to %ld of %ld, mean %.0f; seed %d\n",
           live.frames, live.with_barrier, live.least, live.most, (long)all, live.races ? live.sum / live.races : 0,
           seed);

    HANDLE_ERROR(cudaFree(live.dev_pixels));
    HANDLE_ERROR(cudaFree(live.dev_writers));
    for (int right = 0; right < 2; ++right) {
        free(live.pixels[right]);
        free(live.writers[right]);
    }
    free(live.expected);
    free(live.picture);
    return saved && live.most == 0 && live.with_barrier == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
