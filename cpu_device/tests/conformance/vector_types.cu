// SPDX-License-Identifier: MIT
// vector_types.cu: the built-in vector types: their sizes and alignments, their make_ functions, vector loads and
// stores. (The 4-vectors of 8-byte elements are left out: CUDA 13 deprecates them in favour of two alignments each.)

#include <stdio.h>

#include "../handle_error.h"

#define FOR_EACH_TYPE(X)                                                                                               \
    X(char1), X(char2), X(char3), X(char4), X(uchar1), X(uchar2), X(uchar3), X(uchar4), X(short1), X(short2),          \
        X(short3), X(short4), X(ushort1), X(ushort2), X(ushort3), X(ushort4), X(int1), X(int2), X(int3), X(int4),      \
        X(uint1), X(uint2), X(uint3), X(uint4), X(long1), X(long2), X(long3), X(ulong1), X(ulong2), X(ulong3),         \
        X(longlong1), X(longlong2), X(longlong3), X(ulonglong1), X(ulonglong2), X(ulonglong3), X(float1), X(float2),   \
        X(float3), X(float4), X(double1), X(double2), X(double3), X(dim3)

__global__ void sizes(int *out)
{
#define PUT(type) *out++ = (int)sizeof(type), *out++ = (int)alignof(type)
    FOR_EACH_TYPE(PUT);
}

// Four elements a thread, in one load and one store.
__global__ void reverse(float4 *to, const float4 *from, int n)
{
    int i = threadIdx.x;
    float4 v = from[n - 1 - i];
    to[i] = make_float4(v.w, v.z, v.y, v.x);
}

__global__ void make(long long *out)
{
    char3 c = make_char3(-1, 2, -3);
    uchar4 u = make_uchar4(255, 254, 1, 0);
    short2 s = make_short2(-32768, 32767);
    ushort1 us = make_ushort1(65535);
    int4 i = make_int4(1, -2, 3, -4);
    uint2 ui = make_uint2(4294967295u, 7);
    longlong2 l = make_longlong2(-(1LL << 40), 1LL << 41);
    double2 d = make_double2(0.5, -0.25);
    float3 f = {1.5f, 2.5f, 3.5f};
    out[0] = c.x + c.y * 10 + c.z * 100;
    out[1] = u.x + u.y + u.z + u.w;
    out[2] = s.x + s.y + us.x;
    out[3] = i.x * i.y * i.z * i.w;
    out[4] = (long long)ui.x + ui.y;
    out[5] = l.x + l.y;
    out[6] = (long long)(8 * (d.x + d.y));
    out[7] = (long long)(f.x + f.y + f.z);
}

int main(void)
{
    const char *names[] = {
#define NAME(type) #type
        FOR_EACH_TYPE(NAME)};
    const int host_sizes[] = {
#define SIZE(type) (int)sizeof(type), (int)alignof(type)
        FOR_EACH_TYPE(SIZE)};
    const int types = sizeof names / sizeof *names;

    int device_sizes[2 * types], *dev_sizes;
    HANDLE_ERROR(cudaMalloc((void **)&dev_sizes, sizeof device_sizes));
    sizes<<<1, 1>>>(dev_sizes);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(device_sizes, dev_sizes, sizeof device_sizes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < types; i++)
        printf("%s: host %d aligned to %d, device %d aligned to %d\n", names[i], host_sizes[2 * i],
               host_sizes[2 * i + 1], device_sizes[2 * i], device_sizes[2 * i + 1]);

    float numbers[32], *dev_numbers, *dev_reversed;
    for (int i = 0; i < 32; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc((void **)&dev_reversed, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    reverse<<<1, 8>>>((float4 *)dev_reversed, (const float4 *)dev_numbers, 8);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_reversed, sizeof numbers, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++)
        printf("%g%c", numbers[i], i < 31 ? ' ' : '\n');

    long long made[8], *dev_made;
    HANDLE_ERROR(cudaMalloc((void **)&dev_made, sizeof made));
    make<<<1, 1>>>(dev_made);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(made, dev_made, sizeof made, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        printf("%lld%c", made[i], i < 7 ? ' ' : '\n');

    HANDLE_ERROR(cudaFree(dev_sizes));
    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_reversed));
    HANDLE_ERROR(cudaFree(dev_made));
    return 0;
}
