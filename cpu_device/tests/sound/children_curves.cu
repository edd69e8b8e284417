// SPDX-License-Identifier: MIT
// children_curves.cu: a thread for each curve allocates its points, and launches as many threads as it needs; another
// kernel frees them.
// Compiled with: -rdc=true
// Only memcheck knows of launches in kernels:
// racecheck exits 3
// synccheck exits 3
// initcheck exits 3
#include "../kernel_run.h"

const int curves = 40;

struct curve {
    float2 control[3];
    float2 *points;
    int count;
};

__global__ void compute(curve *all, int which, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float u = i / (float)(count - 1), v = 1 - u;
    const float2 *c = all[which].control;
    all[which].points[i] = make_float2(v * v * c[0].x + 2 * v * u * c[1].x + u * u * c[2].x,
                                       v * v * c[0].y + 2 * v * u * c[1].y + u * u * c[2].y);
}

__global__ void tessellate(curve *all)
{
    int which = blockIdx.x * blockDim.x + threadIdx.x;
    if (which >= curves)
        return;
    all[which].count = 4 + which % 30;
    if (cudaMalloc((void **)&all[which].points, all[which].count * sizeof(float2)) == cudaSuccess)
        compute<<<(all[which].count + 15) / 16, 16>>>(all, which, all[which].count);
}

__global__ void check_and_free(curve *all, int *wrong)
{
    int which = blockIdx.x * blockDim.x + threadIdx.x;
    if (which >= curves)
        return;
    float2 first = all[which].points[0], last = all[which].points[all[which].count - 1];
    if (first.x != all[which].control[0].x || last.y != all[which].control[2].y)
        atomicAdd(wrong, 1);
    cudaFree(all[which].points);
}

int main()
{
    curve host[curves] = {};
    for (int i = 0; i < curves; i++)
        for (int j = 0; j < 3; j++)
            host[i].control[j] = make_float2(i + j, i * j);
    device_array<curve> dev(curves, host);
    device_array<int> wrong(1, zeros);
    tessellate<<<2, 32>>>(dev);
    check_and_free<<<2, 32>>>(dev, wrong);
    return finish(wrong) || *wrong.on_host;
}
