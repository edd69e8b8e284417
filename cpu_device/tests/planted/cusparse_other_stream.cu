// SPDX-License-Identifier: MIT
// cusparse_other_stream.cu: a kernel makes a vector in one stream, and cuSPARSE multiplies it in another.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cusparseSpMV() at cusparse_other_stream.cu:{product} reads
// CPU says kernel ones, launched at cusparse_other_stream.cu:{launch}, writes at cusparse_other_stream.cu:{store}
// CPU reports 1 to 2: the second, if the product comes first, reads what is not written yet
// all exits 0
#include <cusparse.h>
#include <stdio.h>

const int n = 1024;
const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
const cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;

__global__ void ones(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1; // {store}
}

// 2 on the diagonal
__global__ void diagonal(int *offsets, int *columns, float *values)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        offsets[i] = i;
    if (i < n) {
        columns[i] = i;
        values[i] = 2;
    }
}

int main()
{
    int *offsets, *columns;
    float *values, *x, *y, result[n] = {}, one = 1, zero = 0;
    cudaStream_t stream;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x_vector, y_vector;
    size_t size;
    void *buffer;
    cudaMalloc(&offsets, (n + 1) * sizeof(int));
    cudaMalloc(&columns, n * sizeof(int));
    cudaMalloc(&values, sizeof result);
    cudaMalloc(&x, sizeof result);
    if (cudaMalloc(&y, sizeof result) != cudaSuccess || cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS ||
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    diagonal<<<n / 256 + 1, 256>>>(offsets, columns, values);
    cudaDeviceSynchronize();
    cusparseCreateCsr(&a, n, n, n, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&x_vector, n, x, CUDA_R_32F);
    cusparseCreateDnVec(&y_vector, n, y, CUDA_R_32F);
    cusparseSpMV_bufferSize(handle, op, &one, a, x_vector, &zero, y_vector, CUDA_R_32F, algorithm, &size);
    cudaMalloc(&buffer, size);
#ifdef FIXED
    cusparseSetStream(handle, stream);
#endif
    ones<<<n / 256, 256, 0, stream>>>(x);                                                        // {launch}
    cusparseSpMV(handle, op, &one, a, x_vector, &zero, y_vector, CUDA_R_32F, algorithm, buffer); // {product}
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(result, y, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(error));
    cusparseDestroySpMat(a);
    cusparseDestroyDnVec(x_vector);
    cusparseDestroyDnVec(y_vector);
    cusparseDestroy(handle);
    cudaStreamDestroy(stream);
    cudaFree(buffer);
    cudaFree(offsets);
    cudaFree(columns);
    cudaFree(values);
    cudaFree(x);
    cudaFree(y);
#ifdef FIXED
    if (result[n - 1] != 2)
        return 1;
#endif
    return error != cudaSuccess;
}
