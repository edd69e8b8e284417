// SPDX-License-Identifier: MIT
// cost.cu: the time of one textbook program at a given size, by the host's clock around the launch and the
// synchronization. cpu_device/bench/cost.sh runs it with the checks of the CPU device on and off.
//
//     build/cpu/bench/cost tiled 1024
//     cold 1040.012 ms best 1021.330 ms median 1030.120 ms runs 1 memory 74.2 MB
//
// The first launch is the cold one; "best" is the best of all; the median, and "runs", leave out the first.
// Exit status: 0 if the result was right, 1 if not, 2 for bad usage, and 77 where there is no CUDA device.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cost_growth.h"
#include "cost_programs.h"

static const struct program {
    const char *name;
    bool (*run)(int size, struct timing *timing);
    int multiple, most; // what sizes may be
    const char *size, *what;
} programs[] = {
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
    {"blocks", blocks, 1, 1 << 24, "blocks", "blocks of 32 threads that meet at one barrier"},
    {"lock", lock, 1, 1 << 16, "times", "2048 threads in 8 blocks take one lock so many times each"},
    {"barrier", grid_barrier, 1, 1 << 24, "rounds", "barriers of the grid, of as many blocks as fit at once"},
    {"hash", hash_table, 1, 1 << 28, "keys", "a hash table of 1024 buckets with a lock each"},
};

static void print_usage()
{
    printf("usage: %s NAME SIZE\n"
           "The time of one program, from the launch to the end of the synchronization: of the first launch, and the "
           "best\n"
           "and the median of those after it.\n\n",
           program_invocation_short_name);
    for (const struct program &program : programs)
        printf("  %-10s %-9s %s\n", program.name, program.size, program.what);
}

int main(int argc, char **argv)
{
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage();
        return EXIT_SUCCESS;
    }
    if (argc != 3) {
        fprintf(stderr, "%s: it takes NAME SIZE; --help lists the names\n", program_invocation_short_name);
        return 2;
    }
    const struct program *chosen = NULL;
    for (const struct program &program : programs)
        if (strcmp(program.name, argv[1]) == 0)
            chosen = &program;
    if (chosen == NULL) {
        fprintf(stderr, "%s: there is no program '%s'; --help lists them\n", program_invocation_short_name, argv[1]);
        return 2;
    }
    char *end;
    errno = 0;
    long size = strtol(argv[2], &end, 10);
    if (errno != 0 || end == argv[2] || *end != '\0' || size < 1 || size > chosen->most ||
        size % chosen->multiple != 0) {
        fprintf(stderr, "%s: %s takes a multiple of %d, up to %d, not '%s'\n", program_invocation_short_name,
                chosen->name, chosen->multiple, chosen->most, argv[2]);
        return 2;
    }

    struct timing timing;
    bool right = chosen->run((int)size, &timing);
    printf("cold %.3f ms best %.3f ms median %.3f ms runs %d memory %.1f MB\n", timing.cold, timing.best, timing.median,
           timing.runs, timing.memory / 1024.0);
    if (!right)
        fprintf(stderr, "%s: the result of %s is wrong\n", program_invocation_short_name, chosen->name);
    if (fflush(stdout) != 0) {
        perror(program_invocation_short_name);
        return EXIT_FAILURE;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
