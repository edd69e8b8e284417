// SPDX-License-Identifier: MIT
// printf_in_kernels.cu: what kernels print, its forms, and that it is shown when the host waits for the device.

#include <stdio.h>

#include "../handle_error.h"

__global__ void forms(const char *text)
{
    const char *word = "word";
    printf("plain\n");
    printf("%d %i %u %x %X %o %c %s %%\n", -5, 6, 4000000000u, 255, 255, 8, 'c', word);
    printf("[%5d] [%-5d] [%05d] [%+d] [%.3d] [%#x]\n", 42, 42, 42, 42, 7, 255);
    printf("[%f] [%.2f] [%8.3f] [%-8.1f] [%e] [%g] [%G]\n", 3.25, 3.14159, 2.5, 1.5, 12345.678, 1e-10, 1e20);
    printf("[%10s] [%-10s] [%.2s]\n", "right", "left", "cut");
    printf("%ld %lu %lld %llu %llx\n", -1L, 1UL, -(1LL << 40), 1ULL << 63, 0xfedcba9876543210ULL);
    printf("%f %f %f\n", 1.0f / 3, (double)INFINITY, -(double)INFINITY);
    printf("%s and %s, %d %d %d %d %d %d %d %d %d %d\n", "two", "strings", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    printf("text: %c%c\n", text[0], text[1]);
    printf("no end of line");
    printf(", then one\n");
    printf("%*d|%-*d|\n", 6, 1, 6, 2);
}

__global__ void one_line(const char *, int what)
{
    if (threadIdx.x == 3)
        printf("kernel %d, thread %d of %d\n", what, threadIdx.x, blockDim.x);
}

// It returns the number of its arguments.
__global__ void returned(int *out)
{
    out[0] = printf("none\n");
    out[1] = printf("%d and %d\n", 1, 2);
    out[2] = printf("%s %f %lld\n", "three", 1.5, 7LL);
}

// What threads print does not mix within a call. In what order they come is not known, so the host is spared it.
__global__ void in_turn()
{
    for (unsigned int turn = 0; turn < blockDim.x; turn++) {
        if (threadIdx.x == turn)
            printf("%u%s", turn, turn < blockDim.x - 1 ? " " : "\n");
        __syncthreads();
    }
}

static void say(const char *what)
{
    printf("host: %s\n", what);
    fflush(stdout);
}

int main(void)
{
    char *dev_text;
    int returns[3], *dev_returns;
    HANDLE_ERROR(cudaMalloc((void **)&dev_text, 3));
    HANDLE_ERROR(cudaMalloc((void **)&dev_returns, sizeof returns));
    HANDLE_ERROR(cudaMemcpy(dev_text, "ab", 3, cudaMemcpyHostToDevice));

    say("forms");
    forms<<<1, 1>>>(dev_text);
    HANDLE_ERROR(cudaDeviceSynchronize());

    say("one thread of many, and three launches");
    for (int i = 1; i <= 3; i++)
        one_line<<<1, 64>>>(dev_text, i);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());

    say("shown by cudaStreamSynchronize");
    one_line<<<1, 32>>>(dev_text, 4);
    HANDLE_ERROR(cudaStreamSynchronize(0));
    say("shown by cudaMemcpy");
    one_line<<<1, 32>>>(dev_text, 5);
    HANDLE_ERROR(cudaMemcpy(returns, dev_text, 1, cudaMemcpyDeviceToHost));
    say("shown by cudaEventSynchronize");
    cudaEvent_t event;
    HANDLE_ERROR(cudaEventCreate(&event));
    one_line<<<1, 32>>>(dev_text, 6);
    HANDLE_ERROR(cudaEventRecord(event));
    HANDLE_ERROR(cudaEventSynchronize(event));

    say("returned");
    returned<<<1, 1>>>(dev_returns);
    HANDLE_ERROR(cudaMemcpy(returns, dev_returns, sizeof returns, cudaMemcpyDeviceToHost));
    printf("host: %d %d %d\n", returns[0], returns[1], returns[2]);
    say("in turn");
    in_turn<<<1, 40>>>();
    HANDLE_ERROR(cudaDeviceSynchronize());
    say("the end");

    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaFree(dev_text));
    HANDLE_ERROR(cudaFree(dev_returns));
    return 0;
}
