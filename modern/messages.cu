// SPDX-License-Identifier: MIT
// messages.cu: a message and its flag, between two blocks: what may the reader find when the flag is set?
//
// A block writes a message and then sets a flag; another block waits for the flag and then reads the message. Only a
// release that sets the flag and an acquire that reads it make the message visible, and only to threads in the scope
// that both name. Without them the compiler, the writer's store buffer and the reader's L1 cache may each bring the
// reader the old message. To give the L1 cache the chance, the reader has read the word beside each message before.
//
//     nvcc -arch=native -o messages modern/messages.cu    for the GPU of this machine
//     cpu_device/cucc -o messages modern/messages.cu      for the CPU device
//     ./messages --way relaxed
//
// It prints for each way how many flags the reader saw, and how many of their messages were old. Exit status: 0 if none
// came late where release and acquire have device scope; the other ways promise nothing.

#include <cuda/atomic>
#include <stdio.h>
#include <string.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"

const int messages = 256;    // that a pair of blocks passes on
const int patience = 4096;   // times that the reader looks at a flag
const int most_pairs = 1024; // of blocks

struct slot { // 32 bytes: one sector, the smallest unit of the L1 cache
    unsigned neighbour;
    unsigned message;
    unsigned reader_is_ready;
    unsigned unused[5];
};

__managed__ unsigned flags_seen; // by all readers
__managed__ unsigned old_messages;

enum way { plain, as_volatile, relaxed, block_scope, device_scope, ways };

static const char *const names[ways] = {"plain", "volatile", "relaxed", "block", "device"};

template <cuda::thread_scope scope> using flag_of = cuda::atomic_ref<unsigned, scope>;

template <enum way way> __device__ void send(unsigned *message, unsigned *flag, unsigned value)
{
    if (way == as_volatile) {
        *(volatile unsigned *)message = value;
        *(volatile unsigned *)flag = 1;
        return;
    }
    *message = value;
    if (way == plain)
        *flag = 1;
    else if (way == relaxed)
        flag_of<cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_relaxed);
    else if (way == block_scope)
        flag_of<cuda::thread_scope_block>(*flag).store(1, cuda::memory_order_release);
    else
        flag_of<cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
}

template <enum way way> __device__ bool is_set(unsigned *flag)
{
    if (way == plain)
        return *flag != 0;
    if (way == as_volatile)
        return *(volatile unsigned *)flag != 0;
    if (way == relaxed)
        return flag_of<cuda::thread_scope_device>(*flag).load(cuda::memory_order_relaxed) != 0;
    if (way == block_scope)
        return flag_of<cuda::thread_scope_block>(*flag).load(cuda::memory_order_acquire) != 0;
    return flag_of<cuda::thread_scope_device>(*flag).load(cuda::memory_order_acquire) != 0;
}

template <enum way way> __device__ unsigned read_message(unsigned *message)
{
    if (way == as_volatile)
        return *(volatile unsigned *)message;
    return *message;
}

// Message i has the value i + 1, so none is 0, as an old one is.
template <enum way way> __device__ void write_messages(struct slot *slots, unsigned *flags, int first)
{
    flag_of<cuda::thread_scope_device> ready(slots[first].reader_is_ready);
    while (ready.load(cuda::memory_order_acquire) == 0)
        ; // the sectors of the messages are not in the reader's cache yet

    for (int i = first; i < first + messages; i++)
        send<way>(&slots[i].message, &flags[i], i + 1);
}

template <enum way way> __device__ void read_messages(struct slot *slots, unsigned *flags, int first)
{
    unsigned seen = 0;
    unsigned old = 0;
    for (int i = first; i < first + messages; i++)
        old += slots[i].neighbour; // 0; now the sectors of the messages are in the cache

    flag_of<cuda::thread_scope_device> ready(slots[first].reader_is_ready);
    ready.store(1, cuda::memory_order_release);

    for (int i = first; i < first + messages; i++) {
        int looks = 0;
        while (!is_set<way>(&flags[i]) && ++looks < patience)
            ;
        if (looks == patience)
            continue; // it gives up

        seen++;
        if (read_message<way>(&slots[i].message) != (unsigned)i + 1)
            old++;
    }
    atomicAdd(&flags_seen, seen);
    atomicAdd(&old_messages, old);
}

