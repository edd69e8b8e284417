// SPDX-License-Identifier: MIT
// One line for each probe: what an expression of device code gives for each input.
//
//   INPUTS(floats, float, 0.5f, 1.5f, NAN);
//   PROBE(to_int, floats, (int)x)          // x is one of the floats
//   PROBE2(minimum, floats, fminf(x, y))   // x and y: all pairs
//
// This header defines main(), which prints the inputs, and a row of results for each probe, of pairs for each x:
//
//   inputs floats: 3f000000 3fc00000 7fffffff
//   to_int floats = 0 1 0
//   minimum 3f000000 floats = 3f000000 3f000000 3f000000
//
// All are bits in hexadecimal digits, so that NaNs and zeros show which they are. compare.c reads such a row as lines
// like "to_int 3f000000 = 0" and "minimum 3f000000 3fc00000 = 3f000000".
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned long long bits64;

template <class T> __host__ __device__ bits64 bits_of(T value)
{
    bits64 bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

// A list of inputs; a probe runs its kernel over them.
struct inputs {
    const char *name;
    const void *values;
    int count;
    size_t size; // of one value
    bool printed;
};

struct probe {
    const char *name;
    inputs &from;
    void (*launch)(const void *values, bits64 *results, int count);
    bool pairs;
    probe *next;
};
static probe *first_probe, **last_probe = &first_probe;

struct probe_registered : probe {
    probe_registered(const char *name, inputs &from, decltype(launch) launch, bool pairs)
        : probe{name, from, launch, pairs, nullptr}
    {
        *last_probe = this;
        last_probe = &next;
    }
};

#define INPUTS(name, T, ...)                                                                                           \
    typedef T name##_type;                                                                                             \
    static const T name##_values[] = {__VA_ARGS__};                                                                    \
    static inputs name##_inputs = {#name, name##_values, sizeof name##_values / sizeof(T), sizeof(T), false};

#define PROBE_OF(name, from, pairs, values_of_x_and_y, ...)                                                            \
    __global__ void probe_##name(const from##_type *in, bits64 *results, int count)                                    \
    {                                                                                                                  \
        for (int i = threadIdx.x; i < (pairs ? count * count : count); i += blockDim.x) {                              \
            values_of_x_and_y;                                                                                         \
            results[i] = bits_of(__VA_ARGS__);                                                                         \
        }                                                                                                              \
    }                                                                                                                  \
    static void launch_##name(const void *values, bits64 *results, int count)                                          \
    {                                                                                                                  \
        probe_##name<<<1, 32>>>((const from##_type *)values, results, count);                                          \
    }                                                                                                                  \
    static probe_registered registered_##name(#name, from##_inputs, launch_##name, pairs);
#define PROBE(name, from, ...) PROBE_OF(name, from, false, from##_type x = in[i], __VA_ARGS__)
#define PROBE2(name, from, ...)                                                                                        \
    PROBE_OF(name, from, true, from##_type x = in[i / count]; from##_type y = in[i % count], __VA_ARGS__)

static void must(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

static void print_input(const inputs &from, int i)
{
    bits64 bits = 0;
    memcpy(&bits, (const char *)from.values + i * from.size, from.size);
    printf(" %0*llx", (int)(2 * from.size), bits);
}

static void print_inputs(inputs &from)
{
    if (from.printed)
        return;
    from.printed = true;
    printf("inputs %s:", from.name);
    for (int i = 0; i < from.count; ++i)
        print_input(from, i);
    printf("\n");
}

static void run_probe(const probe &p)
{
    const int count = p.from.count, results = p.pairs ? count * count : count;
    void *values;
    bits64 *device_results, *host_results = new bits64[results];
    must(cudaMalloc(&values, count * p.from.size), p.name);
    must(cudaMalloc(&device_results, results * sizeof *device_results), p.name);
    must(cudaMemcpy(values, p.from.values, count * p.from.size, cudaMemcpyHostToDevice), p.name);

    p.launch(values, device_results, count);
    must(cudaGetLastError(), p.name);
    must(cudaMemcpy(host_results, device_results, results * sizeof *host_results, cudaMemcpyDeviceToHost), p.name);

    print_inputs(p.from);
    for (int i = 0; i < results; ++i) {
        if (i % count == 0) {
            printf("%s%s", i > 0 ? "\n" : "", p.name);
            if (p.pairs)
                print_input(p.from, i / count);
            printf(" %s =", p.from.name);
        }
        printf(" %llx", host_results[i]);
    }
    printf("\n");
    must(cudaFree(values), p.name);
    must(cudaFree(device_results), p.name);
    delete[] host_results;
}

int main()
{
    for (const probe *p = first_probe; p != nullptr; p = p->next)
        run_probe(*p);
    return 0;
}
