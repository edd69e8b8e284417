// SPDX-License-Identifier: MIT
// structs_by_value.cu: structs that functions return straight into global and shared memory, or get from there by
// value. The calls make these stores and loads, and each element is written, and read after a barrier.
#include <stdio.h>
// Needs g++'s plugins.

const int threads = 64;

struct packet { // too large for registers
    int word[12];
};
struct colour { // three bytes
    unsigned char r, g, b;
};
struct point {
    double x, y;
};

__device__ __noinline__ float4 border(const float *in, int i, int n)
{
    if (i == 0 || i == n - 1)
        return make_float4(0, 0, 0, 0);
    float d = in[i + 1] - in[i - 1];
    return make_float4(d, 0, 0, d > 1);
}

__device__ __noinline__ float3 corner(int i)
{
    if (i % 7 == 0)
        return make_float3(0, 0, 0);
    return make_float3((float)i, 1, (float)(i * 2));
}

__device__ __noinline__ packet fill(int i)
{
    packet p;
    for (int k = 0; k < 12; k++)
        p.word[k] = i + k;
    return p;
}

__device__ __noinline__ colour mix(colour a, int i)
{
    colour c = {(unsigned char)(a.r + i), a.g, (unsigned char)i};
    return c;
}

__device__ __noinline__ point middle(point a, point b)
{
    point p = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return p;
}

__device__ __noinline__ int total(packet p)
{
    int sum = 0;
    for (int k = 0; k < 12; k++)
        sum += p.word[k];
    return sum;
}

__global__ void store(const float *in, float4 *borders, packet *packets, colour *colours, point *points, int *totals)
{
    __shared__ float3 part[threads];
    __shared__ packet mine[threads];
    int i = threadIdx.x, other = threads - 1 - i;
    borders[i] = border(in, i, threads);
    part[i] = corner(i);
    mine[i] = fill(i);
    packets[i] = fill(2 * i);
    colour black = {0, 1, 2};
    colours[i] = mix(black, i);
    __syncthreads();
    totals[i] = total(mine[other]) + (int)part[other].z + total(packets[other]);
    colour seen = mix(colours[other], 1);
    __syncthreads();
    colours[i] = seen;
    points[i] = middle(points[i], points[i]);
}

int main()
{
    float in[threads], *dev_in;
    float4 borders[threads], *dev_borders;
    packet packets[threads], *dev_packets;
    colour colours[threads], *dev_colours;
    point points[threads], *dev_points;
    int totals[threads], *dev_totals, wrong = 0;
    for (int i = 0; i < threads; i++) {
        in[i] = (float)i;
        points[i].x = i;
        points[i].y = 2 * i;
    }
    if (cudaMalloc(&dev_in, sizeof in) != cudaSuccess || cudaMalloc(&dev_borders, sizeof borders) != cudaSuccess ||
        cudaMalloc(&dev_packets, sizeof packets) != cudaSuccess ||
        cudaMalloc(&dev_colours, sizeof colours) != cudaSuccess ||
        cudaMalloc(&dev_points, sizeof points) != cudaSuccess || cudaMalloc(&dev_totals, sizeof totals) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_points, points, sizeof points, cudaMemcpyHostToDevice);
    store<<<1, threads>>>(dev_in, dev_borders, dev_packets, dev_colours, dev_points, dev_totals);
    cudaMemcpy(borders, dev_borders, sizeof borders, cudaMemcpyDeviceToHost);
    cudaMemcpy(packets, dev_packets, sizeof packets, cudaMemcpyDeviceToHost);
    cudaMemcpy(colours, dev_colours, sizeof colours, cudaMemcpyDeviceToHost);
    cudaMemcpy(points, dev_points, sizeof points, cudaMemcpyDeviceToHost);
    cudaMemcpy(totals, dev_totals, sizeof totals, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++) {
        int o = threads - 1 - i;
        bool at_border = i == 0 || i == threads - 1;
        wrong += borders[i].x != (at_border ? 0 : 2) || borders[i].w != (at_border ? 0 : 1);
        wrong += packets[i].word[11] != 2 * i + 11;
        wrong += colours[i].r != (unsigned char)(o + 1) || colours[i].g != 1 || colours[i].b != 1;
        wrong += points[i].x != i || points[i].y != 2 * i;
        wrong += totals[i] != 12 * o + 66 + (o % 7 == 0 ? 0 : 2 * o) + 24 * o + 66;
    }
    cudaFree(dev_in), cudaFree(dev_borders), cudaFree(dev_packets), cudaFree(dev_colours), cudaFree(dev_points);
    return wrong != 0 || cudaFree(dev_totals) != cudaSuccess;
}
