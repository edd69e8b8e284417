// SPDX-License-Identifier: MIT
// host_sync.cu: what the host may assume when a CUDA call returns: only what that call waits for.
//
// Kernels and copies are queued in streams, and most calls return as soon as the work is queued. Some wait: for a
// stream, for an event in one, for the device, for the copy that they are. Here kernels of known lengths run in two
// streams and in the default stream. After each call the host looks at once: which kernels have ended, and is a result
// in its memory? It may rely on what the call promises; what it finds beyond that is luck, and may change.
//
//     nvcc -o host_sync chapter05/host_sync.cu -lpng              for a GPU
//     cpu_device/cucc -o host_sync chapter05/host_sync.cu -lpng   for the CPU device
//     ./host_sync --save line.png
//
// It prints a time line in milliseconds, and draws one: the host, stream 1, stream 2 and the default stream, a line
// every unit; the host's calls are green where it read a result, red where it read too early. Exit status: 0 if each
// call has kept its promise; 3 on the CPU device, which names that the host reads too early.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/options.h"
#include "../common/time_line.h"
#include "../common/watchdog.h" // a clock

enum { kernels = 5, most_calls = 20, longest_unit = 10000 };
enum { lane_host, lane_stream_1, lane_stream_2, lane_default, lanes };
const unsigned lane_colours[lanes] = {0x808080, 0x3366cc, 0x7744aa, 0x227788};
const unsigned right_colour = 0x228833, early_colour = 0xcc3311;

// Runs for so many cycles of the clock, then stores its result. One thread.
__global__ void work(long long cycles, int *result, int value)
{
    for (long long start = clock64(); clock64() - start < cycles;)
        ;
    *result = value;
}

struct kernel { // 1 to 5; the result of each is its number
    int lane;   // 0: not launched yet
    cudaEvent_t begins, ends;
};

static struct kernel ran[kernels + 1];
static struct time_bar bars[most_calls + kernels];
static int calls, too_early, broken;
static double start, called; // when the time line starts, and the call that is looked at

static double milliseconds()
{
    return 1e3 * (watchdog_clock() - start);
}

static void launch(int k, int lane, cudaStream_t stream, int length, int cycles_per_ms, int *dev_results)
{
    HANDLE_ERROR(cudaEventRecord(ran[k].begins, stream));
    work<<<1, 1, 0, stream>>>((long long)length * cycles_per_ms, &dev_results[k], k);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(ran[k].ends, stream));
    ran[k].lane = lane;
}

// A call has returned: what does the host see? It has promised that the kernels of the list, "1 4", have ended, and if
// kernel k is one of them, that `place` holds its result. k is 0 where there is nothing to read.
static void look(const char *call, const char *promise, int k, const volatile int *place)
{
    double returned = milliseconds();
    // before anything else is called
    int value = k > 0 ? *place : 0; // {read}
    int early = k > 0 && value != k, kept = 1;

    char ended[2 * kernels + 1] = "", *end = ended;
    for (int i = 1; i <= kernels; i++) {
        int promised = strchr(promise, '0' + i) != NULL;
        cudaError_t state = ran[i].lane > 0 ? cudaEventQuery(ran[i].ends) : cudaErrorNotReady;
        if (state == cudaSuccess)
            end += sprintf(end, "%s%d", end == ended ? "" : " ", i);
        else if (state != cudaErrorNotReady)
            HANDLE_ERROR(state);
        if (promised && (state != cudaSuccess || (i == k && early)))
            kept = 0;
    }
    cudaGetLastError(); // not ready is no error, but is remembered as one

    char read[40] = "";
    if (k > 0)
        sprintf(read, early ? "%d: too early" : "%d: kernel %d's result", value, k);
    printf("%4d  %-42s %8.2f %8.2f  %-9s  %-20s  %s%s\n", ++calls, call, called, returned, ended, read,
           *promise ? promise : "-", kept ? "" : " BROKEN");
    unsigned colour = k == 0 ? lane_colours[lane_host] : early ? early_colour : right_colour;
    bars[calls - 1] = {lane_host, called, returned, calls, colour};
    too_early += early;
    broken += !kept;
    called = milliseconds();
}