// Blocks 2p and 2p + 1 are a writer and a reader, each of one thread. Each waits for the other, so both must run at the
// same time. An ordinary launch does not promise that; a cooperative launch does, or fails.
template <enum way way> __global__ void pass_messages(struct slot *slots, unsigned *flags)
{
    const int first = blockIdx.x / 2 * messages;
    if (blockIdx.x % 2 == 0)
        write_messages<way>(slots, flags, first);
    else
        read_messages<way>(slots, flags, first);
}

typedef void (*kernel)(struct slot *slots, unsigned *flags);

static const kernel kernels[ways] = {pass_messages<plain>, pass_messages<as_volatile>, pass_messages<relaxed>,
                                     pass_messages<block_scope>, pass_messages<device_scope>};

// How many pairs of blocks the GPU can run at once, but no more than are wanted.
static int resident_pairs(int wanted)
{
    int multiprocessors;
    int resident;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernels[device_scope], 1, 0));
    const int pairs = multiprocessors * resident / 2;
    return wanted < pairs ? wanted : pairs;
}

// Prints a way's line of the table. Returns how many messages were old.
static unsigned run_way(int way, int runs, int pairs, struct slot *slots, unsigned *flags)
{
    const size_t sent = (size_t)pairs * messages;
    flags_seen = 0;
    old_messages = 0;
    for (int run = 0; run < runs; run++) {
        HANDLE_ERROR(cudaMemset(slots, 0, sent * sizeof(struct slot)));
        HANDLE_ERROR(cudaMemset(flags, 0, sent * sizeof(unsigned)));
        void *arguments[] = {&slots, &flags};
        HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)kernels[way], 2 * pairs, 1, arguments));
    }

    // the counts are complete when the last launch has ended
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%-10s %12zu %12u %12u\n", names[way], sent * runs, flags_seen, old_messages);
    return old_messages;
}

// The way of this name, or `ways` if there is none.
static int way_named(const char *name)
{
    int way = 0;
    while (way < ways && strcmp(name, names[way]) != 0)
        way++;
    return way;
}

int main(int argc, char **argv)
{
    // options
    int runs = device_counts() ? 1 : 20;
    const char *name = NULL;
    const struct option_spec options[] = {
        {"way", "WAY", "plain, volatile, relaxed, block or device (all of them)", option_text, &name},
        {"runs", "N", "launches of each (20; 1 where the device counts)", option_count, &runs},
        {}};
    parse_options(argc, argv, "A message and its flag, between two blocks.", options);
    const int first = name == NULL ? 0 : way_named(name);
    const int end = name == NULL ? ways : first + 1;
    if (first == ways) {
        fprintf(stderr, "%s: --way is plain, volatile, relaxed, block or device\n", program_name());
        return 2;
    }
    require_feature(cudaDevAttrCooperativeLaunch, "cooperative launches");

    // input: a slot and a flag for each message
    const int pairs = resident_pairs(device_counts() ? 2 : most_pairs);
    const size_t sent = (size_t)pairs * messages;
    struct slot *slots;
    unsigned *flags;
    HANDLE_ERROR(cudaMalloc((void **)&slots, sent * sizeof(struct slot)));
    HANDLE_ERROR(cudaMalloc((void **)&flags, sent * sizeof(unsigned)));

    // launch, and check: only the last way promises anything
    unsigned broken = 0;
    printf("%-10s %12s %12s %12s\n", "way", "messages", "flags seen", "old messages");
    for (int way = first; way < end; way++) {
        unsigned old = run_way(way, runs, pairs, slots, flags);
        if (way == device_scope)
            broken = old;
    }
    if (end != ways)
        printf("Nothing is promised of this way.\n");
    else if (broken == 0)
        printf("Yes: no message by release and acquire of device scope was old.\n");
    else
        printf("NO: messages by release and acquire of device scope were old.\n");

    // free
    HANDLE_ERROR(cudaFree(slots));
    HANDLE_ERROR(cudaFree(flags));
    return broken == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
