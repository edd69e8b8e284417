// SPDX-License-Identifier: MIT
// host_sync.cu: what has finished when a CUDA call returns: only the work that the call waits for.
//
// Kernels and copies are queued in streams, and most calls return as soon as the work is queued. Some wait: for a
// stream, for an event, for the device, or for the copy they make. Here kernels of known lengths run in three streams.
// After each call the host reads a result at once: it may rely on what that call promises; anything else is luck.
//
//     nvcc -o host_sync chapter05/host_sync.cu              for a GPU
//     cpu_device/cucc -o host_sync chapter05/host_sync.cu   for the CPU device
//     ./host_sync
//
// It prints a time line in milliseconds, as CSV; bench/plots/host_sync.gp draws it. Exit status: 0 if each call kept
// its promise; 3 on the CPU device, which reports that the host reads too early.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../common/book.h"
#include "../common/options.h"

enum { kernels = 5 }; // kernels 1 to 5; kernel 0 starts both clocks

static const char *const stream_names[] = {"default stream", "stream 1", "stream 2"};
static cudaStream_t stream[3]; // 0 is the default stream
static cudaEvent_t begins[kernels + 1];
static cudaEvent_t ends[kernels + 1];
static cudaEvent_t copied; // recorded after the copy of kernel 2's result

static int stream_of[kernels + 1];
static long long cycles_per_unit;

static int *dev;                  // kernel k stores its result, k, in dev[k]
static int *pinned;               // host memory that the device can read and write directly
static int pageable[kernels + 1]; // ordinary host memory

static double start;  // of the time line
static double called; // when the current call was made
static int too_early; // reads of the host
static int broken;    // promises

// Milliseconds, from some start.
static double host_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// One thread. Runs for this many cycles of the clock, then stores its result: its number.
__global__ void work(long long cycles, int *result, int number)
{
    long long begin = clock64();
    while (clock64() - begin < cycles)
        ;
    *result = number;
}

// Launches kernel k in stream s.
static void launch(int k, int s, int units)
{
    HANDLE_ERROR(cudaEventRecord(begins[k], stream[s]));
    work<<<1, 1, 0, stream[s]>>>(units * cycles_per_unit, &dev[k], k);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(ends[k], stream[s]));
    stream_of[k] = s;
}

// A call has returned. Before the host calls anything else it reads: has the result of kernel k arrived? `promised`
// says whether the call promises that. k is 0 where no copy is queued yet: the memory still holds 0.
static void look(const char *call, int k, const volatile int *host, bool promised)
{
    double returned = host_clock() - start;
    int value = host[k];

    const char *verdict;
    if (value != k) {
        verdict = promised ? "BROKEN" : "too early";
        if (promised)
            broken++;
        else
            too_early++;
    } else if (k == 0) {
        verdict = "no copy yet";
    } else {
        verdict = promised ? "as promised" : "by luck";
    }
    printf("host          , %-42s, %8.2f, %8.2f, %d %s\n", call, called, returned, value, verdict);

    called = host_clock() - start;
}

static void create(void)
{
    // streams that neither wait for the default stream nor make it wait
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream[1], cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream[2], cudaStreamNonBlocking));

    HANDLE_ERROR(cudaEventCreate(&copied));
    for (int k = 0; k <= kernels; k++) {
        HANDLE_ERROR(cudaEventCreate(&begins[k]));
        HANDLE_ERROR(cudaEventCreate(&ends[k]));
    }

    // zeros: no kernel's result is 0
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof pageable));
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, sizeof pageable));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof pageable));
    memset(pinned, 0, sizeof pageable);
}

static void destroy(void)
{
    HANDLE_ERROR(cudaEventDestroy(copied));
    for (int k = 0; k <= kernels; k++) {
        HANDLE_ERROR(cudaEventDestroy(begins[k]));
        HANDLE_ERROR(cudaEventDestroy(ends[k]));
    }
    HANDLE_ERROR(cudaStreamDestroy(stream[1]));
    HANDLE_ERROR(cudaStreamDestroy(stream[2]));
    HANDLE_ERROR(cudaFreeHost(pinned));
    HANDLE_ERROR(cudaFree(dev));
}

