// SPDX-License-Identifier: MIT
// shared_bitmap_slow.cu: one block of the bitmap in slow motion, with its barrier and without.
//
// Each cell of the block's shared memory holds the number of the warp that wrote it. That memory is shown at the top;
// what the threads read from it is below; the eight warps and "nobody" are on the left. Arrows lead from the cells that
// are read to their writers.
//
//     nvcc -o shared_bitmap_slow chapter05/shared_bitmap_slow.cu -lglut -lGL -lpng
//     cpu_device/cucc -o shared_bitmap_slow chapter05/shared_bitmap_slow.cu -lglut -lGL -lpng
//     ./shared_bitmap_slow                                a window; n: the next warp, m: the next barrier, h: other
//                                                         keys
//     ./shared_bitmap_slow --turns 5 --save turn5.png     no window
//
// It counts the cells that were read before they were written. Exit status: 0 if there were none; 1 if there were some,
// as expected.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/side_by_side.h"
#include "../common/spheres.h" // the block's side

enum { side = spheres_side, warps = side * side / 32, nobody = warps, all_turns = 2 * warps };

struct block {
    long long clock[all_turns]; // when each warp wrote, and when each read
    int found[side][side];      // the warp whose number the thread read
};

// A thread writes its cell, and reads the one at the opposite place.
__global__ void turn_round(struct block *blocks, bool with_barrier)
{
    __shared__ int writer[side][side];
    struct block *block = &blocks[blockIdx.x];
    int x = threadIdx.x;
    int y = threadIdx.y;
    int rank = x + y * blockDim.x;
    int warp = rank / warpSize;
    int lane = rank % warpSize;

    writer[y][x] = nobody;

    // all cells are nobody's before a thread writes the first
    __syncthreads();

    writer[y][x] = warp;
    if (lane == 0) // the first lane says when its warp wrote, the last when it has read
        block->clock[warp] = clock64();

    // another thread writes the cell that this thread reads next; with_barrier is the same for all threads
    if (with_barrier)
        __syncthreads();

    block->found[y][x] = writer[side - 1 - y][side - 1 - x];
    if (lane == warpSize - 1)
        block->clock[warps + warp] = clock64();
}

static struct block *blocks;
static struct block worst[2];     // left, right
static int at_turn[2][all_turns]; // below `warps`: that warp wrote; from `warps` on: it read
static long too_early[2];         // cells, of the blocks that were shown

static int count_nobodys(const struct block *block)
{
    int cells = 0;
    for (int i = 0; i < side * side; ++i) {
        if (block->found[i / side][i % side] == nobody)
            ++cells;
    }
    return cells;
}

static void launch(struct side_by_side *view)
{
    for (int half = 0; half < 2; ++half) {
        turn_round<<<view->blocks, dim3(side, side)>>>(blocks, half == 0);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());

        worst[half] = blocks[0];
        for (int i = 1; i < view->blocks; ++i) {
            if (count_nobodys(&blocks[i]) > count_nobodys(&worst[half]))
                worst[half] = blocks[i];
        }
        order_turns(worst[half].clock, all_turns, at_turn[half]);
        too_early[half] += count_nobodys(&worst[half]);
    }
}

enum { cell = 8, grid = side * cell, strip = 4 * cell, half_width = strip + grid, gap = 16 }; // pixels

// Fills the cell (x, y) of the upper grid (1) or of the lower one (0) in its warp's colour.
static void paint_cell(struct drawing *drawing, int half, int upper, int x, int y, int warp)
{
    fill(drawing, half * (half_width + gap) + strip + x * cell, upper * (grid + gap) + y * cell, cell - 1, cell - 1,
         window_colours[warp]);
}

static void paint(struct side_by_side *view, int half, int turns)
{
    char *line = view->line[half];
    const size_t room = sizeof view->line[half];
    int left = half * (half_width + gap);
    int bottom = grid + gap;
    int step = grid / (warps + 1);

    for (int warp = 0; warp <= warps; ++warp) // beside the upper grid, with nobody on top
        fill(&view->drawing, left, bottom + warp * step, cell, cell, window_colours[warp]);
    for (int i = 0; i < side * side; ++i)
        paint_cell(&view->drawing, half, 1, i % side, i / side, nobody);
    for (int turn = 0; turn < turns; ++turn) {
        int warp = at_turn[half][turn] % warps;
        bool reads = at_turn[half][turn] >= warps;
        bool last = turn == turns - 1 && turns < all_turns;
        for (int i = warp * 32; i < (warp + 1) * 32; ++i) {
            int x = i % side;
            int y = i / side;
            int from = worst[half].found[y][x];
            paint_cell(&view->drawing, half, !reads, x, y, reads ? from : warp);
            if (last && reads && i % 5 == 0)
                draw_arrow(&view->drawing, left + strip + (side - 1 - x) * cell + cell / 2,
                           bottom + (side - 1 - y) * cell + cell / 2, left + cell, bottom + from * step + cell / 2,
                           window_white);
        }
        if (last && reads)
            snprintf(line, room, "turn %d of %d: warp %d reads what warp %d writes", turns, all_turns, warp,
                     warps - 1 - warp);
        else if (last)
            snprintf(line, room, "turn %d of %d: warp %d writes", turns, all_turns, warp);
    }
    if (turns == all_turns)
        snprintf(line, room, "%d of %d cells read before they were written", count_nobodys(&worst[half]), side * side);
}

int main(int argc, char **argv)
{
    // options
    const int barriers[] = {warps, all_turns};
    struct side_by_side view = {};
    parse_side_by_side(&view, argc, argv,
                       "A block that turns its cells round, with its barrier and without, in slow motion.");
    HANDLE_ERROR(cudaMallocManaged((void **)&blocks, view.blocks * sizeof *blocks));

    // launch, for every frame
    view.legend = "by warp\t0\t1\t2\t3\t4\t5\t6\t7\tnobody";
    view.turns = all_turns;
    view.barriers = barriers;
    view.launch = launch;
    view.paint = paint;
    view.drawing = new_drawing(2 * half_width + gap, 2 * grid + gap);
    int shown = show_side_by_side(&view);
    printf("Cells read before they were written, in %ld frames: %ld with the barrier, %ld without (seed %d).\n",
           view.launched, too_early[0], too_early[1], view.seed);

    // free
    HANDLE_ERROR(cudaFree(blocks));
    free(view.drawing.pixels);
    return shown && too_early[0] == 0 && too_early[1] == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
