// SPDX-License-Identifier: MIT
// cublas_streams.cu: cuBLAS in streams, after kernels and before copies; triangles of which the other half was never
// written, strided parts of one matrix in two streams, and numbers in device memory.
#include <cstdio>
#include <cublas_v2.h>

const int n = 64;

// The lower triangle of a matrix of ones.
__global__ void lower_ones(double *a)
{
    for (int i = threadIdx.x; i < n; i++)
        a[threadIdx.x * n + i] = 1;
}

__global__ void fill(double *x, double with)
{
    x[threadIdx.x] = with;
}

int main()
{
    cublasHandle_t handle;
    double *a, *x, *y, *numbers, host[n], norm = 0;
    cudaStream_t streams[2];
    cudaEvent_t made;
    if (cublasCreate(&handle) || cudaMalloc(&a, n * n * sizeof *a) || cudaMalloc(&x, n * sizeof *x) ||
        cudaMalloc(&y, 2 * n * sizeof *y) || cudaMalloc(&numbers, 2 * sizeof *numbers) || cudaEventCreate(&made))
        return 1;
    for (cudaStream_t &s : streams)
        if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking))
            return 1;

    // x = L * 1 = 1, 2, ..., n, and back
    cublasSetStream(handle, streams[0]);
    lower_ones<<<1, n, 0, streams[0]>>>(a);
    fill<<<1, n, 0, streams[0]>>>(x, 1);
    bool fine = !cublasDtrmv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, a, n, x, 1);
    fine &= !cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, streams[0]);
    fine &= !cudaStreamSynchronize(streams[0]) && host[n - 1] == n;
    cudaEventRecord(made, streams[0]);

    // both streams read x; each writes every second element of y, one of them after the event
    double one = 1, zero = 0;
    for (int k = 0; k < 2; k++) {
        cudaStreamWaitEvent(streams[k], made, 0);
        cublasSetStream(handle, streams[k]);
        fine &= !cublasDcopy(handle, n, x, 1, y + k, 2);
    }
    cudaDeviceSynchronize();

    // numbers that stay on the device, and a result that the call waits for
    cublasSetStream(handle, streams[1]);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    fine &= !cublasDasum(handle, n, x, 1, numbers);
    fine &= !cublasDscal(handle, n, numbers, y, 2);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    fine &= !cublasIdamax(handle, 2 * n, y, 1, (int *)host) && *(int *)host == 2 * n - 1;
    fine &= !cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, a, n, x, 1);
    fine &= !cublasDsyr(handle, CUBLAS_FILL_MODE_LOWER, n, &one, x, 1, a, n);
    fine &= !cublasDsymv(handle, CUBLAS_FILL_MODE_LOWER, n, &one, a, n, x, 1, &zero, y, 1); // all of A is 2
    fine &= !cublasDnrm2(handle, n, y, 1, &norm);
    printf("%g\n", norm);
    fine &= norm == 2.0 * n * 8;

    cublasDestroy(handle);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaEventDestroy(made);
    for (double *memory : {a, x, y, numbers})
        cudaFree(memory);
    return !fine;
}
