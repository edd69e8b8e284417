// SPDX-License-Identifier: MIT
// copied_in_part.cu: the host copies more than kernels have written, and looks at no more than they have: the elements
// that a kernel kept, the members of a struct with padding, memory that it has filled, freed or left since.
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int n = 4096;

struct reading {
    double value;
    char unit; // and 7 bytes of nothing
};

__global__ void keep_thirds(const int *in, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0)
        out[atomicAdd(count, 1)] = in[i];
}

__global__ void read_out(struct reading *out)
{
    out[threadIdx.x].value = threadIdx.x / 2.0;
    out[threadIdx.x].unit = 'A' + threadIdx.x % 26;
}

static int *dev_out;

static int on_its_stack(int elements)
{
    int out[n], all = 0;
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < elements; i++)
        all |= out[i];
    return all;
}

static int zeros_on_its_stack()
{
    int zeros[n], all = 0;
    memset(zeros, 0, sizeof zeros);
    for (int i = 0; i < n; i++)
        all |= zeros[i];
    return all;
}

int main()
{
    static int in[n], out[n];
    static struct reading readings[64];
    int *dev_in, *dev_count, count, sum = 0;
    struct reading *dev_readings;
    for (int i = 0; i < n; i++)
        in[i] = i;
    cudaMalloc((void **)&dev_in, sizeof in);
    cudaMalloc((void **)&dev_out, sizeof out);
    cudaMalloc((void **)&dev_count, sizeof count);
    cudaMalloc((void **)&dev_readings, sizeof readings);
    cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(dev_count, 0, sizeof count);
    keep_thirds<<<n / 256, 256>>>(dev_in, dev_out, dev_count);
    cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        sum += out[i];
    bool right = count == (n + 2) / 3 && sum == 3 * ((count - 1) * count / 2);

    // what lies after them is the host's again
    for (int i = count; i < n; i++)
        out[i] = 0;
    for (int i = count; i < n; i++)
        right &= out[i] == 0;

    read_out<<<1, 64>>>(dev_readings);
    cudaMemcpy(readings, dev_readings, sizeof readings, cudaMemcpyDeviceToHost);
    struct reading one = readings[63];
    right &= one.value == 31.5 && one.unit == 'A' + 63 % 26;

    int *again = (int *)malloc(sizeof out);
    cudaMemcpy(again, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    right &= again[0] % 3 == 0;
    free(again);
    again = (int *)calloc(n, sizeof(int)); // most likely the same addresses
    for (int i = 0; i < n; i++)
        right &= again[i] == 0;
    free(again);

    right &= on_its_stack(count) != 0 && zeros_on_its_stack() == 0;

    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, dev_in, sizeof out, cudaMemcpyDeviceToHost); // over it
    for (int i = 0; i < n; i++)
        right &= out[i] == i;

    cudaFree(dev_in);
    cudaFree(dev_out);
    cudaFree(dev_count);
    cudaFree(dev_readings);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
