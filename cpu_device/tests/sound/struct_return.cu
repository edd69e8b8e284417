// SPDX-License-Identifier: MIT
// struct_return.cu: functions that are not inlined return structs, which go right to shared and global memory, and get
// structs from there as arguments.
#include "../kernel_run.h"
// Needs g++'s plugins.

const int threads = 64;

struct point {
    float x, y, z;
};

struct matrix {
    double rows[3][3];
};

struct range {
    int begin, end;
};

__device__ __noinline__ float4 four(int t)
{
    return make_float4(t, 0, 0, t + 1);
}

__device__ __noinline__ point add(point a, point b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ __noinline__ matrix scaled(double factor)
{
    matrix m;
    for (int i = 0; i < 9; i++)
        m.rows[i / 3][i % 3] = i % 4 == 0 ? factor : 0;
    return m;
}

__device__ __noinline__ range part(int t)
{
    return {t, t * 2};
}

__global__ void make(point *points, matrix *matrices, range *ranges)
{
    __shared__ point cache[threads];
    __shared__ float4 fours[threads];
    __shared__ matrix m[threads];
    int t = threadIdx.x;
    cache[t] = add({(float)t, 0, 0}, {0, 0, 0});
    fours[t] = four(t);
    m[t] = scaled(t);
    __syncthreads();
    int u = threads - 1 - t;
    points[t] = add(cache[t], cache[u]);
    points[t].y += fours[u].w;
    matrices[t] = scaled(m[u].rows[1][1] + m[u].rows[0][1]);
    ranges[t] = part(t);
}

__global__ void use(const point *points, const matrix *matrices, const range *ranges, double *out)
{
    int t = threadIdx.x;
    point sum = add(points[t], points[t]);
    out[t] = sum.x + sum.y + sum.z + matrices[t].rows[2][2] + matrices[t].rows[2][0] + ranges[t].end - ranges[t].begin;
}

int main()
{
    device_array<point> points(threads);
    device_array<matrix> matrices(threads);
    device_array<range> ranges(threads);
    device_array<double> out(threads);
    make<<<1, threads>>>(points, matrices, ranges);
    use<<<1, threads>>>(points, matrices, ranges, out);
    return check(out, [](int t) { return 2 * (threads - 1) + 2 * (threads - t) + threads - 1 - t + t; });
}
