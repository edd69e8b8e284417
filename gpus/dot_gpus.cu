// SPDX-License-Identifier: MIT
// dot_gpus.cu: the dot product on all GPUs of a host: each adds up its part, and an all-reduce adds up the parts.
//
// One process queues everything: each GPU has a stream, with a kernel and its share of ncclAllReduce(). The stream
// orders the two. The all-reduce is the barrier between the GPUs: it ends nowhere before the sums of all GPUs have
// arrived. But nothing makes the host wait: it must wait for each GPU by itself, since the sum is there only when that
// GPU's stream has ended. --no-wait leaves this wait out.
//
//     nvcc -O2 -o dot_gpus gpus/dot_gpus.cu -lnccl             for GPUs: measures
//     cpu_device/cucc -o dot_gpus gpus/dot_gpus.cu -lnccl      for the CPU device: CPU_DEVICE_COUNT=4 ./dot_gpus
//
// It prints the sum and the time. Exit status: 0 if the sum is right on every GPU.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_part.h" // the elements, their closed form, and the kernel
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/several_gpus.h"

const int most_gpus = 64;
const int rounds = 20; // queued one after the other, for the time of one

struct gpu {
    struct dot_part part;
    cudaStream_t stream;
    ncclComm_t comm;
    double *sum; // of all parts; in host memory, to which the GPU copies it
};

// Queues the product on every GPU. The calls of NCCL form a group: otherwise the first would wait for ever for the
// others, which the same thread has yet to make.
static void queue_product(const struct gpu *gpu, int gpus)
{
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        queue_dot(&gpu[g].part, gpu[g].stream);
    }
    HANDLE_NCCL(ncclGroupStart());
    for (int g = 0; g < gpus; g++)
        HANDLE_NCCL(
            ncclAllReduce(gpu[g].part.sum, gpu[g].part.sum, 1, ncclDouble, ncclSum, gpu[g].comm, gpu[g].stream));
    HANDLE_NCCL(ncclGroupEnd());
}

// The host waits for each GPU: when one has finished, another may not have.
static void wait_for_all(const struct gpu *gpu, int gpus)
{
    for (int g = 0; g < gpus; g++)
        HANDLE_ERROR(cudaStreamSynchronize(gpu[g].stream));
}

static double microseconds_of(const struct gpu *gpu, int gpus, int products)
{
    double begin = host_seconds();
    for (int i = 0; i < products; i++)
        queue_product(gpu, gpus);
    wait_for_all(gpu, gpus);
    return (host_seconds() - begin) * 1e6 / products;
}

int main(int argc, char **argv)
{
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    int gpus = 0, no_wait = 0, csv = 0;
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all)", option_count, &gpus},
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"no-wait", NULL, "the host reads the sums without waiting for them", option_flag, &no_wait},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The dot product on all GPUs of a host.", options);
    gpus = gpus_to_use(gpus);
    prepare_nccl();

    static struct gpu gpu[most_gpus];
    static ncclComm_t comms[most_gpus];
    HANDLE_NCCL(ncclCommInitAll(comms, gpus, NULL));
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        gpu[g].comm = comms[g];
        gpu[g].part = make_part(g, gpus, n);
        HANDLE_ERROR(cudaStreamCreateWithFlags(&gpu[g].stream, cudaStreamNonBlocking));
        HANDLE_ERROR(cudaMallocHost((void **)&gpu[g].sum, sizeof(double)));
        *gpu[g].sum = NAN; // until the copy arrives
    }

    queue_product(gpu, gpus);
    for (int g = 0; g < gpus; g++)
        HANDLE_ERROR(
            cudaMemcpyAsync(gpu[g].sum, gpu[g].part.sum, sizeof(double), cudaMemcpyDeviceToHost, gpu[g].stream));
    if (!no_wait)
        wait_for_all(gpu, gpus);
    int wrong = 0;
    double sum = *gpu[0].sum;
    for (int g = 0; g < gpus; g++)
        wrong += !(*gpu[g].sum == exact_dot(n)); // also a NaN
    wait_for_all(gpu, gpus);

    double alone = NAN, in_a_row = NAN;
    if (!device_counts()) { // the clock of a CPU says nothing about GPUs
        double times[rounds];
        for (int i = 0; i < rounds; i++)
            times[i] = microseconds_of(gpu, gpus, 1);
        alone = median(times, rounds);
        in_a_row = microseconds_of(gpu, gpus, rounds);
    }
    if (csv)
        printf("gpus,elements,alone us,in a row us,GB/s,sum,wrong\n%d,%zu,%.1f,%.1f,%.0f,%.0f,%d\n", gpus, n, alone,
               in_a_row, 8e-3 * n / in_a_row, sum, wrong);
    printf("%s: the sum of %zu products on %d GPU%s is %.0f", wrong ? "NO" : "Yes", n, gpus, gpus == 1 ? "" : "s", sum);
    if (wrong)
        printf(", and wrong on %d of them", wrong);
    if (!device_counts())
        printf("; %.1f us alone, %.1f us each in a row of %d", alone, in_a_row, rounds);
    printf(".\n");

    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        free_part(&gpu[g].part);
        HANDLE_ERROR(cudaFreeHost(gpu[g].sum));
        HANDLE_ERROR(cudaStreamDestroy(gpu[g].stream));
        HANDLE_NCCL(ncclCommDestroy(gpu[g].comm));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
