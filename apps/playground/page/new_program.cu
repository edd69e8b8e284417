#include <stdio.h>

const int threads = 256;

// Each thread stores the square of its number.
__global__ void squares(int *out)
{
    out[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main()
{
    int *out, last;
    cudaMalloc(&out, threads * sizeof *out);
    squares<<<1, threads>>>(out);
    cudaMemcpy(&last, &out[threads - 1], sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d squared is %d\n", threads - 1, last);
    return 0;
}
