// SPDX-License-Identifier: MIT
// misaligned_local.cu: a thread stores an int one byte into a variable of its own. On a GPU its address is misaligned.
// CPU exits 0

__global__ void set(int *out)
{
    int mine[4] = {};
    int *volatile first = mine;
    *(int *)((char *)first + 1) = 42;
    *out = mine[0] >> 8 & 255;
}

int main()
{
    int *dev, got = 0;
    if (cudaMalloc(&dev, sizeof got) != cudaSuccess)
        return 1;
    set<<<1, 1>>>(dev);
    if (cudaMemcpy(&got, dev, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    return cudaFree(dev) != cudaSuccess || got != 42;
}
