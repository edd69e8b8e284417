// SPDX-License-Identifier: MIT
// small_structs.cu: structs of bytes, shorts and floats are copied whole, at the addresses that their members'
// alignment allows: multiples of 1, 2 and 4, after other things in shared and global memory.
#include <stdio.h>

const int n = 60;

struct colour {
    unsigned char r, g, b, a;
};

struct complex {
    float re, im;
};

struct place {
    short x, y;
};

struct four {
    int of[4];
};

__global__ void copy(const colour *colours, const complex *numbers, const place *places, const four *fours, int *out)
{
    extern __shared__ unsigned char memory[];
    __shared__ int before;
    __shared__ complex cache[n];
    complex *own = reinterpret_cast<complex *>(memory + 4);
    place *at = reinterpret_cast<place *>(own + n) + 1;
    colour *shades = reinterpret_cast<colour *>(reinterpret_cast<char *>(at + n) + 3);
    four *more = reinterpret_cast<four *>(memory + 4 + 13 * n * 4);
    int t = threadIdx.x, u = n - 1 - t;
    if (t == 0)
        before = 1;
    own[t] = numbers[t];
    cache[t] = own[t];
    at[t] = places[t];
    shades[t] = colours[t];
    more[t] = fours[t];
    __syncthreads();
    colour c = shades[u];
    complex z = own[u], w = cache[t];
    place p = at[u];
    four f = more[u];
    out[t] = c.r + c.g + c.b + c.a + (int)(z.re - z.im + w.re) + p.x * p.y + f.of[0] + f.of[3] + before;
}

int main()
{
    unsigned char *bytes;
    char host[1 + 4 * n], *memory;
    complex numbers[n];
    place places[n];
    four fours[n];
    int *dev_out, out[n];
    for (int i = 0; i < 4 * n; i++)
        host[1 + i] = (char)(i % 100);
    for (int i = 0; i < n; i++) {
        numbers[i] = {(float)i, 1};
        places[i] = {(short)i, (short)-i};
        fours[i] = {{i, 0, 0, 2 * i}};
    }
    if (cudaMalloc(&bytes, sizeof host) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMalloc(&memory, 4 + sizeof numbers + sizeof places + sizeof fours) != cudaSuccess)
        return 1;
    char *dev_numbers = memory + 4, *dev_places = dev_numbers + sizeof numbers, *dev_fours = dev_places + sizeof places;
    cudaMemcpy(bytes, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_places, places, sizeof places, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_fours, fours, sizeof fours, cudaMemcpyHostToDevice);
    copy<<<1, n, 4 + 20 * n * 4>>>(reinterpret_cast<colour *>(bytes + 1), reinterpret_cast<complex *>(dev_numbers),
                                   reinterpret_cast<place *>(dev_places), reinterpret_cast<four *>(dev_fours), dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < n; t++) {
        int u = n - 1 - t, sum = 0;
        for (int i = 4 * u; i < 4 * u + 4; i++)
            sum += i % 100;
        if (out[t] != sum + u - 1 + t - u * u + 3 * u + 1)
            return 1;
    }
    cudaFree(bytes);
    cudaFree(memory);
    return cudaFree(dev_out) != cudaSuccess;
}
