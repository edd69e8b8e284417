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
    for (int other = 0; other < all.count; other++) {
        cuda::atomic_ref<unsigned, scope> flag(all.of[other]->flags[me]);
        flag.store(round, cuda::memory_order_release);
    }
    for (int other = 0; other < all.count; other++) {
        cuda::atomic_ref<unsigned, scope> flag(all.of[me]->flags[other]);
        while (flag.load(cuda::memory_order_acquire) < round)
            ;
    }
}

// One block for each member, one thread for each word. A message overwrites the one of two rounds before, which its
// reader had read before it met the writer in the round between.
template <cuda::thread_scope scope> __global__ void pass_messages(struct members all, int me, unsigned rounds)
{
    const int next = (me + 1) % all.count;
    const int previous = (me + all.count - 1) % all.count;
    const int i = threadIdx.x;
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

// Peer access: kernels on the current GPU may use the other GPUs' memory. Where that is impossible, ends the program
// with status 77.
static void reach_others(int gpus)
{
    int me;
    HANDLE_ERROR(cudaGetDevice(&me));
    for (int other = 0; other < gpus; other++) {
        if (other == me)
            continue;

        int possible;
        HANDLE_ERROR(cudaDeviceCanAccessPeer(&possible, me, other));
        if (!possible) {
            fprintf(stderr, "%s: GPU %d cannot use the memory of GPU %d\n", program_name(), me, other);
            exit(77);
        }
        HANDLE_ERROR(cudaDeviceEnablePeerAccess(other, 0));
    }
}

struct runs { // of the kernels, one for each member
    cudaStream_t streams[most_members];
    cudaEvent_t ends[most_members];
};

// Member m runs on GPU m; if there is only one GPU, all members run there.
static void prepare(struct members *all, struct runs *runs, int gpus)
{
    for (int m = 0; m < all->count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        if (m < gpus)
            reach_others(gpus);
        HANDLE_ERROR(cudaMalloc((void **)&all->of[m], sizeof(struct mailbox)));
        HANDLE_ERROR(cudaMemset(all->of[m], 0, sizeof(struct mailbox)));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&runs->streams[m], cudaStreamNonBlocking));
        HANDLE_ERROR(cudaEventCreate(&runs->ends[m]));
        HANDLE_ERROR(cudaDeviceSynchronize()); // the flags are 0 before any kernel begins
    }
}

static void launch(const struct members *all, const struct runs *runs, int gpus, bool of_system, int rounds)
{
    for (int m = 0; m < all->count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        if (of_system)
            pass_messages<cuda::thread_scope_system><<<1, words, 0, runs->streams[m]>>>(*all, m, rounds);
        else
            pass_messages<cuda::thread_scope_device><<<1, words, 0, runs->streams[m]>>>(*all, m, rounds);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(runs->ends[m], runs->streams[m]));
    }
}

// On one GPU nothing promises that the two kernels run at the same time, and a scope that is too small promises nothing
// either. So the host waits for so many seconds, and then ends the program.
static void wait_for_kernels(const struct members *all, const struct runs *runs, int timeout)
{
    for (int m = 0; m < all->count; m++) {
        cudaError_t result = wait_for_event(runs->ends[m], timeout);
        if (result == cudaErrorNotReady) {
            printf("NO: the kernels had not ended after %d s.\n", timeout);
            fflush(stdout);
            _exit(EXIT_FAILURE); // anything that waits for the kernels would never return
        }
        HANDLE_ERROR(result);
    }
}

static unsigned long long count_wrong(const struct members *all, int gpus)
{
    unsigned long long wrong = 0;
    for (int m = 0; m < all->count; m++) {
        unsigned long long of_member;
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        HANDLE_ERROR(cudaMemcpy(&of_member, &all->of[m]->wrong, sizeof of_member, cudaMemcpyDeviceToHost));
        wrong += of_member;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    // options
    int gpus = 0;
    int rounds = device_counts() ? 20 : 10000;
    int timeout = 3;
    const char *scope = "system";
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all, 16 at most)", option_count, &gpus},
        {"rounds", "N", "of messages (10000; 20 where the device counts)", option_count, &rounds},
        {"scope", "SCOPE", "of the flags: system, or device", option_text, &scope},
        {"timeout", "SECONDS", "the kernels may take (3)", option_count, &timeout},
        {}};
    parse_options(argc, argv, "A barrier within kernels that run on several GPUs.", options);
    const bool of_system = strcmp(scope, "system") == 0;
    int here;
    HANDLE_ERROR(cudaGetDeviceCount(&here));
    if (gpus == 0)
        gpus = here < most_members ? here : most_members;
    if (gpus > here || gpus > most_members || (!of_system && strcmp(scope, "device") != 0)) {
        fprintf(stderr, "%s: there are %d GPUs here, %d may be used, and the scope is system or device\n",
                program_name(), here, most_members);
        return 2;
    }

    // input: a mailbox for each member; a barrier of one member shows nothing
    struct members all = {gpus == 1 ? 2 : gpus, {}};
    struct runs runs;
    prepare(&all, &runs, gpus);

    // launch
    double begin = watchdog_clock();
    launch(&all, &runs, gpus, of_system, rounds);
    wait_for_kernels(&all, &runs, timeout);
    double microseconds = (watchdog_clock() - begin) * 1e6 / rounds;

    // check
    unsigned long long wrong = count_wrong(&all, gpus);
    printf("%s: %d kernels on %d GPU%s, %d rounds, flags of %s scope: %llu words were wrong", wrong ? "NO" : "Yes",
           all.count, gpus, gpus == 1 ? "" : "s", rounds, scope, wrong);
    if (!device_counts())
        printf("; %.2f us a round", microseconds);
    printf(".\n");

    // free
    for (int m = 0; m < all.count; m++) {
        HANDLE_ERROR(cudaSetDevice(m % gpus));
        HANDLE_ERROR(cudaFree(all.of[m]));
        HANDLE_ERROR(cudaEventDestroy(runs.ends[m]));
        HANDLE_ERROR(cudaStreamDestroy(runs.streams[m]));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
