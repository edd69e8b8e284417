// SPDX-License-Identifier: MIT
// blocks_same_value.cu: threads of many blocks write the same value to the same place, and nobody reads it before the
// next launch: flags of what was found, a table that every block fills alike, bytes of one word.
#include "../kernel_run.h"

const int threads = 64, blocks = 12, digits = 10;

struct found {
    int any_negative, any_large;
    bool last_digits[digits];
    int squares[threads];
};

__global__ void search(const int *in, found *out)
{
    int value = in[blockIdx.x * threads + threadIdx.x];
    if (value < 0)
        out->any_negative = 1;
    if (value > 1000)
        out->any_large = 1;
    if (value >= 0)
        out->last_digits[value % digits] = true;
    out->squares[threadIdx.x] = threadIdx.x * threadIdx.x;
}

__global__ void gather(const found *in, int *out)
{
    int bits = in->any_negative + 2 * in->any_large;
    for (int i = 0; i < digits; i++)
        bits += in->last_digits[i] ? 4 << i : 0;
    out[blockIdx.x * threads + threadIdx.x] = bits + (in->squares[threadIdx.x] << 16);
}

int main()
{
    const int n = blocks * threads;
    device_array<int> in(n, [](int i) { return i % 5 * 2 + (i % 8 == 3 ? 20 : 0) - (i % 100 == 17 ? 50 : 0); }), out(n);
    device_array<found> both(1, zeros);
    search<<<blocks, threads>>>(in, both);
    gather<<<blocks, threads>>>(both, out);
    return check(out, [&](int i) { return 1 + 4 * 0x155 + (i % threads * (i % threads) << 16); });
}
