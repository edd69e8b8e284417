// SPDX-License-Identifier: MIT
// three_words.cu: float3 and structs of 12, 10 and 6 bytes, whole by one thread and member by member by others, between
// barriers; one loop gives whole structs to the threads of a block in turn, the next one, after a barrier, gives their
// members to others, and bytes of the same struct to two threads at once.
#include "../kernel_run.h"

const int threads = 40, blocks = 3, n = 270;

struct ten {
    short a[5];
};

struct six {
    unsigned char low;
    short middle;
    unsigned char high;
};

__global__ void turn(float3 *points, ten *tens, six *sixes)
{
    int part = n / blocks, first = blockIdx.x * part, t = threadIdx.x;
    for (int i = first + t; i < first + part; i += threads) {
        float3 p = points[i];
        points[i] = make_float3(p.y, p.z, p.x);
        for (int k = 0; k < 5; k++)
            tens[i].a[k] += k;
        six s = sixes[i];
        s.middle = s.low + s.high;
        sixes[i] = s;
    }
    __syncthreads();
    for (int i = t; i < 3 * part; i += threads)
        ((float *)(points + first))[i] *= 2;
    for (int i = t; i < 5 * part; i += threads)
        tens[first + i / 5].a[i % 5] *= 3;
    for (int i = first + threads - 1 - t; i < first + part; i += threads)
        sixes[i].low = sixes[i].middle % 10;
    for (int i = first + t; i < first + part; i += threads)
        sixes[i].high++; // beside a byte that another thread writes now
    __syncthreads();
    for (int i = first + (t + 5) % threads; i < first + part; i += threads) {
        ten whole = tens[i];
        float3 p = points[i];
        whole.a[0] = whole.a[4] + (int)p.x;
        tens[i] = whole;
    }
}

int main()
{
    static float3 points[n];
    static ten tens[n];
    static six sixes[n];
    for (int i = 0; i < n; i++) {
        points[i] = make_float3(i, i * 2, i * 3);
        for (short &value : tens[i].a)
            value = i;
        sixes[i].low = i % 100;
        sixes[i].high = i % 90;
    }
    device_array<float3> dev_points(n, points);
    device_array<ten> dev_tens(n, tens);
    device_array<six> dev_sixes(n, sixes);
    turn<<<blocks, threads>>>(dev_points, dev_tens, dev_sixes);
    if (finish(dev_points) != 0 || finish(dev_tens) != 0 || finish(dev_sixes) != 0)
        return 1;
    for (int i = 0; i < n; i++) {
        int sum = i % 100 + i % 90;
        if (dev_points.on_host[i].x != 4 * i || dev_points.on_host[i].y != 6 * i || dev_points.on_host[i].z != 2 * i ||
            dev_tens.on_host[i].a[0] != 3 * (i + 4) + 4 * i || dev_tens.on_host[i].a[3] != 3 * (i + 3) ||
            dev_sixes.on_host[i].low != sum % 10 || dev_sixes.on_host[i].middle != sum ||
            dev_sixes.on_host[i].high != i % 90 + 1)
            return 1;
    }
    return 0;
}
