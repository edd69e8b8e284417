// SPDX-License-Identifier: MIT
// conjugate_gradient.cu: conjugate gradients, dot products on the device, scalars in device memory
// Feature: wrapper functions around launches, partial sums by the last block, captured into a graph
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define N_BLOCKS 64
#define N_THREADS 128

__device__ unsigned int done = 0;
__global__ void dot(const double *a, const double *b, int n, double *partial, double *result)
{
    __shared__ double cache[N_THREADS];
    __shared__ bool last;
    double sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += ((volatile double *)partial)[i];
        *result = sum;
    }
}
__global__ void laplace(const double *x, double *y, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        y[i] = 2.1 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0);
}
__global__ void update(double *x, double *r, const double *p, const double *Ap, const double *rr, const double *pAp,
                       int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    double alpha = *rr / *pAp;
    if (i < n)
        x[i] += alpha * p[i], r[i] -= alpha * Ap[i];
}
__global__ void direction(double *p, const double *r, const double *rr_new, const double *rr, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        p[i] = r[i] + *rr_new / *rr * p[i];
}
__global__ void assign(double *to, const double *from)
{
    *to = *from;
}

int main()
{
    const int n = 4096, blocks = (n + N_THREADS - 1) / N_THREADS;
    std::vector<double> b(n), x(n);
    for (int i = 0; i < n; i++)
        b[i] = 1 + i % 3;
    double *base;
    cudaMalloc(&base, (4 * n + N_BLOCKS + 3) * sizeof(double));
    double *d_x = base, *r = d_x + n, *p = r + n, *Ap = p + n, *partial = Ap + n, *rr = partial + N_BLOCKS,
           *pAp = rr + 1, *rrNew = pAp + 1;
    cudaMemset(d_x, 0, n * sizeof(double));
    cudaMemcpy(r, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(p, r, n * sizeof(double), cudaMemcpyDeviceToDevice);
    cudaStream_t s;
    cudaStreamCreate(&s);
    dot<<<N_BLOCKS, N_THREADS, 0, s>>>(r, r, n, partial, rr);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    laplace<<<blocks, N_THREADS, 0, s>>>(p, Ap, n);
    dot<<<N_BLOCKS, N_THREADS, 0, s>>>(p, Ap, n, partial, pAp);
    update<<<blocks, N_THREADS, 0, s>>>(d_x, r, p, Ap, rr, pAp, n);
    dot<<<N_BLOCKS, N_THREADS, 0, s>>>(r, r, n, partial, rrNew);
    direction<<<blocks, N_THREADS, 0, s>>>(p, r, rrNew, rr, n);
    assign<<<1, 1, 0, s>>>(rr, rrNew);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    double norm = 0;
    int k = 0;
    for (; k < 400; k++) {
        cudaGraphLaunch(exec, s);
        cudaMemcpyAsync(&norm, rr, sizeof norm, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        if (norm < 1e-18)
            break;
    }
    cudaMemcpy(x.data(), d_x, n * sizeof(double), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(2.1 * x[i] - (i ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0) - b[i]));
    printf("%d iterations, residual %g\n", k, worst);
    cudaGraphExecDestroy(exec), cudaGraphDestroy(graph), cudaStreamDestroy(s), cudaFree(base);
    return worst < 1e-8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
