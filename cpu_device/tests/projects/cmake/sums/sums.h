// SPDX-License-Identifier: MIT
#ifndef SUMS_H
#define SUMS_H
const int sum_threads = 128;
extern __device__ int calls;         // of total()
__device__ int block_sum(int value); // of all threads, for thread 0; block_sum.cu
int total(const int *words, int n);
#endif