int main(int argc, char **argv)
{
    int unit = 20, cycles_per_ms;
    const char *save = NULL;
    const struct option_spec options[] = {
        {"unit", "MS", "the kernels run for 1 to 5 units of so many milliseconds (20)", option_count, &unit},
        {"save", "FILE", "draws the time line to FILE (.png or .ppm)", option_text, &save},
        {}};
    parse_options(argc, argv, "What the host may assume when a CUDA call returns.", options);
    require_image_path(save);
    if (unit > longest_unit) {
        fprintf(stderr, "%s: --unit is at most %d\n", program_name(), longest_unit);
        return 2;
    }

    // streams that neither wait for the default stream nor make it wait
    cudaStream_t stream_1, stream_2;
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream_1, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream_2, cudaStreamNonBlocking));
    cudaEvent_t base, copied;
    HANDLE_ERROR(cudaEventCreate(&base));
    HANDLE_ERROR(cudaEventCreate(&copied));
    for (int k = 1; k <= kernels; k++) {
        HANDLE_ERROR(cudaEventCreate(&ran[k].begins));
        HANDLE_ERROR(cudaEventCreate(&ran[k].ends));
    }

    // 0 is no kernel's result, so it tells that one has not come
    int *dev, *pinned, *pageable;
    const size_t size = (kernels + 1) * sizeof(int);
    HANDLE_ERROR(cudaMalloc((void **)&dev, size));
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, size));
    HANDLE_NULL(pageable = (int *)calloc(kernels + 1, sizeof(int)));
    memset(pinned, 0, size);
    HANDLE_ERROR(cudaMemset(dev, 0, size));

    // the first launch loads the kernel, which may take a while; on a GPU that is at its full speed, it runs for this
    // many cycles a millisecond, and longer if not
    work<<<1, 1>>>(0, dev, 0);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceGetAttribute(&cycles_per_ms, cudaDevAttrClockRate, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());

    // here both clocks start: nothing is queued before the event, so this wait is short
    HANDLE_ERROR(cudaEventRecord(base));
    HANDLE_ERROR(cudaEventSynchronize(base));
    start = watchdog_clock();

    const cudaMemcpyKind to_host = cudaMemcpyDeviceToHost;
    printf("  no  call                                           from       to  ended      the host reads        "
           "promised\n");
    launch(1, lane_stream_1, stream_1, 2 * unit, cycles_per_ms, dev);
    look("kernel 1 <<<stream 1>>>, 2 units", "", 0, NULL);
    HANDLE_ERROR(cudaMemcpyAsync(&pinned[1], &dev[1], sizeof(int), to_host, stream_1)); // {copy}
    look("cudaMemcpyAsync(pinned, stream 1)", "", 1, &pinned[1]);
    launch(2, lane_stream_2, stream_2, 5 * unit, cycles_per_ms, dev);
    look("kernel 2 <<<stream 2>>>, 5 units", "", 0, NULL);
    HANDLE_ERROR(cudaMemcpyAsync(&pinned[2], &dev[2], sizeof(int), to_host, stream_2));
    HANDLE_ERROR(cudaEventRecord(copied, stream_2));
    look("cudaMemcpyAsync(pinned), event, stream 2", "", 2, &pinned[2]);
    launch(3, lane_stream_2, stream_2, 3 * unit, cycles_per_ms, dev);
    HANDLE_ERROR(cudaMemcpyAsync(&pinned[3], &dev[3], sizeof(int), to_host, stream_2));
    look("kernel 3 <<<stream 2>>>, 3 units, and copy", "", 3, &pinned[3]);

    HANDLE_ERROR(cudaStreamSynchronize(stream_1));
    look("cudaStreamSynchronize(stream 1)", "1", 1, &pinned[1]);

    // a blocking copy is queued in the default stream, and kernel 2 is not
    HANDLE_ERROR(cudaMemcpy(&pageable[2], &dev[2], sizeof(int), to_host));
    look("cudaMemcpy, of kernel 2's result", "", 2, &pageable[2]);
    launch(4, lane_default, 0, unit, cycles_per_ms, dev);
    look("kernel 4 <<<default stream>>>, 1 unit", "", 0, NULL);
    HANDLE_ERROR(cudaMemcpy(&pageable[4], &dev[4], sizeof(int), to_host));
    look("cudaMemcpy, of kernel 4's result", "4", 4, &pageable[4]);

    HANDLE_ERROR(cudaEventSynchronize(copied));
    look("cudaEventSynchronize(event)", "2", 2, &pinned[2]);
    launch(5, lane_stream_1, stream_1, unit, cycles_per_ms, dev);
    look("kernel 5 <<<stream 1>>>, 1 unit", "", 0, NULL);
    HANDLE_ERROR(cudaMemcpyAsync(&pageable[5], &dev[5], sizeof(int), to_host, stream_1));
    look("cudaMemcpyAsync(pageable, stream 1)", "", 5, &pageable[5]);
    HANDLE_ERROR(cudaDeviceSynchronize());
    look("cudaDeviceSynchronize()", "1 2 3 4 5", 3, &pinned[3]);
    double end = bars[calls - 1].to; // of this call
    // that call promises every copy: kernel 3's is looked at, and these are no less there
    broken += pinned[1] != 1 || pinned[2] != 2 || pageable[4] != 4 || pageable[5] != 5;

    printf("\n");
    for (int k = 1; k <= kernels; k++) {
        static const char *const names[lanes] = {"", "stream 1", "stream 2", "the default stream"};
        float from, to;
        HANDLE_ERROR(cudaEventElapsedTime(&from, base, ran[k].begins));
        HANDLE_ERROR(cudaEventElapsedTime(&to, base, ran[k].ends));
        printf("kernel %d ran from %.2f to %.2f in %s\n", k, from, to, names[ran[k].lane]);
        bars[calls + k - 1] = {ran[k].lane, from, to, k, lane_colours[ran[k].lane]};
    }
    int saved = save == NULL || save_time_line(save, bars, calls + kernels, lanes, end, unit);
    printf("%d of %d calls broke a promise. The host read too early after %d of them.\n", broken, calls, too_early);

    for (int k = 1; k <= kernels; k++) {
        HANDLE_ERROR(cudaEventDestroy(ran[k].begins));
        HANDLE_ERROR(cudaEventDestroy(ran[k].ends));
    }
    HANDLE_ERROR(cudaEventDestroy(base));
    HANDLE_ERROR(cudaEventDestroy(copied));
    HANDLE_ERROR(cudaStreamDestroy(stream_1));
    HANDLE_ERROR(cudaStreamDestroy(stream_2));
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFreeHost(pinned));
    free(pageable);
    return saved && broken == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