// Calls that promise nothing: they only queue work.
static void queue_work(void)
{
    launch(1, 1, 2);
    look("kernel 1 <<<stream 1>>> 2 units", 0, pinned, false);

    HANDLE_ERROR(cudaMemcpyAsync(&pinned[1], &dev[1], sizeof(int), cudaMemcpyDeviceToHost, stream[1]));
    look("cudaMemcpyAsync(pinned) stream 1", 1, pinned, false);

    launch(2, 2, 5);
    HANDLE_ERROR(cudaMemcpyAsync(&pinned[2], &dev[2], sizeof(int), cudaMemcpyDeviceToHost, stream[2]));
    HANDLE_ERROR(cudaEventRecord(copied, stream[2]));
    look("kernel 2 <<<stream 2>>> 5 units; copy; event", 2, pinned, false);

    launch(3, 2, 3);
    HANDLE_ERROR(cudaMemcpyAsync(&pinned[3], &dev[3], sizeof(int), cudaMemcpyDeviceToHost, stream[2]));
    look("kernel 3 <<<stream 2>>> 3 units; copy", 3, pinned, false);
}

// Calls that wait, each for something else.
static void wait_for_work(void)
{
    HANDLE_ERROR(cudaStreamSynchronize(stream[1]));
    look("cudaStreamSynchronize(stream 1)", 1, pinned, true);

    // a blocking copy is queued in the default stream, and kernel 2 is not
    HANDLE_ERROR(cudaMemcpy(&pageable[2], &dev[2], sizeof(int), cudaMemcpyDeviceToHost));
    look("cudaMemcpy of kernel 2's result", 2, pageable, false);

    // kernel 4 is in the default stream
    launch(4, 0, 1);
    HANDLE_ERROR(cudaMemcpy(&pageable[4], &dev[4], sizeof(int), cudaMemcpyDeviceToHost));
    look("kernel 4 <<<default>>> 1 unit; cudaMemcpy", 4, pageable, true);

    HANDLE_ERROR(cudaEventSynchronize(copied));
    look("cudaEventSynchronize(event)", 2, pinned, true);

    launch(5, 1, 1);
    HANDLE_ERROR(cudaMemcpyAsync(&pageable[5], &dev[5], sizeof(int), cudaMemcpyDeviceToHost, stream[1]));
    look("kernel 5 <<<stream 1>>>; copy to pageable", 5, pageable, false);

    HANDLE_ERROR(cudaDeviceSynchronize());
    look("cudaDeviceSynchronize()", 3, pinned, true);
    if (pinned[1] != 1 || pinned[2] != 2 || pageable[4] != 4 || pageable[5] != 5) // it promises all of these as well
        broken++;
}

static void print_kernels(void)
{
    for (int k = 1; k <= kernels; k++) {
        float from;
        float to;
        HANDLE_ERROR(cudaEventElapsedTime(&from, ends[0], begins[k]));
        HANDLE_ERROR(cudaEventElapsedTime(&to, ends[0], ends[k]));
        printf("%-14s, kernel %-35d, %8.2f, %8.2f,\n", stream_names[stream_of[k]], k, from, to);
    }
}

int main(int argc, char **argv)
{
    // options
    int unit = 20;
    const struct option_spec options[] = {
        {"unit", "MS", "the kernels run for 1 to 5 units of so many milliseconds (20)", option_count, &unit}, {}};
    parse_options(argc, argv, "What the host may assume when a CUDA call returns.", options);

    // cycles of a GPU at full speed; if it runs more slowly, the kernels take longer
    int cycles_per_ms;
    HANDLE_ERROR(cudaDeviceGetAttribute(&cycles_per_ms, cudaDevAttrClockRate, 0));
    cycles_per_unit = (long long)unit * cycles_per_ms;
    create();

    // launch: kernel 0 takes no time, and both clocks start when it has ended
    launch(0, 0, 0);
    HANDLE_ERROR(cudaEventSynchronize(ends[0]));
    start = host_clock();

    printf("lane          , call or kernel                            ,     from,       to, the host reads\n");
    queue_work();
    wait_for_work();
    print_kernels();

    // check
    printf("%d calls broke a promise. The host read too early after %d calls.\n", broken, too_early);

    // free
    destroy();
    return broken == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
