// SPDX-License-Identifier: MIT
// race_double_buffer.cu: two buffers take turns, and no barrier stands between the turns.
// CPU exits 3
// CPU finds race-shared: writes {add}, reads {add}
// CPU says kernel double_often, block (0,0,0), buffer
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_double_buffer.cu:{add}
#include "../kernel_run.h"

const int threads = 128, steps = 10;

__global__ void double_often(int *out)
{
    __shared__ int buffer[2][threads];
    int t = threadIdx.x, right = t + 1 < threads ? t + 1 : t;
    buffer[0][t] = 1;
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        int now = step % 2, next = 1 - now;
        buffer[next][t] = buffer[now][t] + buffer[now][right]; // {add}
#ifdef FIXED
        __syncthreads();
#endif
    }
    out[t] = buffer[steps % 2][t];
}

int main()
{
    device_array<int> out(threads);
    double_often<<<1, threads>>>(out);
    return check_fixed(out, 1 << steps);
}
