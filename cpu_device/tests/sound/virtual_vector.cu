// SPDX-License-Identifier: MIT
// virtual_vector.cu: a vector in reserved addresses grows piece by piece, while kernels in order read all of it; then
// its memory moves to other addresses.
#include <cuda.h>
#include <stdio.h>

const size_t piece = 2 << 20;
const int pieces = 3, of_piece = piece / sizeof(int);

__global__ void extend(int *p, int from, int to)
{
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to)
        p[i] = from == 0 ? i % 10 : p[i - from] + 1; // the first piece, and 1
}

__global__ void count(const int *p, int n, unsigned long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && p[i] == 0)
        atomicAdd(sum, 1ull);
}

static void check(CUresult error, int line)
{
    if (error != CUDA_SUCCESS) {
        printf("line %d: error %d\n", line, (int)error);
        exit(1);
    }
}
#define CHECK(call) check(call, __LINE__)

int main()
{
    CUcontext context;
    CUdeviceptr data, moved;
    CUmemGenericAllocationHandle handles[pieces];
    CUmemAllocationProp properties = {};
    CUmemAccessDesc access = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    unsigned long long *zeros, host = 0;
    if (cudaMalloc(&zeros, sizeof *zeros) != cudaSuccess || cudaMemset(zeros, 0, sizeof *zeros) != cudaSuccess)
        return 1;
    CHECK(cuMemAddressReserve(&data, 8 * piece, 0, 0, 0));
    for (int i = 0; i < pieces; i++) {
        CHECK(cuMemCreate(&handles[i], piece, &properties, 0));
        CHECK(cuMemMap(data + i * piece, piece, 0, handles[i], 0));
        CHECK(cuMemRelease(handles[i])); // the mapping keeps the memory
        CHECK(cuMemSetAccess(data + i * piece, piece, &access, 1));
        extend<<<of_piece / 256, 256>>>((int *)data, i * of_piece, (i + 1) * of_piece);
    }
    count<<<pieces * of_piece / 256, 256>>>((const int *)data, pieces * of_piece, zeros);
    cudaError_t error = cudaMemcpy(&host, zeros, sizeof host, cudaMemcpyDeviceToHost);
    int last = -1;
    CHECK(cuMemcpyDtoH(&last, data + pieces * piece - sizeof(int), sizeof last));

    CHECK(cuMemAddressReserve(&moved, piece, 0, 0, 0));
    CHECK(cuMemRetainAllocationHandle(&handles[0], (void *)data));
    CHECK(cuMemUnmap(data, pieces * piece));
    CHECK(cuMemMap(moved, piece, 0, handles[0], 0));
    CHECK(cuMemSetAccess(moved, piece, &access, 1));
    int seventh = -1;
    CHECK(cuMemcpyDtoH(&seventh, moved + 7 * sizeof(int), sizeof seventh));
    CHECK(cuMemUnmap(moved, piece));
    CHECK(cuMemRelease(handles[0]));
    CHECK(cuMemAddressFree(moved, piece));
    CHECK(cuMemAddressFree(data, 8 * piece));
    cudaFree(zeros);
    // of_piece is 8 more than a multiple of 10, so the first piece ends with 7, and each other one with 8
    const bool right = error == cudaSuccess && host == (of_piece + 9) / 10 && seventh == 7 && last == 8;
    if (!right)
        printf("%s, %llu zeros, %d, %d\n", cudaGetErrorString(error), host, seventh, last);
    return !right;
}
