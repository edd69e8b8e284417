// SPDX-License-Identifier: MIT
// cublas_level1.cu: cuBLAS on vectors, of all four types, with increments, and results in host and in device memory.
// All values are small integers, so sums are exact.

#include <cublas_v2.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cublasStatus_t status = (call);                                                                                \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                         \
            printf("%s: %s\n", #call, cublasGetStatusName(status));                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

const int n = 12;

template <class T> static void show(const char *what, const T *dev) // n of them
{
    T host[n];
    HANDLE_ERROR(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (T number : host)
        printf(" %g", number + 0.0); // no -0
    printf("\n");
}

int main(void)
{
    cublasHandle_t h;
    CHECK(cublasCreate(&h));
    float x[n], y[n], *dev_x, *dev_y, *dev_result, alpha = 2, result;
    double *dev_d, one = 1;
    cuComplex *dev_c = nullptr, z, number = make_cuComplex(0, 1);
    int index, indices[2];
    for (int i = 0; i < n; i++) {
        x[i] = (float)(i * 5 % 7 - 3);
        y[i] = (float)(i + 1);
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof x));
    HANDLE_ERROR(cudaMalloc((void **)&dev_y, sizeof y));
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof result));
    HANDLE_ERROR(cudaMalloc((void **)&dev_d, n * sizeof(double)));
    CHECK(cublasSetVector(n, sizeof *x, x, 1, dev_x, 1));
    CHECK(cublasSetVector(n, sizeof *y, y, 1, dev_y, 1));

    CHECK(cublasIsamax(h, n, dev_x, 1, &indices[0]));
    CHECK(cublasIsamin(h, n, dev_x, 1, &indices[1]));
    CHECK(cublasIsamax(h, n / 3, dev_x + 1, 3, &index));
    printf("amax %d, amin %d, of every third %d\n", indices[0], indices[1], index);
    CHECK(cublasSasum(h, n, dev_x, 1, &result));
    printf("asum %g", result);
    CHECK(cublasSasum(h, n / 2, dev_x, 2, &result));
    printf(" %g", result);
    CHECK(cublasSdot(h, n, dev_x, 1, dev_y, 1, &result));
    printf(", dot %g", result);
    CHECK(cublasSdot(h, n / 2, dev_x, 2, dev_y, -1, &result)); // y from its last element to its first
    printf(" %g", result);
    const float pythagoras[] = {3, 4, 12};
    CHECK(cublasSetVector(3, sizeof(float), pythagoras, 1, dev_y, 1));
    CHECK(cublasSnrm2(h, 3, dev_y, 1, &result));
    printf(", nrm2 %.4f\n", result);
    CHECK(cublasSetVector(n, sizeof *y, y, 1, dev_y, 1));

    CHECK(cublasSaxpy(h, n, &alpha, dev_x, 1, dev_y, 1));
    show("axpy", dev_y);
    CHECK(cublasSscal(h, n / 2, &alpha, dev_y, 2));
    show("scal", dev_y);
    CHECK(cublasSswap(h, n / 2, dev_x, 1, dev_y + 1, 2));
    show("swap x", dev_x);
    show("swap y", dev_y);
    CHECK(cublasScopy(h, n, dev_x, 1, dev_y, -1));
    show("copy", dev_y);
    const float c = 2, s = 3;
    CHECK(cublasSrot(h, n, dev_x, 1, dev_y, 1, &c, &s));
    show("rot x", dev_x);
    show("rot y", dev_y);

    // the number and the result in device memory
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cublasSdot(h, n, dev_x, 1, dev_x, 1, dev_result));
    CHECK(cublasSscal(h, n, dev_result, dev_x, 1));
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
    show("scaled by its square", dev_x);

    // double, and complex numbers: i * (1 + 2i) and so on
    double d[n];
    for (int i = 0; i < n; i++)
        d[i] = i + 1;
    CHECK(cublasSetVector(n, sizeof *d, d, 1, dev_d, 1));
    CHECK(cublasDaxpy(h, n, &one, dev_d, 1, dev_d, 1));
    show("daxpy", dev_d);
    cuComplex w[n / 2];
    for (int i = 0; i < n / 2; i++)
        w[i] = make_cuComplex((float)i, (float)(2 * i - 5));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof w));
    CHECK(cublasSetVector(n / 2, sizeof *w, w, 1, dev_c, 1));
    CHECK(cublasCdotu(h, n / 2, dev_c, 1, dev_c, 1, &z));
    printf("dotu %g %g", z.x, z.y);
    CHECK(cublasCdotc(h, n / 2, dev_c, 1, dev_c, 1, &z));
    CHECK(cublasIcamax(h, n / 2, dev_c, 1, &index));
    CHECK(cublasScasum(h, n / 2, dev_c, 1, &result));
    printf(", dotc %g %g, amax %d, asum %g\n", z.x, z.y, index, result);
    CHECK(cublasCscal(h, n / 2, &number, dev_c, 1));
    show("cscal", (float *)dev_c);
    const __half half = __float2half(1.0f / 3);
    const __nv_bfloat16 bfloat16 = __float2bfloat16(1.0f / 3);
    printf("types that cublas_v2.h brings: %g %g\n", __half2float(half), __bfloat162float(bfloat16));
    CHECK(cublasDestroy(h));
    for (void *memory : {(void *)dev_x, (void *)dev_y, (void *)dev_result, (void *)dev_d, (void *)dev_c})
        HANDLE_ERROR(cudaFree(memory));
    return 0;
}
