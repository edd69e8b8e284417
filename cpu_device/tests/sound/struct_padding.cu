// SPDX-License-Identifier: MIT
// struct_padding.cu: structs with padding are filled member by member and copied whole, through shared and global
// memory; nothing was ever written to the padding, and nothing looks at it.
//
// What nothing wrote is copied along, and initcheck minds:
// initcheck exits 3
// initcheck prints on access by cudaMemcpy source
#include "../kernel_run.h"

const int n = 64;

struct particle {
    char kind;
    double mass;
    short charge;
};

struct alignas(16) wide {
    int id;
    unsigned char tag;
    float position[3];
};

__device__ __noinline__ double weigh(particle p)
{
    return p.kind + p.mass + p.charge;
}

__global__ void fill(particle *particles, wide *wides)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particles[i].kind = (char)i;
    particles[i].mass = i * 0.5;
    particles[i].charge = (short)-i;
    wides[i].id = i;
    wides[i].tag = (unsigned char)(i + 1);
    wides[i].position[0] = wides[i].position[2] = (float)i;
    wides[i].position[1] = 0;
}

__global__ void shift(const particle *particles, const wide *wides, double *out)
{
    __shared__ particle cache[n], again[n];
    __shared__ wide others[n];
    int t = threadIdx.x;
    cache[t] = particles[t];
    others[t].id = wides[t].id;
    others[t].tag = wides[t].tag;
    for (int i = 0; i < 3; i++)
        others[t].position[i] = wides[t].position[i];
    again[t].kind = (char)(t + 1);
    again[t].mass = t;
    again[t].charge = 0;
    __syncthreads();
    particle p = cache[n - 1 - t], q = again[(t + 1) % n];
    wide w = others[(t + 2) % n];
    out[t] = weigh(p) + 1000 * weigh(q) + w.id + w.tag + w.position[2];
}

int main()
{
    wide host[n];
    device_array<particle> particles(n);
    device_array<wide> wides(2 * n);
    device_array<double> out(n);
    fill<<<2, n / 2>>>(particles, wides);
    HANDLE_ERROR(cudaMemcpy(wides + n, wides, sizeof host, cudaMemcpyDeviceToDevice));
    shift<<<1, n>>>(particles, wides + n, out);
    if (finish(out) != 0)
        return 1;
    HANDLE_ERROR(cudaMemcpy(host, wides + n, sizeof host, cudaMemcpyDeviceToHost));
    for (int t = 0; t < n; t++) {
        int p = n - 1 - t, q = (t + 1) % n, w = (t + 2) % n;
        if (out.on_host[t] != p * 0.5 + 1000.0 * (q + 1 + q) + w + w + 1 + w || host[t].id != t)
            return 1;
    }
    return 0;
}
