// SPDX-License-Identifier: MIT
// matrix_mul_driver.cu: a product of matrices in tiles, its kernel in a file that the driver API loads
// Feature: nvrtc into a file, cuModuleLoad, arguments by CU_LAUNCH_PARAM_BUFFER_POINTER, cuFuncGetAttribute, unload
#include <cuda.h>
#include <nvrtc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
static void __checkCudaErrors(CUresult err, const char *file, const int line)
{
    if (CUDA_SUCCESS != err) {
        const char *errorStr = NULL;
        cuGetErrorString(err, &errorStr);
        fprintf(stderr, "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", err, errorStr,
                file, line);
        exit(EXIT_FAILURE);
    }
}

static const char *matrixMul_kernel =
    "template <int block_size> __device__ void matrixMul(float *C, float *A, float *B, int wA, int wB)\n"
    "{\n"
    "    __shared__ float As[block_size][block_size];\n"
    "    __shared__ float Bs[block_size][block_size];\n"
    "    int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;\n"
    "    int aBegin = wA * block_size * by, aEnd = aBegin + wA - 1, aStep = block_size;\n"
    "    int bBegin = block_size * bx, bStep = block_size * wB;\n"
    "    float Csub = 0;\n"
    "    for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {\n"
    "        As[ty][tx] = A[a + wA * ty + tx];\n"
    "        Bs[ty][tx] = B[b + wB * ty + tx];\n"
    "        __syncthreads();\n"
    "#pragma unroll\n"
    "        for (int k = 0; k < block_size; ++k)\n"
    "            Csub += As[ty][k] * Bs[k][tx];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    C[wB * block_size * by + block_size * bx + wB * ty + tx] = Csub;\n"
    "}\n"
    "extern \"C\" __global__ void matrixMul_bs16_32bit(float *C, float *A, float *B, int wA, int wB)\n"
    "{\n"
    "    matrixMul<16>(C, A, B, wA, wB);\n"
    "}\n";

#define WA 96
#define HA 128
#define WB 64

static void writePtx(const char *path)
{
    nvrtcProgram prog;
    size_t size = 0;
    if (nvrtcCreateProgram(&prog, matrixMul_kernel, "matrixMul_kernel.cu", 0, NULL, NULL) != NVRTC_SUCCESS ||
        nvrtcCompileProgram(prog, 0, NULL) != NVRTC_SUCCESS || nvrtcGetPTXSize(prog, &size) != NVRTC_SUCCESS) {
        fprintf(stderr, "the kernel does not compile\n");
        exit(EXIT_FAILURE);
    }
    char *ptx = (char *)malloc(size);
    nvrtcGetPTX(prog, ptx);
    nvrtcDestroyProgram(&prog);
    FILE *fp = fopen(path, "wb");
    if (fp == NULL || fwrite(ptx, 1, strlen(ptx), fp) != size - 1 || fclose(fp) != 0)
        exit(EXIT_FAILURE);
    free(ptx);
}

int main()
{
    CUdevice cuDevice;
    CUcontext cuContext;
    CUmodule cuModule;
    CUfunction matrixMul;
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGet(&cuDevice, 0));
    checkCudaErrors(cuCtxCreate(&cuContext, NULL, 0, cuDevice));

    char module_path[] = "/tmp/matrixMul.XXXXXX";
    int fd = mkstemp(module_path);
    if (fd < 0 || close(fd) != 0)
        return EXIT_FAILURE;
    writePtx(module_path);
    checkCudaErrors(cuModuleLoad(&cuModule, module_path));
    unlink(module_path);
    checkCudaErrors(cuModuleGetFunction(&matrixMul, cuModule, "matrixMul_bs16_32bit"));
    int shared = 0;
    checkCudaErrors(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, matrixMul));
    printf("> %d bytes of shared memory a block\n", shared);

    float *h_A = (float *)malloc(WA * HA * sizeof(float)), *h_B = (float *)malloc(WB * WA * sizeof(float)),
          *h_C = (float *)malloc(WB * HA * sizeof(float));
    for (int i = 0; i < WA * HA; i++)
        h_A[i] = (float)(i % 7 - 3);
    for (int i = 0; i < WB * WA; i++)
        h_B[i] = (float)(i % 5 - 2);
    CUdeviceptr d_A, d_B, d_C;
    checkCudaErrors(cuMemAlloc(&d_A, WA * HA * sizeof(float)));
    checkCudaErrors(cuMemAlloc(&d_B, WB * WA * sizeof(float)));
    checkCudaErrors(cuMemAlloc(&d_C, WB * HA * sizeof(float)));
    checkCudaErrors(cuMemcpyHtoD(d_A, h_A, WA * HA * sizeof(float)));
    checkCudaErrors(cuMemcpyHtoD(d_B, h_B, WB * WA * sizeof(float)));

    int offset = 0;
    char argBuffer[256];
    int Matrix_Width_A = WA, Matrix_Width_B = WB;
    *((CUdeviceptr *)&argBuffer[offset]) = d_C;
    offset += sizeof(d_C);
    *((CUdeviceptr *)&argBuffer[offset]) = d_A;
    offset += sizeof(d_A);
    *((CUdeviceptr *)&argBuffer[offset]) = d_B;
    offset += sizeof(d_B);
    *((int *)&argBuffer[offset]) = Matrix_Width_A;
    offset += sizeof(Matrix_Width_A);
    *((int *)&argBuffer[offset]) = Matrix_Width_B;
    offset += sizeof(Matrix_Width_B);
    size_t size = offset;
    void *kernel_launch_config[5] = {CU_LAUNCH_PARAM_BUFFER_POINTER, argBuffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                                     CU_LAUNCH_PARAM_END};
    checkCudaErrors(cuLaunchKernel(matrixMul, WB / 16, HA / 16, 1, 16, 16, 1, 0, NULL, NULL, kernel_launch_config));
    checkCudaErrors(cuMemcpyDtoH(h_C, d_C, WB * HA * sizeof(float)));

    bool correct = true;
    for (int y = 0; y < HA; y++)
        for (int x = 0; x < WB; x++) {
            float sum = 0;
            for (int k = 0; k < WA; k++)
                sum += h_A[y * WA + k] * h_B[k * WB + x];
            correct &= h_C[y * WB + x] == sum; // small integers
        }
    printf("%s\n", correct ? "Result = PASS" : "Result = FAIL");
    checkCudaErrors(cuMemFree(d_A));
    checkCudaErrors(cuMemFree(d_B));
    checkCudaErrors(cuMemFree(d_C));
    checkCudaErrors(cuModuleUnload(cuModule));
    checkCudaErrors(cuCtxDestroy(cuContext));
    free(h_A);
    free(h_B);
    free(h_C);
    return correct ? EXIT_SUCCESS : EXIT_FAILURE;
}
