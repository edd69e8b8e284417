// SPDX-License-Identifier: MIT
// grid_stride.cu: loops that stride over the grid, and blocks and grids of one, two and three dimensions with shared
// arrays of as many.
#include <stdio.h>

const int n = 10007, nx = 13, ny = 9, nz = 7;

__global__ void scale(int *values, int factor)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        values[i] *= factor;
}

__global__ void volume(const int *in, int *out)
{
    __shared__ int box[4][3][5];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    bool inside = x < nx && y < ny && z < nz;
    int i = (z * ny + y) * nx + x;
    box[threadIdx.z][threadIdx.y][threadIdx.x] = inside ? in[i] : 0;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < blockDim.z; k++)
        for (int j = 0; j < blockDim.y; j++)
            sum += box[k][j][threadIdx.x];
    if (inside)
        out[i] = sum;
}

int main()
{
    static int host[n], result[nx * ny * nz];
    int *in, *out;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&out, sizeof result) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<7, 90>>>(in, 3);
    scale<<<1000, 33>>>(in, 2);
    scale<<<1, 1>>>(in, 5);
    if (cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (host[i] != 30 * i)
            return 1;
    volume<<<dim3((nx + 4) / 5, (ny + 2) / 3, (nz + 3) / 4), dim3(5, 3, 4)>>>(in, out);
    if (cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                int sum = 0;
                for (int k = z / 4 * 4; k < z / 4 * 4 + 4 && k < nz; k++)
                    for (int j = y / 3 * 3; j < y / 3 * 3 + 3 && j < ny; j++)
                        sum += 30 * ((k * ny + j) * nx + x);
                if (result[(z * ny + y) * nx + x] != sum)
                    return 1;
            }
    cudaFree(in);
    return cudaFree(out) != cudaSuccess;
}
