// SPDX-License-Identifier: MIT
// union_punning.cu: a union in shared memory serves one purpose after another; bits of floats are read as integers; one
// array is used again with another type after a barrier.
#include <stdio.h>

const int threads = 64;

union scratch {
    float floats[threads];
    unsigned words[threads];
    unsigned char bytes[4 * threads];
    double doubles[threads / 2];
};

__device__ unsigned bits_of(float value)
{
    union {
        float f;
        unsigned u;
    } both;
    both.f = value;
    return both.u;
}

__global__ void pun(unsigned *out, double *sums)
{
    __shared__ scratch s;
    int t = threadIdx.x;
    s.floats[t] = t * 0.5f;
    __syncthreads();
    unsigned word = s.words[threads - 1 - t], byte = s.bytes[4 * t + 3], bits = bits_of(t * 0.25f);
    __syncthreads();
    if (t < threads / 2)
        s.doubles[t] = t;
    __syncthreads();
    for (int step = threads / 4; step > 0; step /= 2) {
        if (t < step)
            s.doubles[t] += s.doubles[t + step];
        __syncthreads();
    }
    if (t == 0)
        *sums = s.doubles[0];
    __syncthreads();
    s.bytes[t] = (unsigned char)t;
    s.bytes[t + threads] = (unsigned char)~t;
    __syncthreads();
    unsigned four = reinterpret_cast<unsigned *>(s.bytes)[t / 2];
    out[4 * t] = word;
    out[4 * t + 1] = byte;
    out[4 * t + 2] = bits;
    out[4 * t + 3] = four;
}

int main()
{
    unsigned *dev_out, out[4 * threads];
    double *dev_sum, sum;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMalloc(&dev_sum, sizeof sum) != cudaSuccess)
        return 1;
    pun<<<1, threads>>>(dev_out, dev_sum);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess ||
        cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (unsigned t = 0; t < threads; t++) {
        float value = (threads - 1 - t) * 0.5f, own = t * 0.5f, quarter = t * 0.25f;
        unsigned word, bits, self, four = 0;
        memcpy(&word, &value, 4);
        memcpy(&self, &own, 4);
        memcpy(&bits, &quarter, 4);
        for (unsigned i = 0; i < 4; i++) {
            unsigned at = t / 2 * 4 + i;
            four |= (at < threads ? at : ~(at - threads) & 0xff) << 8 * i;
        }
        if (out[4 * t] != word || out[4 * t + 1] != self >> 24 || out[4 * t + 2] != bits || out[4 * t + 3] != four)
            return 1;
    }
    cudaFree(dev_out);
    cudaFree(dev_sum);
    return sum != threads / 2 * (threads / 2 - 1) / 2;
}
