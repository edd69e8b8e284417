// SPDX-License-Identifier: MIT
// three_words.cu: float3 and structs of 12, 10 and 6 bytes, whole by one thread and member by member by others, between
// barriers; one loop gives whole structs to the threads of a block in turn, the next one, after a barrier, gives their
// members to others, and bytes of the same struct to two threads at once.
#include <stdio.h>

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
    static float3 points[n], *dev_points;
    static ten tens[n], *dev_tens;
    static six sixes[n], *dev_sixes;
    for (int i = 0; i < n; i++) {
        points[i] = make_float3(i, i * 2, i * 3);
        for (short &value : tens[i].a)
            value = i;
        sixes[i].low = i % 100;
        sixes[i].high = i % 90;
    }
    if (cudaMalloc(&dev_points, sizeof points) != cudaSuccess || cudaMalloc(&dev_tens, sizeof tens) != cudaSuccess ||
        cudaMalloc(&dev_sixes, sizeof sixes) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_points, points, sizeof points, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_tens, tens, sizeof tens, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_sixes, sixes, sizeof sixes, cudaMemcpyHostToDevice);
    turn<<<blocks, threads>>>(dev_points, dev_tens, dev_sixes);
    if (cudaMemcpy(points, dev_points, sizeof points, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(tens, dev_tens, sizeof tens, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(sixes, dev_sixes, sizeof sixes, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int sum = i % 100 + i % 90;
        if (points[i].x != 4 * i || points[i].y != 6 * i || points[i].z != 2 * i ||
            tens[i].a[0] != 3 * (i + 4) + 4 * i || tens[i].a[3] != 3 * (i + 3) || sixes[i].low != sum % 10 ||
            sixes[i].middle != sum || sixes[i].high != i % 90 + 1)
            return 1;
    }
    cudaFree(dev_points);
    cudaFree(dev_tens);
    return cudaFree(dev_sixes) != cudaSuccess;
}
