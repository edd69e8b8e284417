// SPDX-License-Identifier: MIT
// dynamic_parallelism_order.cu: launches in kernels: streams, tail launches, nesting, errors, and when the parent is
// over.
// Compiled with: -rdc=true
#include <stdio.h>

__global__ void append(int *log, int value)
{
    log[1 + atomicAdd(log, 1)] = value;
}

__global__ void add(int *sum, int value)
{
    atomicAdd(sum, value);
}

// Children of a block's null stream run in the order of their launches; the tail after all of them, the host after
// that.
__global__ void in_order(int *log)
{
    for (int i = 0; i < 5; i++)
        append<<<1, 1>>>(log, i);
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 100);
    append<<<1, 1>>>(log, 5);
    append<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 101);
}

// What the block has stored before the barrier, the child sees.
__global__ void sum_of(const int *values, int n, int *sum)
{
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += values[i];
    atomicAdd(sum, mine);
}
__global__ void fill_and_sum(int *values, int n, int *sum)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        values[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        sum_of<<<2, 32>>>(values, n, sum);
}

__global__ void tree(int *nodes, int depth)
{
    atomicAdd(nodes + depth, 1);
    if (depth < 6)
        for (int i = 0; i < 2; i++)
            tree<<<1, 1, 0, i == 0 ? cudaStreamFireAndForget : (cudaStream_t)0>>>(nodes, depth + 1);
}

// The tail of a kernel waits for the children of its children too.
__global__ void copy(int *to, const int *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}
__global__ void tree_then_copy(int *nodes, int *to)
{
    copy<<<1, 1, 0, cudaStreamTailLaunch>>>(to, nodes, 7);
    tree<<<1, 1>>>(nodes, 0);
}

__global__ void streams(int *sum)
{
    cudaStream_t stream;
    int made = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add<<<1, 32, 0, stream>>>(sum, 1);
    add<<<4, 8, 0, stream>>>(sum, 100);
    cudaStreamDestroy(stream);
    if (threadIdx.x == 0)
        printf("streams: %d, %d\n", made, cudaGetLastError());
}

__global__ void too_large(int *sum)
{
    add<<<1, 2000>>>(sum, 1);
    cudaError_t first = cudaPeekAtLastError(), again = cudaGetLastError(), then = cudaGetLastError();
    printf("too large: %s, %d, %d\n", first == again ? "same" : "other", first != cudaSuccess, then);
}

int main()
{
    int *dev, host[64];
    cudaMalloc(&dev, 4096 * sizeof *dev);
    auto show = [&](const char *what, int n, int from = 0) {
        cudaError_t error = cudaMemcpy(host, dev + from, n * sizeof *dev, cudaMemcpyDeviceToHost);
        printf("%s (%s):", what, cudaGetErrorString(error));
        for (int i = 0; i < n; i++)
            printf(" %d", host[i]);
        printf("\n");
        cudaMemset(dev, 0, 4096 * sizeof *dev);
    };
    cudaMemset(dev, 0, 4096 * sizeof *dev);
    in_order<<<1, 1>>>(dev), show("in order", 9);
    fill_and_sum<<<1, 128>>>(dev + 64, 1000, dev), show("sum", 1);
    tree<<<1, 1>>>(dev, 0), show("tree", 8);
    tree_then_copy<<<1, 1>>>(dev, dev + 32), show("copied", 7, 32);
    streams<<<2, 2>>>(dev), show("streams", 1);
    too_large<<<1, 1>>>(dev), show("too large", 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(dev);
}
