// SPDX-License-Identifier: MIT
// odd_addresses.cu: numbers are taken out of a stream of bytes, at any address, byte by byte or by memcpy; packed
// structs.
//
// What nothing wrote is copied along, and initcheck minds:
// initcheck exits 3
// initcheck prints on access by cudaMemcpy source
#include <stdio.h>
#include <string.h>

const int n = 100;

struct __attribute__((packed)) record {
    unsigned char kind;
    unsigned int value;
    unsigned short check;
    double weight;
};

__device__ unsigned little_endian(const unsigned char *p)
{
    return p[0] | (unsigned)p[1] << 8 | (unsigned)p[2] << 16 | (unsigned)p[3] << 24;
}

__device__ unsigned big_endian(const unsigned char *p)
{
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

__device__ void put(unsigned char *p, unsigned value)
{
    p[0] = (unsigned char)value;
    p[1] = (unsigned char)(value >> 8);
    p[2] = (unsigned char)(value >> 16);
    p[3] = (unsigned char)(value >> 24);
}

__global__ void parse(const unsigned char *bytes, unsigned char *out, double *weights)
{
    __shared__ record cache[n];
    int t = threadIdx.x;
    const record *records = reinterpret_cast<const record *>(bytes);
    cache[t] = records[t];
    __syncthreads();
    unsigned sum = little_endian(bytes + t) + big_endian(bytes + 2 * t + 1) + cache[n - 1 - t].value;
    unsigned long long eight;
    memcpy(&eight, bytes + t + 3, sizeof eight);
    sum += (unsigned)(eight >> 32) + cache[t].check;
    put(out + 5 * t + 1, sum);
    weights[t] = cache[n - 1 - t].weight;
}

int main()
{
    record records[n];
    unsigned char *dev_in, *dev_out, out[5 * n];
    double *dev_weights, weights[n];
    for (unsigned i = 0; i < n; i++)
        records[i] = {(unsigned char)i, i * 123457, (unsigned short)(i * 7), i * 0.125};
    if (cudaMalloc(&dev_in, sizeof records) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMalloc(&dev_weights, sizeof weights) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_in, records, sizeof records, cudaMemcpyHostToDevice);
    parse<<<1, n>>>(dev_in, dev_out, dev_weights);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(weights, dev_weights, sizeof weights, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    const unsigned char *bytes = reinterpret_cast<unsigned char *>(records);
    for (int t = 0; t < n; t++) {
        unsigned one, other, got;
        unsigned long long eight;
        memcpy(&one, bytes + t, 4);
        memcpy(&other, bytes + 2 * t + 1, 4);
        memcpy(&eight, bytes + t + 3, 8);
        memcpy(&got, out + 5 * t + 1, 4);
        if (got != one + __builtin_bswap32(other) + records[n - 1 - t].value + (unsigned)(eight >> 32) +
                       records[t].check ||
            weights[t] != records[n - 1 - t].weight)
            return 1;
    }
    cudaFree(dev_in);
    cudaFree(dev_weights);
    return cudaFree(dev_out) != cudaSuccess;
}
