// SPDX-License-Identifier: MIT
// Programs as textbooks have them, with floats: each is a kernel that computes out[i] from the arrays a and b. This
// header defines main(), which prints for each a hash of all results, and the bits of every sixteenth.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int width = 64, count = width * width; // of each array, which may be an image or a matrix

struct textbook_program {
    const char *name;
    void (*kernel)(float *out, const float *a, const float *b);
    int steps; // after each, the results become a
    textbook_program *next;
};
static textbook_program *first_program, **last_program = &first_program;

struct program_registered : textbook_program {
    program_registered(const char *name, decltype(kernel) kernel, int steps)
        : textbook_program{name, kernel, steps, nullptr}
    {
        *last_program = this;
        last_program = &next;
    }
};

// The kernel of one program; i is the thread's element, x and y its column and row.
#define TEXTBOOK(name, steps)                                                                                          \
    static __device__ void compute_##name(float *out, const float *a, const float *b, int i, int x, int y);            \
    __global__ void name(float *out, const float *a, const float *b)                                                   \
    {                                                                                                                  \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        compute_##name(out, a, b, i, i % width, i / width);                                                            \
    }                                                                                                                  \
    static program_registered registered_##name(#name, name, steps);                                                   \
    static __device__ void compute_##name([[maybe_unused]] float *out, [[maybe_unused]] const float *a,                \
                                          [[maybe_unused]] const float *b, [[maybe_unused]] int i,                     \
                                          [[maybe_unused]] int x, [[maybe_unused]] int y)

static void must(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

static void print_results(const textbook_program &p, const float *results)
{
    unsigned bits[count], hash = 2166136261u;
    memcpy(bits, results, sizeof bits);
    for (unsigned value : bits)
        hash = (hash ^ value) * 16777619u;
    printf("%s hash: %08x\n", p.name, hash);
    for (int i = 0; i < count; i += 16) {
        if (i % 128 == 0)
            printf("%s %4d:", p.name, i);
        printf(i % 128 == 112 ? " %08x\n" : " %08x", bits[i]);
    }
}

static void run_program(const textbook_program &p)
{
    static float host_a[count], host_b[count];
    float *a, *b, *out;
    for (int i = 0; i < count; ++i) {
        host_a[i] = (float)(i * 37 % 1009) / 1009 + 0.001f;
        host_b[i] = (float)(i * 61 % 757) / 378 - 1;
    }
    must(cudaMalloc(&a, sizeof host_a), p.name);
    must(cudaMalloc(&b, sizeof host_b), p.name);
    must(cudaMalloc(&out, sizeof host_a), p.name);
    must(cudaMemcpy(a, host_a, sizeof host_a, cudaMemcpyHostToDevice), p.name);
    must(cudaMemcpy(b, host_b, sizeof host_b, cudaMemcpyHostToDevice), p.name);
    for (int step = 0; step < p.steps; ++step) {
        p.kernel<<<count / 256, 256>>>(out, a, b);
        must(cudaGetLastError(), p.name);
        float *results = out;
        out = a;
        a = results;
    }
    must(cudaMemcpy(host_a, a, sizeof host_a, cudaMemcpyDeviceToHost), p.name);
    print_results(p, host_a);
    must(cudaFree(a), p.name);
    must(cudaFree(b), p.name);
    must(cudaFree(out), p.name);
}

int main()
{
    for (const textbook_program *p = first_program; p != nullptr; p = p->next)
        run_program(*p);
    return 0;
}
