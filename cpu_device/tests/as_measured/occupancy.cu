// SPDX-License-Identifier: MIT
// occupancy: how many blocks of each shape a multiprocessor holds, by shared memory, carveout and cache preference;
// what is left for a block's shared memory; the block sizes and cluster sizes that the runtime suggests. The kernels
// need few registers, so that these decide nothing. Compiled with: -arch=sm_90
#include <cstdio>
#include <cuda_runtime.h>

// Errors on purpose.

__global__ void plain(int *p)
{
    if (p)
        *p = 1;
}
template <int bytes> __global__ void with_shared(char *p)
{
    __shared__ char cells[bytes];
    if (p) {
        cells[threadIdx.x] = (char)threadIdx.x;
        __syncthreads();
        p[threadIdx.x] = cells[threadIdx.x ^ 1];
    }
}
__global__ void __launch_bounds__(256) bounded(int *p)
{
    if (p)
        *p = 1;
}

static const int sizes[] = {1, 31, 32, 33, 48, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1000, 1024, 1025};
static const int dynamic[] = {0,     1,     128,   1024,   4096,   7000,   8192,  16384,
                              32768, 49152, 65536, 102400, 150000, 232448, 232449};
static const int carveouts[] = {-1, 0, 1, 4, 10, 25, 50, 75, 90, 99, 100};

template <class Kernel> static void blocks_of(const char *name, Kernel kernel, int size, int bytes)
{
    int blocks = -1;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, bytes);
    printf("%s %d threads %d bytes: %d %s\n", name, size, bytes, blocks, cudaGetErrorName(error));
    cudaGetLastError();
}

template <class Kernel> static void all_shapes(const char *name, Kernel kernel)
{
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
    cudaGetLastError(); // too much beside static shared memory
    for (int size : sizes)
        for (int bytes : dynamic)
            if (size % 64 == 0 || bytes % 8192 == 0)
                blocks_of(name, kernel, size, bytes);
}

static void available(const char *name)
{
    for (int blocks : {0, 1, 2, 3, 4, 7, 8, 16, 24, 31, 32, 33})
        for (int size : {32, 64, 256, 1024}) {
            size_t bytes = 7;
            const cudaError_t error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, blocks, size);
            printf("%s available for %d blocks of %d: %zu %s\n", name, blocks, size, bytes, cudaGetErrorName(error));
            cudaGetLastError();
        }
}

static void by_preference()
{
    const cudaFuncCache preferences[] = {cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
                                         cudaFuncCachePreferEqual};
    for (cudaFuncCache preference : preferences) {
        char name[40];
        snprintf(name, sizeof name, "preference %d", (int)preference);
        cudaDeviceSetCacheConfig(preference);
        for (int size : {32, 128, 512, 1024})
            for (int bytes : {0, 1024, 8192, 49152, 102400})
                blocks_of(name, plain, size, bytes);
    }
    cudaDeviceSetCacheConfig(cudaFuncCachePreferNone);
}

static void by_carveout()
{
    for (int carveout : carveouts) {
        char name[40];
        snprintf(name, sizeof name, "carveout %d", carveout);
        const cudaError_t error = cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);
        printf("%s: %s\n", name, cudaGetErrorName(error));
        for (int size : {32, 128, 512, 1024})
            for (int bytes : {0, 1024, 4096, 8192, 49152, 102400})
                blocks_of(name, plain, size, bytes);
        available(name);
    }
    cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, -1);
}

static void suggestions()
{
    int grid, block;
    for (int bytes : dynamic)
        for (int limit : {0, 32, 100, 256, 1000, 1024, 2048}) {
            grid = block = -1;
            const cudaError_t error = cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, (size_t)bytes, limit);
            printf("suggested for %d bytes, at most %d: %d blocks a multiprocessor, of %d %s\n", bytes, limit,
                   grid < 0 ? grid : grid / 132, block, cudaGetErrorName(error));
            cudaGetLastError();
        }
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded, 0, 0);
    printf("suggested for 256 threads at most: %d\n", block);
}

static void cluster_sizes()
{
    for (int size : {32, 128, 256, 512, 1024})
        for (int bytes : {0, 1024, 49152, 102400, 232448}) {
            cudaLaunchConfig_t config = {};
            config.gridDim = dim3(64);
            config.blockDim = dim3(size);
            config.dynamicSmemBytes = bytes;
            int most = -1;
            const cudaError_t error = cudaOccupancyMaxPotentialClusterSize(&most, plain, &config);
            printf("largest cluster %d threads %d bytes: %d %s\n", size, bytes, most, cudaGetErrorName(error));
            cudaGetLastError();
        }
}

int main()
{
    all_shapes("plain", plain);
    all_shapes("shared_1024", with_shared<1024>);
    all_shapes("shared_49152", with_shared<49152>);
    for (int size : sizes)
        blocks_of("bounded", bounded, size, 0);
    available("default");
    by_preference();
    by_carveout();
    suggestions();
    cluster_sizes();
    return 0;
}
