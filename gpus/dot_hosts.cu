// SPDX-License-Identifier: MIT
// dot_hosts.cu: the dot product over any number of hosts: one process for each GPU, started by MPI.
//
// dot_gpus.cu has one process, which can use only the GPUs of its own host. Here each rank of MPI has one GPU and knows
// nothing of the others' memory. They meet twice. First rank 0 makes an id, and MPI broadcasts it; with it all ranks
// join one communicator of NCCL. Then the all-reduce adds up their sums. Each process makes one call, so it needs no
// group. A rank that fails must not leave the others waiting: it ends them all.
//
//     nvcc -O2 -ccbin mpicxx -o dot_hosts gpus/dot_hosts.cu -lnccl              for GPUs: measures
//     cpu_device/cucc -ccbin mpicxx -o dot_hosts gpus/dot_hosts.cu -lnccl       for the CPU device
//     mpirun -n 2 ./dot_hosts         a rank for each GPU; on the CPU device: CPU_DEVICE_COUNT=2 mpirun -n 2
//     ./dot_hosts
//
// Rank 0 prints the sum and the time. Exit status: 0 if the sum is right in every process.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/dot_part.h" // the elements, their closed form, and the kernel
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/several_gpus.h"

const int rounds = 20; // queued one after the other, for the time of one

static void mpi(int result)
{
    if (result != MPI_SUCCESS)
        exit(EXIT_FAILURE); // MPI has printed the reason
}

// However a rank ends: without MPI_Finalize(), the others would wait for it for ever.
static void end_all(int status, void *)
{
    int finalized;
    MPI_Finalized(&finalized);
    if (!finalized)
        MPI_Abort(MPI_COMM_WORLD, status);
}

// The ranks of one host take its GPUs in turn.
static void choose_gpu(int rank)
{
    MPI_Comm host;
    int on_host, gpus;
    mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host));
    mpi(MPI_Comm_rank(host, &on_host));
    mpi(MPI_Comm_free(&host));
    HANDLE_ERROR(cudaGetDeviceCount(&gpus));
    if (on_host >= gpus) {
        fprintf(stderr, "%s: rank %d has no GPU: its host has %d, and as many ranks before it\n", program_name(), rank,
                gpus);
        exit(2);
    }
    HANDLE_ERROR(cudaSetDevice(on_host));
}

static double microseconds_of(const struct dot_part *part, ncclComm_t comm, cudaStream_t stream, int products)
{
    mpi(MPI_Barrier(MPI_COMM_WORLD)); // so that no rank's time includes waiting for late ones
    double begin = host_seconds();
    for (int i = 0; i < products; i++) {
        queue_dot(part, stream);
        HANDLE_NCCL(ncclAllReduce(part->sum, part->sum, 1, ncclDouble, ncclSum, comm, stream));
    }
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    return (host_seconds() - begin) * 1e6 / products;
}

int main(int argc, char **argv)
{
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    int failing = 0, csv = 0;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"fail", "N", "the N-th rank asks for too much memory", option_count, &failing},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The dot product on the GPUs of any number of hosts, under mpirun.", options);
    int rank, ranks;
    mpi(MPI_Init(&argc, &argv));
    on_exit(end_all, NULL);
    mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    mpi(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    choose_gpu(rank);
    prepare_nccl();

    ncclUniqueId id;
    ncclComm_t comm;
    cudaStream_t stream;
    if (rank == 0)
        HANDLE_NCCL(ncclGetUniqueId(&id));
    mpi(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD));
    HANDLE_NCCL(ncclCommInitRank(&comm, ranks, id, rank));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (rank == failing - 1) {
        void *too_much;
        HANDLE_ERROR(cudaMalloc(&too_much, (size_t)1 << 60));
    }
    struct dot_part part = make_part(rank, ranks, n);

    microseconds_of(&part, comm, stream, 1);
    double sum = NAN, alone = NAN, in_a_row = NAN;
    HANDLE_ERROR(cudaMemcpy(&sum, part.sum, sizeof sum, cudaMemcpyDeviceToHost)); // the stream has ended
    if (!device_counts()) { // the clock of a CPU says nothing about GPUs
        double times[rounds];
        for (int i = 0; i < rounds; i++)
            times[i] = microseconds_of(&part, comm, stream, 1);
        alone = median(times, rounds);
        in_a_row = microseconds_of(&part, comm, stream, rounds);
    }
    int wrong = !(sum == exact_dot(n)), all_wrong; // also a NaN
    mpi(MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    if (rank == 0 && csv)
        printf("ranks,elements,alone us,in a row us,GB/s,sum,wrong\n%d,%zu,%.1f,%.1f,%.0f,%.0f,%d\n", ranks, n, alone,
               in_a_row, 8e-3 * n / in_a_row, sum, all_wrong);
    if (rank == 0 && !device_counts())
        printf("%.1f us alone, %.1f us each in a row of %d\n", alone, in_a_row, rounds);
    if (rank == 0)
        printf("%s: the sum of %zu products in %d process%s is %.0f, wrong in %d of them.\n", all_wrong ? "NO" : "Yes",
               n, ranks, ranks == 1 ? "" : "es", sum, all_wrong);

    free_part(&part);
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_NCCL(ncclCommDestroy(comm));
    mpi(MPI_Finalize());
    return all_wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
