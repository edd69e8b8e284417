// SPDX-License-Identifier: MIT
// cost.cu: the time of one textbook program at a given size, by the host's clock around the launch and the
// synchronization. cpu_device/bench/cost.sh runs it with the checks of the CPU device on and off.
//
//     build/cpu/bench/cost tiled 1024
//     cold 1040.012 ms best 1021.330 ms median 1030.120 ms runs 1 memory 74.2 MB
//
// The first launch is the cold one; "best" is the best of all; the median, and "runs", leave out the first.
// Exit status: 0 if the result was right, 1 if not, 2 for bad usage, and 77 where there is no CUDA device.

#include "cost_growth.h"
#include "cost_programs.h"

static const struct program programs[] = {
    {"product", product_16, 16, 4096, "rows", "a matrix product, naive, in blocks of 16x16"},
    {"product32", product_32, 32, 4096, "rows", "the same in blocks of 32x32"},
    {"tiled", product_tiled, 16, 4096, "rows", "a matrix product by tiles of 16x16 in shared memory"},
    {"transpose", transpose, 32, 16384, "rows", "a matrix transposed through tiles in shared memory"},
    {"histogram", histogram, 1, 1 << 30, "bytes", "a histogram of 256 bins, by atomics in shared memory"},
    {"stencil", stencil, 16, 16384, "rows", "a stencil of five points"},
    {"scan", scan, 1024, 1 << 20, "words", "sums of all before, by blocks of 1024 and three launches"},
    {"lastblock", last_block, 1, 1 << 30, "words", "a sum whose parts the last block adds up"},
    {"dot", dot, 1, 1 << 24, "elements", "the dot product of chapter 5, by at most 32 blocks of 256"},
    {"bitmap", bitmap, 16, 16384, "rows", "a picture drawn through shared memory"},
    {"copy", copy, 1, 1 << 28, "words", "a copy, a thread a word"},
    {"update", update, 1, 1 << 28, "words", "each word read and written in place, a thread a word"},
    {"gather", gather, 1, 1 << 28, "words", "a copy of the words that an index names, far from one another"},
    {"blocks", blocks, 1, 1 << 24, "blocks", "blocks of 32 threads that meet at one barrier"},
    {"barrier", grid_barrier, 1, 1 << 24, "rounds", "barriers of the grid, of as many blocks as fit at once"},
};

int main(int argc, char **argv)
{
    return run_chosen(programs, argc, argv);
}
