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

// However a rank ends: without MPI_Finalize(), the others would never stop waiting for it.
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
    int on_host;
    int gpus;
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

struct process {
    int rank;
    int ranks;
    ncclComm_t comm;
    cudaStream_t stream;
    struct dot_part part;
};

// Joins all processes in one communicator of NCCL. Rank 0 makes its id, and MPI brings it to the others.
static void join_communicator(struct process *process)
{
    ncclUniqueId id;
    prepare_nccl();
    if (process->rank == 0)
        HANDLE_NCCL(ncclGetUniqueId(&id));
    mpi(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD));
    HANDLE_NCCL(ncclCommInitRank(&process->comm, process->ranks, id, process->rank));
}

static double microseconds_of(const struct process *process, int products)
{
    double *sum = process->part.sum;
    mpi(MPI_Barrier(MPI_COMM_WORLD)); // so that no rank's time includes waiting for late ones
    double begin = host_seconds();
    for (int i = 0; i < products; i++) {
        queue_dot(&process->part, process->stream);
        HANDLE_NCCL(ncclAllReduce(sum, sum, 1, ncclDouble, ncclSum, process->comm, process->stream));
    }
    HANDLE_ERROR(cudaStreamSynchronize(process->stream));
    return (host_seconds() - begin) * 1e6 / products;
}

struct times {
    double alone; // microseconds; NaN where the device counts
    double in_a_row;
};

static struct times measure(const struct process *process)
{
    struct times times = {NAN, NAN};
    if (device_counts())
        return times; // the clock of a CPU says nothing about GPUs

    double each[rounds];
    for (int i = 0; i < rounds; i++)
        each[i] = microseconds_of(process, 1);
    times.alone = median(each, rounds);
    times.in_a_row = microseconds_of(process, rounds);
    return times;
}

// In rank 0.
static void print_results(int ranks, size_t n, struct times times, double sum, int wrong, bool csv)
{
    if (csv)
        printf("ranks,elements,alone us,in a row us,GB/s,sum,wrong\n%d,%zu,%.1f,%.1f,%.0f,%.0f,%d\n", ranks, n,
               times.alone, times.in_a_row, 8e-3 * n / times.in_a_row, sum, wrong);
    if (!device_counts())
        printf("%.1f us alone, %.1f us each in a row of %d\n", times.alone, times.in_a_row, rounds);
    printf("%s: the sum of %zu products in %d process%s is %.0f, wrong in %d of them.\n", wrong ? "NO" : "Yes", n,
           ranks, ranks == 1 ? "" : "es", sum, wrong);
}

int main(int argc, char **argv)
{
    // options
    size_t n = device_counts() ? 1 << 16 : 1 << 28;
    int failing = 0;
    int csv = 0;
    const struct option_spec options[] = {
        {"elements", "N", "of each vector (2^28; 2^16 where the device counts)", option_size, &n},
        {"fail", "N", "the N-th rank asks for too much memory", option_count, &failing},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The dot product on the GPUs of any number of hosts, under mpirun.", options);

    // the processes meet
    struct process process;
    mpi(MPI_Init(&argc, &argv));
    on_exit(end_all, NULL);
    mpi(MPI_Comm_rank(MPI_COMM_WORLD, &process.rank));
    mpi(MPI_Comm_size(MPI_COMM_WORLD, &process.ranks));
    choose_gpu(process.rank);
    join_communicator(&process);

    // input
    HANDLE_ERROR(cudaStreamCreateWithFlags(&process.stream, cudaStreamNonBlocking));
    if (process.rank == failing - 1) {
        void *too_much;
        HANDLE_ERROR(cudaMalloc(&too_much, (size_t)1 << 60));
    }
    process.part = make_part(process.rank, process.ranks, n);

    // launch, and check; the copy needs no wait, because microseconds_of() has waited for the stream
    double sum = NAN;
    microseconds_of(&process, 1);
    HANDLE_ERROR(cudaMemcpy(&sum, process.part.sum, sizeof sum, cudaMemcpyDeviceToHost));
    struct times times = measure(&process);
    int wrong = !(sum == exact_dot(n)); // a NaN is not equal to anything
    int all_wrong;
    mpi(MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    if (process.rank == 0)
        print_results(process.ranks, n, times, sum, all_wrong, csv);

    // free
    free_part(&process.part);
    HANDLE_ERROR(cudaStreamDestroy(process.stream));
    HANDLE_NCCL(ncclCommDestroy(process.comm));
    mpi(MPI_Finalize());
    return all_wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
