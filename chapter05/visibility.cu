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
#include "../common/measure.h" // device_counts(): the CPU device needs fewer blocks
#include "../common/options.h"

const int threads_per_block = 256; // a power of two, 64 or more: each half of a block has warps of its own
const int most_blocks = 65536;

// What stands between the write and the read.
enum between { nothing, warp_barrier, block_barrier, fences };

struct message {
    unsigned input;   // stored by the host; message i has i
    unsigned payload; // stored by thread i of the grid, for its partner
};

struct arrays {
    unsigned *seen; // what each thread has read
    struct message *messages;
    unsigned *flags;
};

// Each thread stores a value in shared memory, and reads the one of the thread at this distance: its own at 0, that of
// a thread of its warp at 1, of the other half of its block at 128. The values of a launch are `first` and higher; no
// memory holds them before.
__global__ void read_shared(struct arrays arrays, unsigned first, int distance, enum between between)
{
    __shared__ unsigned values[threads_per_block];
    int t = threadIdx.x;
    int i = t + blockIdx.x * blockDim.x;

    values[t] = first + i;

    if (between == warp_barrier)
        __syncwarp(); // the warp has stored before any of its threads reads
    if (between == block_barrier)
        __syncthreads(); // the block has stored before any of its threads reads

    arrays.seen[i] = values[t ^ distance];
}

// Threads of two blocks store a payload each, and set the same flag. The thread that finds it set reads the partner's
// payload; the other stores `first` - 1, a value of no thread. No thread waits.
__global__ void read_global(struct arrays arrays, unsigned first, int distance, enum between between)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int partner = i ^ distance;

    // The partner's input lies next to its payload. So the L1 cache may keep both from now on, with the old payload.
    unsigned input = arrays.messages[partner].input;

    arrays.messages[i].payload = first + input;

    if (between == fences)
        __threadfence(); // the payload is visible before the flag

    bool flag_was_set = atomicExch(&arrays.flags[min(i, partner)], first) == first;

    if (between == fences)
        __threadfence(); // the payload is read after the flag, and not from what the L1 has kept

    arrays.seen[i] = flag_was_set ? arrays.messages[partner].payload : first - 1;
}

enum { readers = 4 };

static const struct reader {
    const char *name;
    enum between between;
    const char *says;  // what stands between write and read
    const char *lacks; // what is left of it with --unsynced
    int distance;      // from the reader to the writer; 256 is a thread of the next block
    int reads_of_pair; // by two threads, in a launch
} all_readers[readers] = {{"the same thread", nothing, "nothing", "nothing", 0, 2},
                          {"a thread of the same warp", warp_barrier, "__syncwarp()", "nothing", 1, 2},
                          {"a thread of the same block", block_barrier, "__syncthreads()", "nothing", 128, 2},
                          {"a thread of another block", fences, "fence, atomic, fence", "atomic", 256, 1}};

// One launch. Returns how many reads got the new value.
static long long count_right(const struct reader *reader, int blocks, bool unsynced, struct arrays dev, unsigned first,
                             unsigned *seen)
{
    enum between between = unsynced ? nothing : reader->between;
    bool in_block = reader->distance < threads_per_block;
    if (in_block)
        read_shared<<<blocks, threads_per_block>>>(dev, first, reader->distance, between);
    else
        read_global<<<blocks, threads_per_block>>>(dev, first, reader->distance, between);
    HANDLE_ERROR(cudaGetLastError());

    // the copy waits for the kernel
    unsigned threads = (unsigned)blocks * threads_per_block;
    HANDLE_ERROR(cudaMemcpy(seen, dev.seen, threads * sizeof *seen, cudaMemcpyDeviceToHost));

    // in shared memory the value is the writer's number; between blocks it is the partner's input, the reader's number
    long long right = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (seen[i] == first + (in_block ? i ^ (unsigned)reader->distance : i))
            right++;
    }
    return right;
}

int main(int argc, char **argv)
{
    // options
    int blocks = device_counts() ? 64 : 16384;
    int runs = 10;
    int unsynced = 0;
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

    // input
    size_t threads = (size_t)blocks * threads_per_block;
    struct message *messages = (struct message *)malloc(threads * sizeof *messages);
    unsigned *seen = (unsigned *)malloc(threads * sizeof *seen);
    HANDLE_NULL(messages);
    HANDLE_NULL(seen);
    for (size_t i = 0; i < threads; i++) {
        messages[i].input = (unsigned)i;
        messages[i].payload = 0;
    }

    struct arrays dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev.seen, threads * sizeof *dev.seen));
    HANDLE_ERROR(cudaMalloc((void **)&dev.messages, threads * sizeof *dev.messages));
    HANDLE_ERROR(cudaMalloc((void **)&dev.flags, threads * sizeof *dev.flags));
    HANDLE_ERROR(cudaMemcpy(dev.messages, messages, threads * sizeof *messages, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev.flags, 0, threads * sizeof *dev.flags));

    // launch, and check
    printf("%-27s %-21s saw the new value\n", "reader", "between write and read");
    unsigned first = 1;
    int right_readers = 0;
    for (int r = 0; r < readers; r++) {
        const struct reader *reader = &all_readers[r];
        long long reads = (long long)threads / 2 * reader->reads_of_pair * runs;
        long long right = 0;
        for (int run = 0; run < runs; run++) {
            right += count_right(reader, blocks, unsynced, dev, first, seen);
            first += (unsigned)threads; // so that no value of this run is right in the next
        }

        printf("%-27s %-21s %lld of %lld\n", reader->name, unsynced ? reader->lacks : reader->says, right, reads);
        if (right == reads)
            right_readers++;
    }
    printf("\n%s: %d of %d readers saw every value.\n", right_readers == readers ? "Yes" : "NO", right_readers,
           readers);

    // free
    HANDLE_ERROR(cudaFree(dev.seen));
    HANDLE_ERROR(cudaFree(dev.messages));
    HANDLE_ERROR(cudaFree(dev.flags));
    free(messages);
    free(seen);
    return right_readers == readers ? EXIT_SUCCESS : EXIT_FAILURE;
}
