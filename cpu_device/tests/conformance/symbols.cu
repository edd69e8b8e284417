// SPDX-License-Identifier: MIT
// symbols.cu: __device__ and __constant__ variables, from kernels and by cudaMemcpyToSymbol, FromSymbol, their
// addresses.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

struct settings {
    int width;
    double scale;
    char name[8];
};

__device__ int counter = 5;
__device__ int numbers[8];
__device__ int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant__ int scalar = 42;
__constant__ float coefficients[4] = {1, 2, 3, 4};
__constant__ settings options;
__device__ int *where;
static __device__ unsigned long long hidden = 1ull << 40;

namespace house
{
__device__ int room = 7;
}

__global__ void use(double *out)
{
    out[0] = counter++;
    out[1] = scalar;
    out[2] = coefficients[0] + 10 * coefficients[1] + 100 * coefficients[2] + 1000 * coefficients[3];
    out[3] = options.width * options.scale + options.name[0];
    out[4] = matrix[1][0];
    out[5] = house::room;
    out[6] = (double)hidden;
    out[7] = where == NULL ? -1 : where[1];
    for (int i = 0; i < 8; i++)
        numbers[i] += i * i;
}

static void run(const char *what)
{
    double out[8], *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    use<<<1, 1>>>(dev_out);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < 8; i++)
        printf(" %.0f", out[i]);
    printf("\n");
    HANDLE_ERROR(cudaFree(dev_out));
}

int main(void)
{
    run("as initialized");

    int ten = 10, eight[8] = {0};
    float two[2] = {-1, -2};
    settings wide = {640, 0.5, "abc"};
    HANDLE_ERROR(cudaMemcpyToSymbol(counter, &ten, sizeof ten));
    HANDLE_ERROR(cudaMemcpyToSymbol(scalar, &ten, sizeof ten, 0, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(coefficients, two, sizeof two, 2 * sizeof(float)));
    HANDLE_ERROR(cudaMemcpyToSymbol(options, &wide, sizeof wide));
    HANDLE_ERROR(cudaMemcpyToSymbol(matrix, &ten, sizeof ten, 3 * sizeof(int)));
    HANDLE_ERROR(cudaMemcpyToSymbol(house::room, &ten, sizeof ten, 0, cudaMemcpyDefault));

    int *address;
    HANDLE_ERROR(cudaGetSymbolAddress((void **)&address, numbers));
    HANDLE_ERROR(cudaMemcpyToSymbol(where, &address, sizeof address));
    run("after copies");
    run("again");

    int last;
    HANDLE_ERROR(cudaMemcpyFromSymbol(&ten, counter, sizeof ten));
    HANDLE_ERROR(cudaMemcpyFromSymbol(eight, numbers, sizeof eight));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&last, numbers, sizeof last, 7 * sizeof last, cudaMemcpyDeviceToHost));
    printf("counter %d, numbers %d %d %d %d, last %d\n", ten, eight[0], eight[1], eight[2], eight[3], last);

    // the address is good for every call that takes device memory
    HANDLE_ERROR(cudaMemset(address, 0, 4 * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(address + 4, &last, sizeof last, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpyToSymbol(counter, address + 5, sizeof(int), 0, cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemcpyFromSymbol(eight, numbers, sizeof eight));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&ten, counter, sizeof ten, 0, cudaMemcpyDefault));
    printf("numbers %d %d %d %d %d, counter %d\n", eight[0], eight[3], eight[4], eight[5], eight[7], ten);

    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaMemcpyToSymbolAsync(counter, &last, sizeof last, 0, cudaMemcpyHostToDevice, stream));
    HANDLE_ERROR(cudaMemcpyFromSymbolAsync(&ten, counter, sizeof ten, 0, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    printf("in a stream: %d\n", ten);

    size_t size[4];
    HANDLE_ERROR(cudaGetSymbolSize(&size[0], counter));
    HANDLE_ERROR(cudaGetSymbolSize(&size[1], numbers));
    HANDLE_ERROR(cudaGetSymbolSize(&size[2], options));
    HANDLE_ERROR(cudaGetSymbolSize(&size[3], matrix));
    printf("sizes %zu %zu %zu %zu\n", size[0], size[1], size[2], size[3]);

    SHOW(cudaMemcpyToSymbol(counter, eight, 2 * sizeof(int)));
    SHOW(cudaMemcpyFromSymbol(eight, numbers, sizeof eight, sizeof(int)));
    SHOW(cudaMemcpyToSymbol(counter, &ten, sizeof ten, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(&ten, counter, sizeof ten, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpyToSymbol(counter, NULL, 0));
    return 0;
}
