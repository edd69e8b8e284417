// SPDX-License-Identifier: MIT
// mathematics: how far the functions of math.h are from the exact result, each over 10,000 arguments. A line says that
// a function keeps the bound of CUDA's documentation (CUDA C++ Programming Guide, "Mathematical Functions"); a comment
// says the largest error that was measured, in units of the last place. The last bits themselves differ between a GPU
// and the CPU device, which computes with the host's library.
#include <cmath>
#include <cstdio>
#include <cstdlib>

constexpr int arguments = 10000;

struct function {
    const char *name;
    void (*launch)(const void *x, void *result);
    long double (*exact)(long double x);
    double low, high, bound;
    bool in_double;
};

#define FUNCTION(name, T, call, exactly, low, high, bound)                                                             \
    __global__ void kernel_##name(const T *in, T *out)                                                                 \
    {                                                                                                                  \
        for (int i = threadIdx.x; i < arguments; i += blockDim.x) {                                                    \
            const T x = in[i];                                                                                         \
            out[i] = call;                                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    static const function name##_function = {                                                                          \
        #name,                                                                                                         \
        [](const void *x, void *result) { kernel_##name<<<1, 128>>>((const T *)x, (T *)result); },                     \
        [](long double x) -> long double { return exactly; },                                                          \
        low,                                                                                                           \
        high,                                                                                                          \
        bound,                                                                                                         \
        sizeof(T) == 8};
#include "mathematics.h"
#undef FUNCTION

static const function *const functions[] = {
#define FUNCTION(name, T, call, exactly, low, high, bound) &name##_function,
#include "mathematics.h"
};

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

// The distance of two neighbours of this type where `exact` is.
static long double unit(long double exact, bool in_double)
{
    int exponent;
    frexpl(exact, &exponent);
    const int digits = in_double ? 53 : 24, least = in_double ? -1074 : -149;
    return ldexpl(1, exponent - digits < least ? least : exponent - digits);
}

template <class T> static long double largest_error(const function &f)
{
    static T x[arguments], results[arguments];
    T *device_x, *device_results;
    for (int i = 0; i < arguments; ++i)
        x[i] = (T)(f.low + (f.high - f.low) * i / (arguments - 1));
    must(cudaMalloc(&device_x, sizeof x));
    must(cudaMalloc(&device_results, sizeof results));
    must(cudaMemcpy(device_x, x, sizeof x, cudaMemcpyHostToDevice));
    f.launch(device_x, device_results);
    must(cudaGetLastError());
    must(cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost));
    must(cudaFree(device_x));
    must(cudaFree(device_results));

    long double largest = 0;
    for (int i = 0; i < arguments; ++i) {
        const long double exact = f.exact(x[i]), error = fabsl(results[i] - exact) / unit(exact, f.in_double);
        largest = !(error <= largest) ? error : largest; // a NaN counts
    }
    return largest;
}

int main()
{
    for (const function *f : functions) {
        const long double error = f->in_double ? largest_error<double>(*f) : largest_error<float>(*f);
        printf("# %s: %.3Lf ulp\n", f->name, error);
        // The exact result is itself rounded, which adds a little to the error of a double.
        printf("%s: from %g to %g within %g ulp: %s\n", f->name, f->low, f->high, f->bound,
               error <= f->bound + (f->bound == 0 ? 0.5 : 0.51) ? "yes" : "no");
    }
    return 0;
}
