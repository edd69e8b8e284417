// SPDX-License-Identifier: MIT
// local_memory.cu: arrays of a thread's own, indexed by what only the run tells; pointers to locals that functions get;
// recursion; locals that live across barriers while other threads run.
//
// Threads come to the barrier from different depths, one by one; synccheck wants them together:
// synccheck exits 3
// synccheck prints Divergent thread(s) in warp
#include "../kernel_run.h"

const int threads = 64;

struct counter {
    int *place;
    __device__ explicit counter(int *p) : place(p) {}
    __device__ void operator+=(int value)
    {
        *place += value;
    }
};

__device__ __noinline__ void swap(int *a, int *b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

__device__ void quicksort(int *values, int n)
{
    if (n < 2)
        return;
    int pivot = values[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (values[i] < pivot)
            i++;
        while (values[j] > pivot)
            j--;
        if (i <= j)
            swap(&values[i++], &values[j--]);
    }
    quicksort(values, j + 1);
    quicksort(values + i, n - i);
}

__device__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void locals(int *out)
{
    __shared__ int exchange[threads];
    int values[40], t = threadIdx.x, sum = 0;
    char text[16] = "abcdefghijklmno";
    for (int i = 0; i < 40; i++)
        values[i] = (i * 17 + t * 5) % 41;
    quicksort(values, 40);
    exchange[t] = values[t % 40];
    __syncthreads();
    counter count(&sum);
    for (int i = 0; i < 40; i++)
        count += values[i] * (i + 1);
    values[exchange[threads - 1 - t] % 40] = t;
    __syncthreads();
    sum += values[exchange[threads - 1 - t] % 40] + text[exchange[t] % 15] + ackermann(2, t % 6);
    out[t] = sum;
}

int main()
{
    device_array<int> out(threads);
    locals<<<1, threads>>>(out);
    return check(out, [](int t) {
        bool there[41] = {};
        for (int i = 0; i < 40; i++)
            there[(i * 17 + t * 5) % 41] = true;
        int sum = 0, place = 0, own = 0;
        for (int value = 0; value < 41; value++)
            if (there[value]) {
                own = place == t % 40 ? value : own;
                sum += value * ++place;
            }
        return sum + t + 'a' + own % 15 + 2 * (t % 6) + 3;
    });
}
