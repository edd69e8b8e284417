// SPDX-License-Identifier: MIT
// sums_gpus.cu: row and column sums of a matrix larger than one GPU's memory: what must move between the GPUs.
//
// Each GPU has some of the rows. The sum of a row needs nothing from elsewhere. A column has elements on all GPUs, so
// each GPU adds up what it has, and ncclReduceScatter() adds up these partial sums: then each GPU has the complete sums
// of some of the columns. Each of N GPUs sends (N - 1) / N of its partial sums, however many rows there are: so little
// that the links hardly matter. If the columns were shared out instead, the row sums would have to move.
//
//     nvcc -O2 -o sums_gpus gpus/sums_gpus.cu -lnccl             for GPUs: measures
//     cpu_device/cucc -o sums_gpus gpus/sums_gpus.cu -lnccl      for the CPU device: CPU_DEVICE_COUNT=4 ./sums_gpus
//
// It prints the time of each step, and what each GPU sends. Exit status: 0 if all sums are right.

#include <stdio.h>
#include <stdlib.h>

#include "../common/book.h"
#include "../common/matrix_part.h" // the elements, the closed form of their sums, and the kernels
#include "../common/measure.h"
#include "../common/options.h"
#include "../common/several_gpus.h"

const int most_gpus = 64;
const int rounds = 20; // the time is their median

struct gpu {
    struct matrix_part part;
    cudaStream_t stream;
    ncclComm_t comm;
};

static void queue_rows(const struct gpu *on)
{
    queue_row_sums(&on->part, on->stream);
}

static void queue_columns(const struct gpu *on)
{
    queue_column_sums(&on->part, on->stream);
}

// The g-th GPU gets the g-th share of the partial sums, added up over all GPUs.
static void queue_exchange(const struct gpu *on)
{
    HANDLE_NCCL(ncclReduceScatter(on->part.partial, on->part.column_sums, on->part.share, ncclFloat, ncclSum, on->comm,
                                  on->stream));
}

// Does a step on all GPUs, and returns the median of its microseconds. The calls of NCCL form a group, so that none
// waits before all are made; the group does not affect kernels.
static double measure(void (*queue)(const struct gpu *on), const struct gpu *gpu, int gpus)
{
    double times[rounds];
    for (int i = 0; i < (device_counts() ? 1 : rounds); i++) {
        double begin = host_seconds();

        HANDLE_NCCL(ncclGroupStart());
        for (int g = 0; g < gpus; g++) {
            HANDLE_ERROR(cudaSetDevice(g));
            queue(&gpu[g]);
        }
        HANDLE_NCCL(ncclGroupEnd());

        for (int g = 0; g < gpus; g++)
            HANDLE_ERROR(cudaStreamSynchronize(gpu[g].stream));
        times[i] = (host_seconds() - begin) * 1e6;
    }
    return device_counts() ? NAN : median(times, rounds);
}

// GPU g gets a communicator, its rows of the matrix, and a stream.
static void prepare(struct gpu *gpu, int gpus, size_t rows, size_t columns)
{
    static ncclComm_t comms[most_gpus];
    prepare_nccl();
    HANDLE_NCCL(ncclCommInitAll(comms, gpus, NULL));
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        gpu[g].comm = comms[g];
        gpu[g].part = make_matrix_part(g, gpus, rows, columns);
        HANDLE_ERROR(cudaStreamCreateWithFlags(&gpu[g].stream, cudaStreamNonBlocking));
    }
}

// How many of the sums of all rows and columns are wrong.
static size_t count_wrong(const struct gpu *gpu, int gpus, size_t rows, size_t columns)
{
    size_t wrong = 0;
    for (int g = 0; g < gpus; g++) {
        const struct matrix_part *part = &gpu[g].part;
        size_t first = g * part->share;
        size_t end = first + part->share < columns ? first + part->share : columns;
        HANDLE_ERROR(cudaSetDevice(g));
        wrong += wrong_sums(part->row_sums, part->first, part->rows, exact_row_sum, columns);
        if (first < columns)
            wrong += wrong_sums(part->column_sums, first, end - first, exact_column_sum, rows);
    }
    return wrong;
}

// A step, the bytes that it moves over memory or between the GPUs, and its time.
static void print_step(const char *name, double sent, double moved, double microseconds)
{
    printf("%-20s each GPU sends %10.0f bytes", name, sent);
    if (!device_counts())
        printf(", %10.1f us, %8.1f GB/s", microseconds, moved / microseconds / 1e3);
    printf("\n");
}

int main(int argc, char **argv)
{
    // options
    size_t rows = 0;
    size_t columns = device_counts() ? 1000 : 1 << 17;
    int wanted = 0;
    int csv = 0;
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all)", option_count, &wanted},
        {"rows", "N", "of the matrix (to fill 5/8 of each GPU; 500 where the device counts)", option_size, &rows},
        {"columns", "N", "of the matrix (2^17; 1000 where the device counts)", option_size, &columns},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The row and column sums of a matrix on all GPUs of a host.", options);
    const int gpus = gpus_to_use(wanted);
    size_t free_bytes;
    size_t bytes; // of a GPU's memory
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &bytes));
    if (rows == 0)
        rows = device_counts() ? 500 : bytes / 8 * 5 / (columns * sizeof(float)) * gpus;
    if (rows < (size_t)gpus || rows > largest_side || columns > largest_side) {
        fprintf(stderr, "%s: there may be %d rows and columns at most, and must be a row for each GPU\n",
                program_name(), largest_side);
        return 2;
    }

    // input
    static struct gpu gpu[most_gpus];
    prepare(gpu, gpus, rows, columns);

    // launch, and check
    const double rows_us = measure(queue_rows, gpu, gpus);
    const double columns_us = measure(queue_columns, gpu, gpus);
    const double exchange_us = measure(queue_exchange, gpu, gpus);
    const size_t wrong = count_wrong(gpu, gpus, rows, columns);

    const double matrix = (double)rows * columns * sizeof(float);
    const double sent = (double)gpu[0].part.share * (gpus - 1) * sizeof(float);
    if (csv)
        printf("gpus,rows,columns,matrix bytes,rows us,columns us,exchange us,sent bytes,wrong\n"
               "%d,%zu,%zu,%.0f,%.1f,%.1f,%.1f,%.0f,%zu\n",
               gpus, rows, columns, matrix, rows_us, columns_us, exchange_us, sent, wrong);
    printf("a matrix of %.4g MB, %.3g times the memory of a GPU\n", matrix / 1e6, matrix / bytes);
    print_step("row sums", 0, matrix, rows_us);
    print_step("partial column sums", 0, matrix, columns_us);
    print_step("their reduction", sent, sent, exchange_us);
    printf("%s: of %zu sums on %d GPU%s %zu are wrong.\n", wrong ? "NO" : "Yes", rows + columns, gpus,
           gpus == 1 ? "" : "s", wrong);

    // free
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        free_matrix_part(&gpu[g].part);
        HANDLE_ERROR(cudaStreamDestroy(gpu[g].stream));
        HANDLE_NCCL(ncclCommDestroy(gpu[g].comm));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
