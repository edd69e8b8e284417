// SPDX-License-Identifier: MIT
// all_reduce.cu: the time of ncclAllReduce() on all GPUs of a host, from 4 bytes to 1 GiB, measured in two ways:
//
//     lessons       as the programs of gpus/ call it: one call in a group, then a wait for every GPU; the median of 20
//     nccl-tests    as all_reduce_perf of NVIDIA's nccl-tests measures it, out of place, with one process for all GPUs:
//                   5 calls to warm up, then 20 calls queued one after the other, then the wait; the mean. Since
//                   nccl-tests is not a part of NCCL, the program is our own; the loop is the same.
//
//     bench/all_reduce [--gpus N] [--least BYTES] [--most BYTES]
//
// CSV: way, GPUs, bytes, microseconds, algbw and busbw in GB/s by nccl-tests' definitions: bytes over time, and that
// times 2 (N - 1) / N, which is what each GPU must send at least. Exit status: 0 if all sums are right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/several_gpus.h"

const int most_gpus = 64, rounds = 20, warm_up = 5;

struct gpu {
    float *from, *to;
    cudaStream_t stream;
    ncclComm_t comm;
};

__global__ void fill(float *data, size_t n, float value)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        data[i] = value + i % 5;
}

__global__ void count_wrong(const float *data, size_t n, float value, float times, unsigned long long *wrong)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        if (!(data[i] == value + i % 5 * times)) // also a NaN
            atomicAdd(wrong, 1ULL);
}

static void queue_all_reduce(const struct gpu *gpu, int gpus, size_t n)
{
    HANDLE_NCCL(ncclGroupStart());
    for (int g = 0; g < gpus; g++)
        HANDLE_NCCL(ncclAllReduce(gpu[g].from, gpu[g].to, n, ncclFloat, ncclSum, gpu[g].comm, gpu[g].stream));
    HANDLE_NCCL(ncclGroupEnd());
}

static void wait_for_all(const struct gpu *gpu, int gpus)
{
    for (int g = 0; g < gpus; g++)
        HANDLE_ERROR(cudaStreamSynchronize(gpu[g].stream));
}

static double microseconds_of(const struct gpu *gpu, int gpus, size_t n, int calls)
{
    double begin = host_seconds();
    for (int i = 0; i < calls; i++)
        queue_all_reduce(gpu, gpus, n);
    wait_for_all(gpu, gpus);
    return (host_seconds() - begin) * 1e6 / calls;
}

static void print(const char *way, int gpus, size_t bytes, double microseconds)
{
    double algbw = bytes / microseconds / 1e3;
    printf("%s,%d,%zu,%.2f,%.2f,%.2f\n", way, gpus, bytes, microseconds, algbw, algbw * 2 * (gpus - 1) / gpus);
}

static unsigned long long wrong_on(const struct gpu *gpu, int gpus, size_t n)
{
    unsigned long long *dev_wrong, wrong;
    HANDLE_ERROR(cudaMalloc((void **)&dev_wrong, sizeof wrong));
    HANDLE_ERROR(cudaMemset(dev_wrong, 0, sizeof wrong));
    count_wrong<<<1024, 256>>>(gpu->to, n, gpus * (gpus + 1) / 2, gpus, dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_wrong));
    return wrong;
}

int main(int argc, char **argv)
{
    int gpus = 0;
    size_t least = 4, most = device_counts() ? 1 << 12 : 1 << 30;
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all)", option_count, &gpus},
        {"least", "BYTES", "of the smallest (4)", option_size, &least},
        {"most", "BYTES", "of the largest (2^30); each is eight times the one before", option_size, &most},
        {}};
    parse_options(argc, argv, "What an all-reduce takes on all GPUs of a host.", options);
    if (least < sizeof(float) || most < least) {
        fprintf(stderr, "%s: the sizes go up from 4 bytes at least\n", program_name());
        return 2;
    }
    gpus = gpus_to_use(gpus);
    prepare_nccl();
    static struct gpu gpu[most_gpus];
    static ncclComm_t comms[most_gpus];
    HANDLE_NCCL(ncclCommInitAll(comms, gpus, NULL));
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        gpu[g].comm = comms[g];
        HANDLE_ERROR(cudaMalloc((void **)&gpu[g].from, most));
        HANDLE_ERROR(cudaMalloc((void **)&gpu[g].to, most));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&gpu[g].stream, cudaStreamNonBlocking));
        fill<<<1024, 256>>>(gpu[g].from, most / sizeof(float), g + 1);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
    unsigned long long wrong = 0;
    printf("way,GPUs,bytes,us,algbw GB/s,busbw GB/s\n");
    for (size_t bytes = least; bytes <= most; bytes = bytes < most && bytes * 8 > most ? most : bytes * 8) {
        const size_t n = bytes / sizeof(float);
        double times[rounds];
        microseconds_of(gpu, gpus, n, warm_up);
        print("nccl-tests", gpus, bytes, microseconds_of(gpu, gpus, n, rounds));
        for (int i = 0; i < rounds; i++)
            times[i] = microseconds_of(gpu, gpus, n, 1);
        print("lessons", gpus, bytes, median(times, rounds));
        for (int g = 0; g < gpus; g++) {
            HANDLE_ERROR(cudaSetDevice(g));
            wrong += wrong_on(&gpu[g], gpus, n);
            HANDLE_ERROR(cudaMemset(gpu[g].to, 0xff, n * sizeof(float))); // NaNs: nothing is left for the next size
            HANDLE_ERROR(cudaDeviceSynchronize());
        }
    }
    printf("%s: %llu elements are wrong.\n", wrong ? "NO" : "Yes", wrong);
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        HANDLE_ERROR(cudaFree(gpu[g].from));
        HANDLE_ERROR(cudaFree(gpu[g].to));
        HANDLE_ERROR(cudaStreamDestroy(gpu[g].stream));
        HANDLE_NCCL(ncclCommDestroy(gpu[g].comm));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
