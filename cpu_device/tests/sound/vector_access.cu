// SPDX-License-Identifier: MIT
// vector_access.cu: float4, int4, double2, uchar4 and short2 in shared and global memory, whole and by component.
#include <stdio.h>

const int n = 128;

__device__ __noinline__ float length2(float4 v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z; // w takes no part
}

__global__ void vectors(const float4 *in, float4 *out, float *lengths, int4 *codes, double2 *pairs)
{
    __shared__ float4 points[n];
    __shared__ __align__(16) float planes[4][n];
    __shared__ uchar4 colours[n];
    __shared__ double2 twos[n];
    int t = threadIdx.x;
    float4 p = in[t];
    points[t].x = p.x; // w is not written
    points[t].y = p.y;
    points[t].z = p.z;
    planes[0][t] = p.x, planes[1][t] = p.y, planes[2][t] = p.z, planes[3][t] = p.w;
    colours[t] = make_uchar4(t, 2 * t, 3, 4);
    twos[t] = make_double2(t, -t);
    __syncthreads();
    int u = (t + 5) % n;
    lengths[t] = length2(points[u]);
    float4 row = reinterpret_cast<float4 *>(planes[t % 4])[t / 4];
    out[t] = make_float4(row.x, row.y, row.z, row.w + 1);
    uchar4 c = colours[u];
    short2 s = make_short2(c.x, c.y);
    codes[t] = make_int4(s.x, s.y, c.z, reinterpret_cast<int *>(colours)[u] >> 24);
    pairs[t].x = twos[u].y;
    pairs[t].y = twos[u].x;
}

int main()
{
    static float4 in[n], out[n];
    static float lengths[n];
    static int4 codes[n];
    static double2 pairs[n];
    char *memory; // all in one
    size_t size = sizeof in + sizeof out + sizeof codes + sizeof pairs + sizeof lengths;
    if (cudaMalloc(&memory, size) != cudaSuccess)
        return 1;
    float4 *dev_in = (float4 *)memory, *dev_out = dev_in + n;
    int4 *dev_codes = (int4 *)(dev_out + n);
    double2 *dev_pairs = (double2 *)(dev_codes + n);
    float *dev_lengths = (float *)(dev_pairs + n);
    for (int i = 0; i < n; i++)
        in[i] = make_float4(i, i + 1, i + 2, i + 3);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    vectors<<<1, n>>>(dev_in, dev_out, dev_lengths, dev_codes, dev_pairs);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(codes, dev_codes, sizeof codes, cudaMemcpyDeviceToHost);
    cudaMemcpy(pairs, dev_pairs, sizeof pairs, cudaMemcpyDeviceToHost);
    if (cudaMemcpy(lengths, dev_lengths, sizeof lengths, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int u = (i + 5) % n, first = i / 4 * 4 + i % 4;
        if (lengths[i] != (float)(u * u + (u + 1) * (u + 1) + (u + 2) * (u + 2)) || out[i].x != first ||
            out[i].w != first + 4 || codes[i].x != u || codes[i].y != (unsigned char)(2 * u) || codes[i].z != 3 ||
            codes[i].w != 4 || pairs[i].x != -u || pairs[i].y != u)
            return 1;
    }
    return cudaFree(memory) != cudaSuccess;
}
