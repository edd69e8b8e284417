// SPDX-License-Identifier: MIT
// dot_gpus.cu: the dot product on all GPUs of a host: each adds up its part, and an all-reduce adds up the parts.
//
// One process queues everything: each GPU has a stream, with a kernel and its share of ncclAllReduce(). The stream
// orders the two. The all-reduce is the barrier between the GPUs: it ends on none of them before the sums of all GPUs
// have arrived. But nothing makes the host wait: it must wait for each GPU, because the sum is stored only when that
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

// Queues the product on every GPU. The calls of NCCL form a group: otherwise the first would never return, because it
// waits for the others, which the same thread has yet to make.
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

// GPU g gets a communicator, its part of the vectors, a stream, and room for the sum.
static void prepare(struct gpu *gpu, int gpus, size_t n)
{
    static ncclComm_t comms[most_gpus];
    prepare_nccl();
    HANDLE_NCCL(ncclCommInitAll(comms, gpus, NULL));
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        gpu[g].comm = comms[g];
        gpu[g].part = make_part(g, gpus, n);
        HANDLE_ERROR(cudaStreamCreateWithFlags(&gpu[g].stream, cudaStreamNonBlocking));
        HANDLE_ERROR(cudaMallocHost((void **)&gpu[g].sum, sizeof(double)));
        *gpu[g].sum = NAN; // until the copy arrives
    }
}

// On how many GPUs the sum is wrong. Without `wait` the host reads the sums too early.
static int wrong_sums(const struct gpu *gpu, int gpus, size_t n, bool wait)
{
    queue_product(gpu, gpus);
    for (int g = 0; g < gpus; g++)
        HANDLE_ERROR(
            cudaMemcpyAsync(gpu[g].sum, gpu[g].part.sum, sizeof(double), cudaMemcpyDeviceToHost, gpu[g].stream));
    if (wait)
        wait_for_all(gpu, gpus);

    int wrong = 0;
    for (int g = 0; g < gpus; g++) {
        if (!(*gpu[g].sum == exact_dot(n))) // a NaN is not equal to anything
            wrong++;
    }
    return wrong;
}

struct times {
    double alone; // microseconds; NaN where the device counts
    double in_a_row;
};

static struct times measure(const struct gpu *gpu, int gpus)
{
    struct times times = {NAN, NAN};
    if (device_counts())
        return times; // the clock of a CPU says nothing about GPUs

    double each[rounds];
    for (int i = 0; i < rounds; i++)
        each[i] = microseconds_of(gpu, gpus, 1);
    times.alone = median(each, rounds);
    times.in_a_row = microseconds_of(gpu, gpus, rounds);
    return times;
}

static void print_results(int gpus, size_t n, struct times times, double sum, int wrong)
{
    printf("%s: the sum of %zu products on %d GPU%s is %.0f", wrong ? "NO" : "Yes", n, gpus, gpus == 1 ? "" : "s", sum);
    if (wrong)
        printf(", and wrong on %d of them", wrong);
    if (!device_counts())
        printf("; %.1f us alone, %.1f us each in a row of %d", times.alone, times.in_a_row, rounds);
    printf(".\n");
}

int main(int argc, char **argv)
{
    // options
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    int wanted = 0;
    int no_wait = 0;
    int csv = 0;
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all)", option_count, &wanted},
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"no-wait", NULL, "the host reads the sums without waiting for them", option_flag, &no_wait},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The dot product on all GPUs of a host.", options);
    const int gpus = gpus_to_use(wanted);

    // input
    static struct gpu gpu[most_gpus];
    prepare(gpu, gpus, n);

    // launch, and check
    int wrong = wrong_sums(gpu, gpus, n, !no_wait);
    double sum = *gpu[0].sum;
    wait_for_all(gpu, gpus);
    struct times times = measure(gpu, gpus);
    if (csv)
        printf("gpus,elements,alone us,in a row us,GB/s,sum,wrong\n%d,%zu,%.1f,%.1f,%.0f,%.0f,%d\n", gpus, n,
               times.alone, times.in_a_row, 8e-3 * n / times.in_a_row, sum, wrong);
    print_results(gpus, n, times, sum, wrong);

    // free
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        free_part(&gpu[g].part);
        HANDLE_ERROR(cudaFreeHost(gpu[g].sum));
        HANDLE_ERROR(cudaStreamDestroy(gpu[g].stream));
        HANDLE_NCCL(ncclCommDestroy(gpu[g].comm));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
