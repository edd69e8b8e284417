// SPDX-License-Identifier: MIT
// matrix_part.h: one GPU's rows of the matrix of summed_matrix.h, and kernels that add up its rows and its columns.
//
//     struct matrix_part part = make_matrix_part(gpu, gpus, rows, columns);   on the current device
//     queue_row_sums(&part, stream);         part.row_sums: complete, since the rows are complete
//     queue_column_sums(&part, stream);      part.partial: for each column, the sum of its elements in these rows
//     size_t wrong = wrong_sums(part.row_sums, part.first, part.rows, exact_row_sum, columns);
//     free_matrix_part(&part);
#pragma once

#include "book.h"
#include "summed_matrix.h"

enum { matrix_threads = 256 }; // a power of two, for the tree reduction
enum { rows_of_block = 64 };   // rows per thread, of a column

struct matrix_part {
    size_t first; // `rows` rows from this one on
    size_t rows;
    size_t columns;
    size_t share; // how many columns' complete sums it gets: those from gpu * share on
    float *matrix;
    float *row_sums;
    float *partial;
    float *column_sums;
};

// One block per row.
static __global__ void sum_rows(const float *matrix, size_t columns, float *sums)
{
    __shared__ float cache[matrix_threads];
    const float *row = matrix + blockIdx.x * columns;
    float sum = 0;
#pragma unroll 8 // eight loads are in flight at once
    for (size_t column = threadIdx.x; column < columns; column += blockDim.x)
        sum += row[column];
    cache[threadIdx.x] = sum;

    // every sum is in the cache before any thread reads another's
    __syncthreads();

    for (unsigned i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];

        // this round is done before the next one reads
        __syncthreads();
    }

    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

// One thread per column, for some of the rows.
static __global__ void sum_columns(const float *matrix, size_t rows, size_t columns, float *sums)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t first = (size_t)blockIdx.y * rows_of_block;
    size_t end = first + rows_of_block < rows ? first + rows_of_block : rows;
    if (column >= columns)
        return;

    float sum = 0;
#pragma unroll 8
    for (size_t row = first; row < end; row++)
        sum += matrix[row * columns + column];
    atomicAdd(&sums[column], sum);
}

// There must be at least one row for each GPU.
inline struct matrix_part make_matrix_part(int gpu, int gpus, size_t rows, size_t columns)
{
    struct matrix_part part = {};
    part.first = rows * gpu / gpus;
    part.rows = rows * (gpu + 1) / gpus - part.first;
    part.columns = columns;
    part.share = (columns + gpus - 1) / gpus; // the last GPU may get sums of columns that do not exist
    HANDLE_ERROR(cudaMalloc((void **)&part.matrix, part.rows * columns * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&part.row_sums, part.rows * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&part.partial, part.share * gpus * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&part.column_sums, part.share * sizeof(float)));
    HANDLE_ERROR(cudaMemset(part.partial, 0, part.share * gpus * sizeof(float)));
    fill_matrix<<<1024, matrix_threads>>>(part.matrix, part.rows, columns, part.first);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize()); // the streams that use it do not wait for the default stream
    return part;
}

inline void queue_row_sums(const struct matrix_part *part, cudaStream_t stream)
{
    sum_rows<<<part->rows, matrix_threads, 0, stream>>>(part->matrix, part->columns, part->row_sums);
    HANDLE_ERROR(cudaGetLastError());
}

inline void queue_column_sums(const struct matrix_part *part, cudaStream_t stream)
{
    dim3 grid((part->columns + matrix_threads - 1) / matrix_threads, (part->rows + rows_of_block - 1) / rows_of_block);
    HANDLE_ERROR(cudaMemsetAsync(part->partial, 0, part->columns * sizeof(float), stream)); // for the atomics to add to
    sum_columns<<<grid, matrix_threads, 0, stream>>>(part->matrix, part->rows, part->columns, part->partial);
    HANDLE_ERROR(cudaGetLastError());
}

// How many of the sums in device memory, from row or column `first` on, are not exact(number, n).
inline size_t wrong_sums(const float *dev_sums, size_t first, size_t count, float (*exact)(size_t, size_t), size_t n)
{
    float *sums = (float *)malloc((count + 1) * sizeof(float));
    HANDLE_NULL(sums);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, count * sizeof(float), cudaMemcpyDeviceToHost));

    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(sums[i] == exact(first + i, n))) // a NaN is not equal to anything
            wrong++;
    }
    free(sums);
    return wrong;
}

inline void free_matrix_part(const struct matrix_part *part)
{
    HANDLE_ERROR(cudaFree(part->matrix));
    HANDLE_ERROR(cudaFree(part->row_sums));
    HANDLE_ERROR(cudaFree(part->partial));
    HANDLE_ERROR(cudaFree(part->column_sums));
}
