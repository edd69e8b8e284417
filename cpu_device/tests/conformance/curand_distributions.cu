// SPDX-License-Identifier: MIT
// curand_distributions.cu: normal, log-normal and Poisson numbers, one by one and several at once. They are rounded,
// for the last digits depend on logarithms and sines.

#include <curand_kernel.h>
#include <stdio.h>

#include "../handle_error.h"

const int values = 34;

template <class State> __device__ double *each_kind(State *s, double *to)
{
    for (int i = 0; i < 3; i++)
        *to++ = curand_normal(s);
    *to++ = curand_log_normal(s, 1.0f, 0.5f); // leaves the second number of the pair before
    *to++ = curand_log_normal(s, 1.0f, 0.5f);
    *to++ = curand_normal(s);
    for (int i = 0; i < 3; i++)
        *to++ = curand_normal_double(s);
    *to++ = curand_log_normal_double(s, 1.0, 0.5);
    float2 f = curand_normal2(s), g = curand_log_normal2(s, 1.0f, 0.5f);
    double2 d = curand_normal2_double(s);
    *to++ = f.x, *to++ = f.y, *to++ = g.x, *to++ = g.y, *to++ = d.x, *to++ = d.y;
    for (int i = 0; i < 4; i++)
        *to++ = curand_poisson(s, 3.5);
    for (int i = 0; i < 2; i++)
        *to++ = curand_poisson(s, 9000.0);
    return to;
}

__global__ void kinds(double *out)
{
    curandState a;
    curandStatePhilox4_32_10_t b;
    curandStateMRG32k3a_t c;
    curand_init(42, 3, 1, &a);
    curand_init(42, 3, 1, &b);
    curand_init(42, 3, 1, &c);
    each_kind(&a, out);
    double *to = each_kind(&b, out + values);
    float4 u = curand_uniform4(&b), z = curand_normal4(&b), l = curand_log_normal4(&b, 0.0f, 1.0f);
    *to++ = u.x, *to++ = u.y, *to++ = u.z, *to++ = u.w, *to++ = z.x, *to++ = z.y, *to++ = z.z, *to++ = z.w;
    *to++ = l.x, *to++ = l.y, *to++ = l.z, *to++ = l.w;
    each_kind(&c, out + 2 * values);
}

// Sums over many numbers; the closed forms are those of the distributions.
__global__ void sums(double *mean, double *square, double *events)
{
    curandState state;
    curand_init(2026, threadIdx.x, 0, &state);
    for (int i = 0; i < 1000; i++) {
        double z = curand_normal(&state);
        atomicAdd(mean, z);
        atomicAdd(square, z * z);
        atomicAdd(events, (double)curand_poisson(&state, 100.0));
    }
}

int main(void)
{
    double *dev, out[3 * values + 3] = {};
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof out));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof out));
    kinds<<<1, 1>>>(dev);
    sums<<<1, 64>>>(dev + 3 * values, dev + 3 * values + 1, dev + 3 * values + 2);
    HANDLE_ERROR(cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev));
    const char *names[] = {"XORWOW", "Philox", "MRG32k3a"};
    for (int g = 0; g < 3; g++) {
        printf("%s:", names[g]);
        for (int i = 0; i < values; i++)
            printf(" %.2f", out[g * values + i]);
        printf("\n");
    }
    const double n = 64000, *sum = out + 3 * values;
    printf("normal: mean %.1f, square %.1f; Poisson: mean %.0f\n", sum[0] / n + 1, sum[1] / n, sum[2] / n);
    return 0;
}
