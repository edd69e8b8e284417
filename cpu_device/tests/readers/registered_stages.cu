// SPDX-License-Identifier: MIT
// registered_stages.cu: the program's own buffers, registered, go through the device in stages of three streams
// Feature: cudaHostRegister with flags, zero-copy of a lookup table, an access policy window, events between stages
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#define CK(x)                                                                                                          \
    do {                                                                                                               \
        cudaError_t e = (x);                                                                                           \
        if (e != cudaSuccess) {                                                                                        \
            fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                                \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void translate(const uint8_t *in, uint8_t *out, int n, const uint8_t *table)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[in[i]];
}

__global__ void checksum(const uint8_t *data, int n, unsigned *sum)
{
    unsigned s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += data[i] * (unsigned)(i % 251 + 1);
    s = __reduce_add_sync(~0u, s);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, s);
}

int main()
{
    const int n = 1 << 18, stages = 3, chunk = n / 8;
    std::vector<uint8_t> in(n), out(n);
    uint8_t *table = (uint8_t *)aligned_alloc(4096, 4096), *table_on_device;
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)(i >= 'a' && i <= 'z' ? 'a' + (i - 'a' + 13) % 26 : i);
    for (int i = 0; i < n; i++)
        in[i] = (uint8_t)('a' + (i * i + 3 * i) % 26);
    CK(cudaHostRegister(in.data(), n, cudaHostRegisterPortable));
    CK(cudaHostRegister(out.data(), n, cudaHostRegisterDefault));
    CK(cudaHostRegister(table, 4096, cudaHostRegisterMapped));
    CK(cudaHostGetDevicePointer((void **)&table_on_device, table, 0));

    uint8_t *d_in[stages], *d_out[stages];
    unsigned *sum, host_sum;
    cudaStream_t stream[stages];
    cudaEvent_t done[stages];
    CK(cudaMalloc((void **)&sum, sizeof *sum));
    for (int s = 0; s < stages; s++) {
        CK(cudaMalloc((void **)&d_in[s], chunk));
        CK(cudaMalloc((void **)&d_out[s], chunk));
        CK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        CK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
        cudaStreamAttrValue attribute;
        memset(&attribute, 0, sizeof attribute);
        attribute.accessPolicyWindow.base_ptr = d_in[s];
        attribute.accessPolicyWindow.num_bytes = chunk;
        attribute.accessPolicyWindow.hitRatio = 0.6f;
        attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
        attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
        CK(cudaStreamSetAttribute(stream[s], cudaStreamAttributeAccessPolicyWindow, &attribute));
    }
    CK(cudaMemset(sum, 0, sizeof *sum));
    CK(cudaDeviceSynchronize());
    for (int c = 0; c < n / chunk; c++) {
        const int s = c % stages;
        CK(cudaMemcpyAsync(d_in[s], in.data() + c * chunk, chunk, cudaMemcpyHostToDevice, stream[s]));
        translate<<<chunk / 256, 256, 0, stream[s]>>>(d_in[s], d_out[s], chunk, table_on_device);
        checksum<<<4, 128, 0, stream[s]>>>(d_out[s], chunk, sum);
        CK(cudaMemcpyAsync(out.data() + c * chunk, d_out[s], chunk, cudaMemcpyDeviceToHost, stream[s]));
        CK(cudaEventRecord(done[s], stream[s]));
    }
    for (int s = 0; s < stages; s++)
        CK(cudaEventSynchronize(done[s]));
    CK(cudaMemcpy(&host_sum, sum, sizeof host_sum, cudaMemcpyDeviceToHost));
    unsigned expected = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += out[i] != table[in[i]];
        expected += table[in[i]] * (unsigned)(i % chunk % 251 + 1);
    }
    printf("%d bytes, %d wrong, checksum %s\n", n, wrong, expected == host_sum ? "right" : "wrong");
    for (int s = 0; s < stages; s++) {
        CK(cudaFree(d_in[s]));
        CK(cudaFree(d_out[s]));
        CK(cudaStreamDestroy(stream[s]));
        CK(cudaEventDestroy(done[s]));
    }
    CK(cudaFree(sum));
    CK(cudaHostUnregister(in.data()));
    CK(cudaHostUnregister(out.data()));
    CK(cudaHostUnregister(table));
    free(table);
    return wrong != 0 || expected != host_sum;
}
