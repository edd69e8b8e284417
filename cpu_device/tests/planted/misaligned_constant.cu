// SPDX-License-Identifier: MIT
// misaligned_constant.cu: a thread reads a double four bytes into an array of constants.
// Needs g++'s plugins.
// CPU exits 3
// CPU finds misaligned-address
// CPU says kernel read, block (0,0,0), thread (0,0,0), at misaligned_constant.cu:{load}
// memcheck exits 3
// memcheck prints Misaligned shared or local address
struct item {
    float weight;
    int low, high; // of a double
};
__constant__ __align__(8) item items[2] = {{1, 0, 0x3ff00000}, {2, 0, 0x40000000}};

__global__ void read(double *out)
{
#ifdef FIXED
    *out = __hiloint2double(items[1].high, items[1].low);
#else
    *out = *(const double *)&items[0].low; // {load}
#endif
}

int main(void)
{
    double *dev, out = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 77;
    read<<<1, 1>>>(dev);
    cudaMemcpy(&out, dev, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev);
#ifdef FIXED
    return out != 2;
#else
    return 0;
#endif
}
