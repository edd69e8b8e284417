// SPDX-License-Identifier: MIT
// visibility.cu: which threads see what a thread has written, and what must come between the write and the read.
//
// A thread of the same warp sees it after __syncwarp(), a thread of the same block after __syncthreads(). Neither spans
// the grid: a thread of another block sees it after a fence, a flag that atomics set and read, and a second fence.
// --unsynced leaves the barriers and fences out: then it is a matter of luck what a thread sees.
//
//     nvcc -o visibility chapter05/visibility.cu              for a GPU
//     cpu_device/cucc -o visibility chapter05/visibility.cu   for the CPU device
//     ./visibility --unsynced
//
// It prints for each reader how many reads got the new value. Exit status: 0 if all did, 1 if not.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h" // device_counts(): the CPU device needs fewer blocks
#include "../common/options.h"

const int threads_per_block = 256;
const int most_blocks = 65536;

// In each launch thread i of the grid writes `first` + i, which no memory holds before, and stores what it reads in
// seen[i]. `synced` is false with --unsynced.

// Each thread reads the value of its neighbour in the warp: 1 of 0, 0 of 1, 3 of 2, ...
__global__ void read_in_warp(unsigned *seen, unsigned first, bool synced)
{
    __shared__ unsigned values[threads_per_block];
    int i = threadIdx.x + blockIdx.x * blockDim.x;

    values[threadIdx.x] = first + i;
    if (synced)
        __syncwarp(); // the warp has stored before any of its threads reads
    seen[i] = values[threadIdx.x ^ 1];
}

// Each thread reads the value of a thread in the other half of its block: 128 of 0, 0 of 128, 129 of 1, ...
__global__ void read_in_block(unsigned *seen, unsigned first, bool synced)
{
    __shared__ unsigned values[threads_per_block];
    int i = threadIdx.x + blockIdx.x * blockDim.x;

    values[threadIdx.x] = first + i;
    if (synced)
        __syncthreads(); // the block has stored before any of its threads reads
    seen[i] = values[threadIdx.x ^ 128];
}

struct message {
    unsigned input;   // stored by the host; message i has i
    unsigned payload; // stored by thread i of the grid, for its partner in the next block
};

// Two threads of two blocks store a payload each, and set the same flag. The thread that finds it set reads the
// partner's payload; the other stores 0. No thread waits.
__global__ void read_between_blocks(unsigned *seen, struct message *messages, unsigned *flags, unsigned first,
                                    bool synced)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int partner = i ^ threads_per_block;

    // The partner's input lies next to its payload. So the L1 cache may keep both from now on, with the old payload.
    unsigned input = messages[partner].input;

    messages[i].payload = first + input;
    if (synced)
        __threadfence(); // the payload is visible before the flag

    bool flag_was_set = atomicExch(&flags[min(i, partner)], first) == first;

    if (synced)
        __threadfence(); // the payload is read after the flag, and not from what the L1 has kept
    seen[i] = flag_was_set ? messages[partner].payload : 0;
}

enum reader { in_warp, in_block, between_blocks, readers };

static const char *const names[readers] = {"a thread of the same warp", "a thread of the same block",
                                           "a thread of another block"};
static const char *const with[readers] = {"__syncwarp()", "__syncthreads()", "fence, atomic, fence"};
static const char *const without[readers] = {"nothing", "nothing", "atomic"};

// The value that the thread should read. Between blocks its partner has stored `first` + the input beside its own.
static unsigned new_value(int reader, unsigned first, unsigned i)
{
    return first + (reader == in_warp ? i ^ 1 : reader == in_block ? i ^ 128 : i);
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
    unsigned threads = (unsigned)blocks * threads_per_block;
    struct message *messages = (struct message *)malloc(threads * sizeof *messages);
    unsigned *seen = (unsigned *)malloc(threads * sizeof *seen);
    HANDLE_NULL(messages);
    HANDLE_NULL(seen);
    for (unsigned i = 0; i < threads; i++) {
        messages[i].input = i;
        messages[i].payload = 0;
    }

    unsigned *dev_seen;
    struct message *dev_messages;
    unsigned *dev_flags;
    HANDLE_ERROR(cudaMalloc((void **)&dev_seen, threads * sizeof *dev_seen));
    HANDLE_ERROR(cudaMalloc((void **)&dev_messages, threads * sizeof *dev_messages));
    HANDLE_ERROR(cudaMalloc((void **)&dev_flags, threads * sizeof *dev_flags));
    HANDLE_ERROR(cudaMemcpy(dev_messages, messages, threads * sizeof *messages, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_flags, 0, threads * sizeof *dev_flags));

    // launch, and check
    printf("%-27s %-21s saw the new value\n", "reader", "between write and read");
    unsigned first = 1;
    int right_readers = 0;
    for (int reader = 0; reader < readers; reader++) {
        long long right = 0;
        for (int run = 0; run < runs; run++) {
            if (reader == in_warp)
                read_in_warp<<<blocks, threads_per_block>>>(dev_seen, first, !unsynced);
            else if (reader == in_block)
                read_in_block<<<blocks, threads_per_block>>>(dev_seen, first, !unsynced);
            else
                read_between_blocks<<<blocks, threads_per_block>>>(dev_seen, dev_messages, dev_flags, first, !unsynced);
            HANDLE_ERROR(cudaGetLastError());

            // the copy waits for the kernel
            HANDLE_ERROR(cudaMemcpy(seen, dev_seen, threads * sizeof *seen, cudaMemcpyDeviceToHost));
            for (unsigned i = 0; i < threads; i++)
                right += seen[i] == new_value(reader, first, i);
            first += threads; // so that no value of this run is right in the next
        }

        // between blocks one thread of each pair reads
        long long reads = (long long)runs * (reader == between_blocks ? threads / 2 : threads);
        printf("%-27s %-21s %lld of %lld\n", names[reader], unsynced ? without[reader] : with[reader], right, reads);
        right_readers += right == reads;
    }
    printf("\n%s: %d of %d readers saw every value.\n", right_readers == readers ? "Yes" : "NO", right_readers,
           readers);

    // free
    HANDLE_ERROR(cudaFree(dev_seen));
    HANDLE_ERROR(cudaFree(dev_messages));
    HANDLE_ERROR(cudaFree(dev_flags));
    free(messages);
    free(seen);
    return right_readers == readers ? EXIT_SUCCESS : EXIT_FAILURE;
}
