// SPDX-License-Identifier: MIT
// barrier_named_branches.cu: barrier.sync, without .aligned, in both branches of a warp: its lanes may come to the same
// barrier by different instructions. Two warps meet there.

const int threads = 64;

__global__ void swap(int *out)
{
    __shared__ int values[threads];
    const int t = threadIdx.x;
    if (t % 2 == 0) {
        values[t] = t;
        asm volatile("barrier.sync 3, 64;" ::: "memory");
    } else {
        values[t] = -t;
        asm volatile("barrier.sync 3, 64;" ::: "memory");
    }
    out[t] = values[t ^ 33];
}

int main()
{
    int *dev, out[threads];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    swap<<<1, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < threads; i++)
        if (out[i] != ((i ^ 33) % 2 == 0 ? (i ^ 33) : -(i ^ 33)))
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
