// SPDX-License-Identifier: MIT
// attention.cu: attention in tiles with online softmax, one head
// Feature: tiles of keys and values in dynamic shared memory, cudaFuncSetAttribute, arrays in registers
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define D 32
#define BR 32

__global__ void flash_forward(const float *Q, const float *K, const float *V, float *O, int n, float scale, bool causal)
{
    extern __shared__ float sram[];
    float *Kj = sram, *Vj = &sram[BR * D], *S = &sram[2 * BR * D];
    const int tx = threadIdx.x, qi = blockIdx.x * BR + tx;
    float q[D], acc[D] = {}, m = -INFINITY, l = 0;
    for (int d = 0; d < D; d++)
        q[d] = Q[qi * D + d];
    for (int j = 0; j < n / BR; j++) {
        for (int d = 0; d < D; d++) {
            Kj[d * BR + tx] = K[(j * BR + d) * D + tx]; // row d of the tile, one column a thread (BR == D)
            Vj[d * BR + tx] = V[(j * BR + d) * D + tx];
        }
        __syncthreads();
        float row_m = m;
        for (int y = 0; y < BR; y++) {
            float sum = 0;
            for (int d = 0; d < D; d++)
                sum += q[d] * Kj[y * D + d];
            sum *= scale;
            if (causal && j * BR + y > qi)
                sum = -INFINITY;
            S[tx * (BR + 1) + y] = sum;
            row_m = fmaxf(row_m, sum);
        }
        float correction = m == -INFINITY ? 0.f : __expf(m - row_m), row_l = 0;
        for (int d = 0; d < D; d++)
            acc[d] *= correction;
        for (int y = 0; y < BR; y++) {
            float s = S[tx * (BR + 1) + y], p = s == -INFINITY ? 0.f : expf(s - row_m);
            row_l += p;
            for (int d = 0; d < D; d++)
                acc[d] += p * Vj[y * D + d];
        }
        l = l * correction + row_l;
        m = row_m;
        __syncthreads();
    }
    for (int d = 0; d < D; d++)
        O[qi * D + d] = acc[d] / l;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 256;
    std::vector<float> h[4];
    float *d[4];
    for (int k = 0; k < 4; k++) {
        h[k].resize(n * D);
        for (int i = 0; i < n * D; i++)
            h[k][i] = sinf(i * (k + 1) * 0.37f);
        cudaMalloc(&d[k], n * D * sizeof(float));
        cudaMemcpy(d[k], h[k].data(), n * D * sizeof(float), cudaMemcpyHostToDevice);
    }
    const int sram_size = (2 * BR * D + BR * (BR + 1)) * sizeof(float);
    int max_sram_size;
    cudaDeviceGetAttribute(&max_sram_size, cudaDevAttrMaxSharedMemoryPerBlock, 0);
    printf("Max shared memory: %d, requested shared memory: %d\n", max_sram_size, sram_size);
    double worst = 0;
    for (int causal = 0; causal < 2; causal++) {
        flash_forward<<<n / BR, BR, sram_size>>>(d[0], d[1], d[2], d[3], n, 1 / sqrtf(D), causal != 0);
        cudaMemcpy(h[3].data(), d[3], n * D * sizeof(float), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) {
            std::vector<double> p(n), o(D);
            double sum = 0;
            for (int j = 0; j < (causal ? i + 1 : n); j++) {
                for (int c = 0; c < D; c++)
                    p[j] += h[0][i * D + c] * h[1][j * D + c] / sqrt(D);
                sum += p[j] = exp(p[j]);
                for (int c = 0; c < D; c++)
                    o[c] += p[j] * h[2][j * D + c];
            }
            for (int c = 0; c < D; c++)
                worst = fmax(worst, fabs(o[c] / sum - h[3][i * D + c]));
        }
    }
    printf("worst error %g\n", worst);
    for (float *p : d)
        cudaFree(p);
    return !(worst < 1e-4);
}
