// SPDX-License-Identifier: MIT
// dot_live.cu: a tree reduction of 32 cells with its barrier and without, live: each sum shows what it lacks.
//
// In place of a sum, a cell holds the set of the cells added to it, one bit for each. Each cell belongs to a whole
// warp, because a barrier holds back warps. Each band of columns is one state of the cells: the start at the top, then
// the state after each round. A column shows which cells are in a sum; the missing ones are red.
//
//     nvcc -o dot_live chapter05/dot_live.cu -lglut -lGL -lpng
//     cpu_device/cucc -o dot_live chapter05/dot_live.cu -lglut -lGL -lpng
//     ./dot_live                                  a window; n shows the next addition, m the next barrier, h other keys
//     ./dot_live --frames 100 --save last.png     no window
//
// Exit status: 0 if the last sum of every frame was complete, 1 if one was not, which is the expected outcome.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/side_by_side.h"

enum { cells = 32, halvings = 5, additions = cells - 1 };

struct block {                  // for each addition: 16 of the first halving, then 8, 4, 2, 1
    long long clock[additions]; // when
    unsigned read[additions];   // what it found in the other cell
    unsigned sum[additions];    // what its own cell held then
};

__global__ void halve(struct block *blocks, bool with_barrier)
{
    __shared__ unsigned cache[cells];
    struct block *block = &blocks[blockIdx.x];
    int cell = threadIdx.x / warpSize;
    bool adds = threadIdx.x % warpSize == 0; // one thread of each of 32 warps

    if (adds)
        cache[cell] = 1u << cell;

    // each cell holds itself before any thread reads another's
    __syncthreads();

    for (int i = cells / 2; i != 0; i /= 2) {
        if (adds && cell < i) {
            int addition = cells - 2 * i + cell;
            unsigned other = cache[cell + i];
            block->clock[addition] = clock64();
            cache[cell] |= other;

            block->read[addition] = other;
            block->sum[addition] = cache[cell];
        }

        // the sums that are read next are complete; with_barrier is the same for all threads
        if (with_barrier)
            __syncthreads();
    }
}

static struct block *blocks;
static struct block worst[2];     // left, right
static int at_turn[2][additions]; // which addition it was
static long complete[2];          // frames whose last sum is complete

static int count_cells(const struct block *block)
{
    return __builtin_popcount(block->sum[additions - 1]);
}

static void launch(struct side_by_side *view)
{
    for (int half = 0; half < 2; ++half) {
        halve<<<view->blocks, cells * 32>>>(blocks, half == 0);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());

        worst[half] = blocks[0];
        for (int i = 1; i < view->blocks; ++i) {
            if (count_cells(&blocks[i]) < count_cells(&worst[half]))
                worst[half] = blocks[i];
        }
        order_turns(worst[half].clock, additions, at_turn[half]);
        if (count_cells(&worst[half]) == cells)
            ++complete[half];
    }
}

enum { column = 8, band = cells + 12, half_width = cells * column, gap = 8 }; // in pixels

static int left_of(int half, int cell)
{
    return half * (half_width + gap) + cell * column;
}

// The lower edge of the band that a halving made; 0 is the first state.
static int bottom_of(int halving)
{
    return (halvings - halving) * band;
}

static void paint_column(struct drawing *drawing, int half, int halving, int cell, unsigned set)
{
    for (int i = 0; i < cells; ++i) {
        int colour = set >> i & 1 ? 3 : i % (cells >> halving) == cell ? 0 : 8; // green, red, dark
        fill(drawing, left_of(half, cell), bottom_of(halving) + i, column - 1, 1, window_colours[colour]);
    }
}

// The first halving has the additions 0 to 15, of the cells 0 to 15; the second 16 to 23, of the cells 0 to 7; and so
// on.
static int halving_of(int addition)
{
    int halving = 1;
    for (int first = cells / 2; addition >= first; first += cells >> halving)
        ++halving;
    return halving;
}

static int cell_of(int addition)
{
    int cell = addition;
    for (int halving = 1; halving < halving_of(addition); ++halving)
        cell -= cells >> halving;
    return cell;
}

static void paint(struct side_by_side *view, int half, int turns)
{
    const struct block *block = &worst[half];
    char *line = view->line[half];
    const size_t room = sizeof view->line[half];
    unsigned set[cells];
    int made_by[cells] = {}; // the halving
    for (int cell = 0; cell < cells; ++cell) {
        set[cell] = 1u << cell;
        paint_column(&view->drawing, half, 0, cell, set[cell]);
    }

    for (int turn = 0; turn < turns; ++turn) {
        int addition = at_turn[half][turn];
        int halving = halving_of(addition);
        int cell = cell_of(addition);
        int other = cell + (cells >> halving);
        int from = block->read[addition] == set[other] ? made_by[other] : 0;

        set[cell] = block->sum[addition];
        made_by[cell] = halving;
        paint_column(&view->drawing, half, halving, cell, set[cell]);
        if (turn < turns - 1 || turns == additions)
            continue;

        draw_arrow(&view->drawing, left_of(half, other) + column / 2, bottom_of(from) - 1,
                   left_of(half, cell) + column / 2, bottom_of(halving) + cells + 3,
                   from < halving - 1 ? window_colours[0] : window_white);
        snprintf(line, room, "turn %d of %d: warp %d adds %d of %d cells from warp %d", turns, additions, cell,
                 __builtin_popcount(block->read[addition]), 1 << (halving - 1), other);
    }
    if (turns == additions)
        snprintf(line, room, "%d of %d cells in the sum; all of them in %ld of %ld frames", count_cells(block), cells,
                 complete[half], view->launched);
}

int main(int argc, char **argv)
{
    // options
    const int barriers[] = {16, 24, 28, 30, additions};
    struct side_by_side view = {};
    parse_side_by_side(&view, argc, argv, "The halving of 32 sums, with its barrier and without, live.");
    HANDLE_ERROR(cudaMallocManaged((void **)&blocks, view.blocks * sizeof *blocks));

    // launch, for every frame
    view.legend = "a column: the cells that are in a sum\tmissing";
    view.turns = additions;
    view.barriers = barriers;
    view.launch = launch;
    view.paint = paint;
    view.drawing = new_drawing(2 * half_width + gap, bottom_of(0) + cells);
    int shown = show_side_by_side(&view);
    printf("Complete sums in %ld frames: %ld with the barrier; %ld without, the last with %d of %d cells (seed %d).\n",
           view.launched, complete[0], complete[1], count_cells(&worst[1]), cells, view.seed);

    // free
    HANDLE_ERROR(cudaFree(blocks));
    free(view.drawing.pixels);
    return shown && complete[0] == view.launched && complete[1] == view.launched ? EXIT_SUCCESS : EXIT_FAILURE;
}
