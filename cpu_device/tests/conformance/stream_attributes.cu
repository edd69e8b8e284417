// SPDX-License-Identifier: MIT
// stream_attributes.cu: what a stream is given besides its work: a window of memory that should stay in the cache, how
// the host waits, the priority; registered memory with flags.
// Errors on purpose.
#include <stdio.h>
#include <stdlib.h>

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void twice(int *a)
{
    a[threadIdx.x] *= 2;
}

int main()
{
    const int n = 256;
    int *dev, *host = (int *)aligned_alloc(4096, 4096);
    cudaStream_t stream, other;
    if (host == NULL || cudaMalloc(&dev, n * sizeof *dev) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamCreate(&other) != cudaSuccess)
        return 1;
    cudaStreamAttrValue value = {}, got = {};
    value.accessPolicyWindow.base_ptr = dev;
    value.accessPolicyWindow.num_bytes = n * sizeof *dev;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &got));
    printf("window: %d, %zu bytes, %g, %d %d\n", got.accessPolicyWindow.base_ptr == dev,
           got.accessPolicyWindow.num_bytes, got.accessPolicyWindow.hitRatio, got.accessPolicyWindow.hitProp,
           got.accessPolicyWindow.missProp);
    SHOW(cudaStreamCopyAttributes(other, stream));
    SHOW(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got));
    printf("copied: %g\n", got.accessPolicyWindow.hitRatio);
    value.accessPolicyWindow.hitRatio = 1.5f;
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    value.syncPolicy = cudaSyncPolicyBlockingSync;
    SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
    SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &got));
    printf("policy: %d\n", got.syncPolicy == cudaSyncPolicyBlockingSync);
    SHOW(cudaCtxResetPersistingL2Cache());

    for (int i = 0; i < n; i++)
        host[i] = i;
    SHOW(cudaHostRegister(host, 4096, 0x100));
    SHOW(cudaHostRegister(host, 4096, cudaHostRegisterPortable | cudaHostRegisterMapped));
    cudaMemcpyAsync(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice, stream);
    twice<<<1, n, 0, stream>>>(dev);
    cudaMemcpyAsync(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost, stream);
    SHOW(cudaStreamSynchronize(stream));
    printf("twice %d: %d\n", n - 1, host[n - 1]);
    SHOW(cudaHostUnregister(host));
    cudaStreamDestroy(stream);
    cudaStreamDestroy(other);
    cudaFree(dev);
    free(host);
    return 0;
}
