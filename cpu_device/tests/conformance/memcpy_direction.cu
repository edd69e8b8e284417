// SPDX-License-Identifier: MIT
// memcpy_direction.cu: copies whose named direction does not fit their pointers.

#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

// Copies, and shows the answer, and whether the bytes came across.
static void try_copy(const char *what, void *to, const void *from, cudaMemcpyKind kind)
{
    char before[16] = "before         ", text[16] = "something      ", seen[16];
    HANDLE_ERROR(cudaMemcpy(to, before, sizeof before, cudaMemcpyDefault));
    HANDLE_ERROR(cudaMemcpy((void *)from, text, sizeof text, cudaMemcpyDefault));
    cudaError_t error = cudaMemcpy(to, from, sizeof text, kind);
    HANDLE_ERROR(cudaMemcpy(seen, to, sizeof seen, cudaMemcpyDefault));
    printf("%s: %s, %s\n", what, cudaGetErrorName(error),
           memcmp(seen, text, sizeof seen) == 0     ? "copied"
           : memcmp(seen, before, sizeof seen) == 0 ? "not copied"
                                                    : "garbled");
    fflush(stdout);
}

int main(void)
{
    char host[16], other[16], *pinned, *dev, *dev_other, *managed;
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, 16));
    HANDLE_ERROR(cudaMalloc((void **)&dev, 16));
    HANDLE_ERROR(cudaMalloc((void **)&dev_other, 16));
    HANDLE_ERROR(cudaMallocManaged((void **)&managed, 16));

    try_copy("to host from device, HostToDevice", host, dev, cudaMemcpyHostToDevice);
    try_copy("to device from host, DeviceToHost", dev, host, cudaMemcpyDeviceToHost);
    try_copy("to device from host, DeviceToDevice", dev, host, cudaMemcpyDeviceToDevice);
    try_copy("to host from device, DeviceToDevice", host, dev, cudaMemcpyDeviceToDevice);
    try_copy("to host from host, HostToDevice", host, other, cudaMemcpyHostToDevice);
    try_copy("to host from host, DeviceToHost", host, other, cudaMemcpyDeviceToHost);
    try_copy("to host from host, DeviceToDevice", host, other, cudaMemcpyDeviceToDevice);
    try_copy("to pinned from host, HostToDevice", pinned, host, cudaMemcpyHostToDevice);
    try_copy("to host from pinned, DeviceToHost", host, pinned, cudaMemcpyDeviceToHost);
    try_copy("to device from pinned, DeviceToDevice", dev, pinned, cudaMemcpyDeviceToDevice);
    try_copy("to managed from host, HostToDevice", managed, host, cudaMemcpyHostToDevice);
    try_copy("to managed from device, DeviceToDevice", managed, dev, cudaMemcpyDeviceToDevice);
    try_copy("to managed from device, DeviceToHost", managed, dev, cudaMemcpyDeviceToHost);
    try_copy("to device from managed, HostToDevice", dev, managed, cudaMemcpyHostToDevice);
    try_copy("to host from managed, HostToHost", host, managed, cudaMemcpyHostToHost);
    try_copy("to device from device, HostToDevice", dev, dev_other, cudaMemcpyHostToDevice);
    try_copy("to device from device, DeviceToHost", dev, dev_other, cudaMemcpyDeviceToHost);

    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFree(dev_other));
    HANDLE_ERROR(cudaFree(managed));
    HANDLE_ERROR(cudaFreeHost(pinned));
    return 0;
}
