// SPDX-License-Identifier: MIT
// toolkit_headers.cu: headers that programs include beside cuda_runtime.h: ranges for a profiler, complex numbers,
// copies to shared memory beside the computation, types of elements, functions of float by the names of double.

#include <cuComplex.h>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <driver_types.h>
#include <library_types.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <vector_functions.h>
#include <vector_types.h>

#include "../handle_error.h"
#include <nvtx3/nvtx3.hpp>

constexpr int block = 64, stages = 4;

__global__ void sums(const float4 *in, float4 *out)
{
    __shared__ float4 tile[2][block];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    float4 sum = make_float4(0, 0, 0, 0);
    for (int stage = 0; stage < stages; ++stage) {
        if (stage + 1 < stages)
            __pipeline_memcpy_async(&tile[(stage + 1) % 2][threadIdx.x], &in[(stage + 1) * block + threadIdx.x],
                                    sizeof(float4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = tile[stage % 2][block - 1 - threadIdx.x];
        sum = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// Each pixel of the plane: how many steps until it leaves the circle of radius 2.
__global__ void escape(int *steps)
{
    cuDoubleComplex z = make_cuDoubleComplex(0, 0), c = make_cuDoubleComplex(-2 + 0.1 * threadIdx.x, 0.3);
    int n = 0;
    for (; n < 50 && cuCabs(z) < 2; ++n)
        z = cuCfma(z, z, c);
    steps[threadIdx.x] = n;
}

template <class T> __device__ T by_one_name(T x)
{
    return rsqrt(x) + rcbrt(x) + sinpi(x) + cospi(x) + normcdf(x) + erfinv(x) + erfcinv(x) + normcdfinv(x) + erfcx(x) +
           cyl_bessel_i0(x) + cyl_bessel_i1(x) + exp(x) + log(x) + pow(x, x) + fmax(x, x) + exp10(x);
}

__global__ void functions(float x, double u, float *f, double *d)
{
    *f = by_one_name(x);
    *d = by_one_name(u);
    d[1] = erfinv(-0.9) + 10 * normcdfinv(1e-10) + erfcinv(1.99);
    d[2] = norm3d(2., 3., 6.) + rnorm3d(2., 3., 6.) + norm4d(1., 1., 1., 1.) + rhypot(3., 4.);
    d[3] = norm(4, d) >= 0;
    double sine, cosine;
    sincospi(1. / 6, &sine, &cosine);
    d[3] += sine + cosine * cosine;
}

int main(void)
{
    HANDLE_ERROR(cudaProfilerStart());
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.colorType = NVTX_COLOR_ARGB;
    attributes.color = 0xff00ff00;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "all of it";
    nvtxRangePushEx(&attributes);
    nvtxRangePush("allocation");
    float4 *in, *out;
    HANDLE_ERROR(cudaMallocManaged(&in, stages * block * sizeof *in));
    HANDLE_ERROR(cudaMallocManaged(&out, block * sizeof *out));
    nvtxRangePop();
    for (int i = 0; i < stages * block; ++i)
        in[i] = make_float4((float)i, (float)(2 * i), 1, -1);
    {
        nvtx3::scoped_range range{"sums"};
        sums<<<1, block>>>(in, out);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
    printf("sums: %g %g %g %g, %g\n", out[0].x, out[0].y, out[0].z, out[0].w, out[63].x);

    int *steps;
    HANDLE_ERROR(cudaMallocManaged(&steps, 32 * sizeof *steps));
    nvtxRangeId_t range = nvtxRangeStartA("escape");
    escape<<<1, 32>>>(steps);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    nvtxRangeEnd(range);
    printf("steps: %d %d %d %d\n", steps[0], steps[5], steps[20], steps[30]);
    cuComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(3, -4), q = cuCdivf(a, b), p = cuCmulf(a, cuConjf(b));
    printf("complex: %g %g, %g %g, %g\n", cuCrealf(q), cuCimagf(q), p.x, p.y, cuCabsf(b));

    float *f;
    double *d;
    HANDLE_ERROR(cudaMallocManaged(&f, sizeof *f));
    HANDLE_ERROR(cudaMallocManaged(&d, 4 * sizeof *d));
    functions<<<1, 1>>>(0.3f, 0.3, f, d);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("functions: %.4f %.10f %.8f %.10f %.10f\n", *f, d[0], d[1], d[2], d[3]);
    longlong4_32a wide = make_longlong4_32a(1, 2, 3, 4);
    printf("%d %d %lld, %d %d, %.4f\n", (int)alignof(longlong4_32a), (int)alignof(double4_16a), wide.w, CUDA_R_32F,
           CUDA_R_8I, CUDART_PI_F);
    nvtxMark("the end");
    nvtxRangePop();
    HANDLE_ERROR(cudaProfilerStop());
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    HANDLE_ERROR(cudaFree(steps));
    HANDLE_ERROR(cudaFree(f));
    HANDLE_ERROR(cudaFree(d));
    return 0;
}
