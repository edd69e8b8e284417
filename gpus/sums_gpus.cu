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

int main(int argc, char **argv)
{
    size_t rows = 0, columns = device_counts() ? 1000 : 1 << 17, free_bytes, bytes;
    int gpus = 0, csv = 0;
    const struct option_spec options[] = {
        {"gpus", "N", "so many of the GPUs (all)", option_count, &gpus},
        {"rows", "N", "of the matrix (to fill 5/8 of each GPU; 500 where the device counts)", option_size, &rows},
        {"columns", "N", "of the matrix (2^17; 1000 where the device counts)", option_size, &columns},
        {"csv", NULL, "prints the figures as CSV", option_flag, &csv},
        {}};
    parse_options(argc, argv, "The row and column sums of a matrix on all GPUs of a host.", options);
    gpus = gpus_to_use(gpus);
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &bytes));
    if (rows == 0)
        rows = device_counts() ? 500 : bytes / 8 * 5 / (columns * sizeof(float)) * gpus;
    if (rows < (size_t)gpus || rows > largest_side || columns > largest_side) {
        fprintf(stderr, "%s: there may be %d rows and columns at most, and must be a row for each GPU\n",
                program_name(), largest_side);
        return 2;
    }
    prepare_nccl();

    static struct gpu gpu[most_gpus];
    static ncclComm_t comms[most_gpus];
    HANDLE_NCCL(ncclCommInitAll(comms, gpus, NULL));
    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        gpu[g].comm = comms[g];
        gpu[g].part = make_matrix_part(g, gpus, rows, columns);
        HANDLE_ERROR(cudaStreamCreateWithFlags(&gpu[g].stream, cudaStreamNonBlocking));
    }
    const double times[] = {measure(queue_rows, gpu, gpus), measure(queue_columns, gpu, gpus),
                            measure(queue_exchange, gpu, gpus)};
    size_t wrong = 0, share = gpu[0].part.share;
    for (int g = 0; g < gpus; g++) {
        const struct matrix_part *part = &gpu[g].part;
        size_t first = g * share, end = first + share < columns ? first + share : columns;
        HANDLE_ERROR(cudaSetDevice(g));
        wrong += wrong_sums(part->row_sums, part->first, part->rows, exact_row_sum, columns);
        if (first < columns)
            wrong += wrong_sums(part->column_sums, first, end - first, exact_column_sum, rows);
    }

    const double matrix = (double)rows * columns * sizeof(float), sent = (double)share * (gpus - 1) * sizeof(float);
    if (csv)
        printf("gpus,rows,columns,matrix bytes,rows us,columns us,exchange us,sent bytes,wrong\n"
               "%d,%zu,%zu,%.0f,%.1f,%.1f,%.1f,%.0f,%zu\n",
               gpus, rows, columns, matrix, times[0], times[1], times[2], sent, wrong);
    printf("a matrix of %.4g MB, %.3g times the memory of a GPU\n", matrix / 1e6, matrix / bytes);
    const char *const names[] = {"row sums", "partial column sums", "their reduction"};
    for (int i = 0; i < 3; i++) {
        printf("%-20s each GPU sends %10.0f bytes", names[i], i < 2 ? 0 : sent);
        if (!device_counts())
            printf(", %10.1f us, %8.1f GB/s", times[i], (i < 2 ? matrix : sent) / times[i] / 1e3);
        printf("\n");
    }
    printf("%s: of %zu sums on %d GPU%s %zu are wrong.\n", wrong ? "NO" : "Yes", rows + columns, gpus,
           gpus == 1 ? "" : "s", wrong);

    for (int g = 0; g < gpus; g++) {
        HANDLE_ERROR(cudaSetDevice(g));
        free_matrix_part(&gpu[g].part);
        HANDLE_ERROR(cudaStreamDestroy(gpu[g].stream));
        HANDLE_NCCL(ncclCommDestroy(gpu[g].comm));
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
