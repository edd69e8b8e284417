// SPDX-License-Identifier: MIT
// barrier_gpus.cu: a barrier between kernels on several GPUs: a flag, its scope, and its order.
//
// A kernel runs on each GPU. In each round it writes a message into the memory of the next GPU, and reads the message
// that arrived in its own. Between the two comes a barrier: each kernel sets its flag at every other one, and waits for
// theirs. It sets the flag with a release, and reads one with an acquire: then it sees all that was written before the
// flag. Both name a scope, the threads for which this holds: the whole system's; with --scope device, one GPU's only.
//
//     nvcc -O2 -arch=native -o barrier_gpus gpus/barrier_gpus.cu      for GPUs; with one, two kernels run there
//     cpu_device/cucc -o barrier_gpus gpus/barrier_gpus.cu            for the CPU device: CPU_DEVICE_COUNT=4
//     ./barrier_gpus
//
// It prints how many messages were right. Exit status: 0 if all were; 1 if not, or if the kernels did not end in time.

#include <cuda/atomic>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/watchdog.h"

const int most_members = 16;
const int words = 256; // of a message, and threads of a block

struct mailbox {                  // of a member (a kernel), in the memory of its GPU
    unsigned inbox[2][words];     // for the messages of even and of odd rounds
    unsigned flags[most_members]; // by member: the last round in which it met this one
    unsigned long long wrong;     // words that were not what they should be
};

struct members {
    int count;
    struct mailbox *of[most_members];
};

// What the sender writes in a round.
__host__ __device__ inline unsigned word_of(int sender, unsigned round, int i)
{
    return (round * most_members + sender) * words + i;
}

// One thread of each member waits for the others. Then it sees what they wrote before they came.
template <cuda::thread_scope scope> __device__ void meet(const struct members &all, int me, unsigned round)
{
    for (int other = 0; other < all.count; other++)
        cuda::atomic_ref<unsigned, scope>(all.of[other]->flags[me]).store(round, cuda::memory_order_release);
    for (int other = 0; other < all.count; other++)
        while (cuda::atomic_ref<unsigned, scope>(all.of[me]->flags[other]).load(cuda::memory_order_acquire) < round)
            ;
}

// One block for each member, one thread for each word. A message overwrites the one of two rounds before, which its
// reader had read before it met the writer in the round between.
template <cuda::thread_scope scope> __global__ void pass_messages(struct members all, int me, unsigned rounds)
{
    const int next = (me + 1) % all.count, previous = (me + all.count - 1) % all.count, i = threadIdx.x;
    for (unsigned round = 1; round <= rounds; round++) {
        all.of[next]->inbox[round % 2][i] = word_of(me, round, i);
        __syncthreads(); // the message is complete before the flag says so
        if (i == 0)
            meet<scope>(all, me, round);
        __syncthreads(); // no thread reads before thread 0 has met the other GPUs
        if (all.of[me]->inbox[round % 2][i] != word_of(previous, round, i))
            atomicAdd(&all.of[me]->wrong, 1ULL);
    }
}

// Peer access: kernels on the current GPU may use the other GPUs' memory.
static void reach_others(int gpus)
{
    int me;
    HANDLE_ERROR(cudaGetDevice(&me));
    for (int other = 0; other < gpus; other++)
        if (other != me)
            HANDLE_ERROR(cudaDeviceEnablePeerAccess(other, 0));
}

int main(int argc, char **argv)
{
    int gpus = 0, here, rounds = device_counts() ? 20 : 10000, timeout = 3;
    const char *scope = "system";
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all, 16 at most)", option_count, &gpus},
        {"rounds", "N", "of messages (10000; 20 where the device counts)", option_count, &rounds},
        {"scope", "SCOPE", "of the flags: system, or device", option_text, &scope},
        {"timeout", "SECONDS", "the kernels may take (3)", option_count, &timeout},
        {}};
    parse_options(argc, argv, "A barrier within kernels that run on several GPUs.", options);
    const bool of_system = strcmp(scope, "system") == 0;
    HANDLE_ERROR(cudaGetDeviceCount(&here));
    if (gpus == 0)
        gpus = here < most_members ? here : most_members;
    if (gpus > here || gpus > most_members || (!of_system && strcmp(scope, "device") != 0)) {
        fprintf(stderr, "%s: there are %d GPUs here, %d may be used, and the scope is system or device\n",
                program_name(), here, most_members);
        return 2;
    }

    struct members all = {gpus == 1 ? 2 : gpus, {}}; // a barrier of one member shows nothing
    cudaStream_t streams[most_members];
    cudaEvent_t ends[most_members];
    for (int m = 0; m < all.count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        if (m < gpus)
            reach_others(gpus);
        HANDLE_ERROR(cudaMalloc((void **)&all.of[m], sizeof(struct mailbox)));
        HANDLE_ERROR(cudaMemset(all.of[m], 0, sizeof(struct mailbox)));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&streams[m], cudaStreamNonBlocking));
        HANDLE_ERROR(cudaEventCreate(&ends[m]));
        HANDLE_ERROR(cudaDeviceSynchronize()); // the flags are 0 before any kernel begins
    }
    double begin = watchdog_clock();
    for (int m = 0; m < all.count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        auto kernel = of_system ? pass_messages<cuda::thread_scope_system> : pass_messages<cuda::thread_scope_device>;
        kernel<<<1, words, 0, streams[m]>>>(all, m, rounds);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(ends[m], streams[m]));
    }
    for (int m = 0; m < all.count; m++) {
        cudaError_t result = wait_for_event(ends[m], timeout);
        if (result == cudaErrorNotReady) {
            printf("NO: the kernels had not ended after %d s.\n", timeout);
            fflush(stdout);
            _exit(EXIT_FAILURE); // anything that waits for the kernels would wait for ever
        }
        HANDLE_ERROR(result);
    }
    double microseconds = (watchdog_clock() - begin) * 1e6 / rounds;

    unsigned long long wrong = 0, words_wrong;
    for (int m = 0; m < all.count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        HANDLE_ERROR(cudaMemcpy(&words_wrong, &all.of[m]->wrong, sizeof words_wrong, cudaMemcpyDeviceToHost));
        wrong += words_wrong;
        HANDLE_ERROR(cudaFree(all.of[m]));
        HANDLE_ERROR(cudaEventDestroy(ends[m]));
        HANDLE_ERROR(cudaStreamDestroy(streams[m]));
    }
    printf("%s: %d kernels on %d GPU%s, %d rounds, flags of %s scope: %llu words were wrong", wrong ? "NO" : "Yes",
           all.count, gpus, gpus == 1 ? "" : "s", rounds, scope, wrong);
    if (!device_counts())
        printf("; %.2f us a round", microseconds);
    printf(".\n");
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
