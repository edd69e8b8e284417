// SPDX-License-Identifier: MIT
// Loops of host code as textbook programs have them, for host.sh: a name and the least time of each, in seconds.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

const int side = 256, length = 4000000, repetitions = 9;

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void product(const float *a, const float *b, float *c)
{
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            float sum = 0;
            for (int k = 0; k < side; ++k)
                sum += a[y * side + k] * b[k * side + x];
            c[y * side + x] = sum;
        }
}

static void saxpy(const std::vector<float> &x, std::vector<float> &y)
{
    for (size_t i = 0; i < x.size(); ++i)
        y[i] = 2 * x[i] + y[i];
}

static long sum_of_rows(const std::vector<std::vector<int>> &rows)
{
    long sum = 0;
    for (const std::vector<int> &row : rows)
        for (int one : row)
            sum += one;
    return sum;
}

template <typename F> void measure(const char *name, F run)
{
    double least = 1e9;
    for (int i = 0; i < repetitions; ++i) {
        double begin = now();
        run();
        double took = now() - begin;
        least = took < least ? took : least;
    }
    printf("%s %.6f\n", name, least);
}

int main()
{
    std::vector<float> a(side * side, 1), b(side * side, 2), c(side * side), x(length, 1), y(length, 1);
    std::vector<std::vector<int>> rows(2000, std::vector<int>(2000, 1));
    std::vector<int> unsorted(length / 4), sorted;
    for (size_t i = 0; i < unsorted.size(); ++i)
        unsorted[i] = (int)(i * 2654435761u >> 8);
    long sum = 0;
    measure("product", [&] { product(a.data(), b.data(), c.data()); });
    measure("saxpy", [&] { saxpy(x, y); });
    measure("rows", [&] { sum += sum_of_rows(rows); });
    measure("qsort", [&] { // comparisons by a function, and moves
        sorted = unsorted;
        qsort(sorted.data(), sorted.size(), sizeof(int), [](const void *left, const void *right) {
            return *(const int *)left < *(const int *)right ? -1 : *(const int *)left > *(const int *)right;
        });
    });
    return c[0] == 2 * side && sum == 2000L * 2000 * repetitions && y[0] > 1 ? 0 : 1;
}
