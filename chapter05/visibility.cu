// SPDX-License-Identifier: MIT
// visibility.cu: which threads see what a thread has written, and what must come between the write and the read.
//
// The writer sees it at once, a thread of the same warp after __syncwarp(), a thread of the same block after
// __syncthreads(). That does not span the grid: a thread of another block sees a payload after a fence, a flag that
// atomics set and read, and a second fence. --unsynced leaves the barriers and fences out: then it is a matter of luck
// what a thread sees.
//
//     nvcc -o visibility chapter05/visibility.cu              for a GPU
//     cpu_device/cucc -o visibility chapter05/visibility.cu   for the CPU device
//     ./visibility --unsynced
//
// It prints for each reader how many reads saw the new value. Exit status: 0 if all did, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, 64 or more: each half of a block has warps of its own
const int most_blocks = 65536;

struct message {
    unsigned input;   // stored by the host; message i has i
    unsigned payload; // stored by thread i of the grid, for its partner
};

struct arrays {
    unsigned *seen; // what each thread has read
    struct message *messages;
    unsigned *flags;
};

// Each thread stores a value in shared memory and reads another's: its own, where the distance is 0, that of a thread
// of its warp, or of the other half of its block. The values of a launch begin with `first`: none is there before.
template <int distance, bool synced> __global__ void read_shared(struct arrays arrays, unsigned first)
{
    __shared__ unsigned values[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    values[t] = first + i;
    if (synced && distance > 0 && distance < warpSize)
        __syncwarp(); // the warp has stored before any of its threads reads
    if (synced && distance >= warpSize)
        __syncthreads(); // the block has stored before any of its threads reads
    arrays.seen[i] = values[t ^ distance];
}

// Threads of two blocks store a payload each, and set the same flag. The thread that finds it set reads the partner's
// payload; the other stores `first` - 1, a value of no thread. No thread waits.
template <int distance, bool synced> __global__ void read_global(struct arrays arrays, unsigned first)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, partner = i ^ distance;
    // the partner's input lies next to its payload: the L1 cache may keep both from now on, the payload as it was
    // before
    unsigned input = arrays.messages[partner].input;
    arrays.messages[i].payload = first + input;
    if (synced)
        __threadfence(); // the payload is visible before the flag
    bool flag_was_set = atomicExch(&arrays.flags[min(i, partner)], first) == first;
    if (synced)
        __threadfence(); // the payload is read after the flag, and not from what the L1 has kept
    arrays.seen[i] = flag_was_set ? arrays.messages[partner].payload : first - 1;
}

const struct trial {
    const char *reader, *between, *unsynced_between;
    void (*synced)(struct arrays, unsigned), (*unsynced)(struct arrays, unsigned);
    int distance;      // from the reader to the writer
    int reads_of_pair; // by two threads, in a launch
} trials[] = {
    {"the same thread", "nothing", "nothing", read_shared<0, true>, read_shared<0, false>, 0, 2},
    {"a thread of the same warp", "__syncwarp()", "nothing", read_shared<1, true>, read_shared<1, false>, 1, 2},
    {"a thread of the same block", "__syncthreads()", "nothing", read_shared<128, true>, read_shared<128, false>, 128,
     2},
    {"a thread of another block", "fence, atomic, fence", "atomic", read_global<256, true>, read_global<256, false>, 0,
     1},
};

int main(int argc, char **argv)
{
    int blocks = device_counts() ? 64 : 16384, runs = 10, unsynced = 0;
    const struct option_spec options[] = {
        {"blocks", "N", "an even number of blocks of 256 threads (16384; 64 on the CPU device)", option_count, &blocks},
        {"runs", "N", "launches each kernel N times (10)", option_count, &runs},
        {"unsynced", NULL, "leaves out the barriers and fences", option_flag, &unsynced},
        {}};
    parse_options(argc, argv, "Which threads see what a thread has written, and after what.", options);
    if (blocks > most_blocks || blocks % 2 != 0) {
        fprintf(stderr, "%s: --blocks needs an even number, at most %d\n", program_name(), most_blocks);
        return 2;
    }

    size_t threads = (size_t)blocks * threads_per_block;
    struct message *messages;
    unsigned *seen;
    struct arrays dev;
    HANDLE_NULL(messages = (struct message *)malloc(threads * sizeof *messages));
    HANDLE_NULL(seen = (unsigned *)malloc(threads * sizeof *seen));
    for (size_t i = 0; i < threads; i++)
        messages[i] = {(unsigned)i, 0};
    HANDLE_ERROR(cudaMalloc((void **)&dev.seen, threads * sizeof *dev.seen));
    HANDLE_ERROR(cudaMalloc((void **)&dev.messages, threads * sizeof *dev.messages));
    HANDLE_ERROR(cudaMalloc((void **)&dev.flags, threads * sizeof *dev.flags));
    HANDLE_ERROR(cudaMemcpy(dev.messages, messages, threads * sizeof *messages, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev.flags, 0, threads * sizeof *dev.flags));

    printf("%-27s %-21s saw the new value\n", "reader", "between write and read");
    unsigned first = 1;
    int right_readers = 0, readers = 0;
    for (struct trial trial : trials) {
        long long right = 0, reads = (long long)threads / 2 * trial.reads_of_pair * runs;
        for (int run = 0; run < runs; run++) {
            (unsynced ? trial.unsynced : trial.synced)<<<blocks, threads_per_block>>>(dev, first);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaMemcpy(seen, dev.seen, threads * sizeof *seen, cudaMemcpyDeviceToHost));
            for (size_t i = 0; i < threads; i++)
                right += seen[i] == first + (unsigned)(i ^ trial.distance);
            first += (unsigned)threads;
        }
        printf("%-27s %-21s %lld of %lld\n", trial.reader, unsynced ? trial.unsynced_between : trial.between, right,
               reads);
        right_readers += right == reads;
        readers++;
    }
    printf("\n%s: %d of %d readers saw every value.\n", right_readers == readers ? "Yes" : "NO", right_readers,
           readers);

    HANDLE_ERROR(cudaFree(dev.seen));
    HANDLE_ERROR(cudaFree(dev.messages));
    HANDLE_ERROR(cudaFree(dev.flags));
    free(messages);
    free(seen);
    return right_readers == readers ? EXIT_SUCCESS : EXIT_FAILURE;
}
