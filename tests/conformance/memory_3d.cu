// SPDX-License-Identifier: MIT
// memory_3d.cu: volumes: their allocation, copies of all of one or of a part, fills, and copies between devices that
// are one and the same.

#include <stdio.h>
#include <string.h>

#include "../../common/book.h"

#define SHOW(call) printf(#call ": %s\n", cudaGetErrorName(call))

constexpr int W = 10, H = 6, D = 4; // elements

__global__ void add_place(cudaPitchedPtr volume)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    char *slice = (char *)volume.ptr + z * volume.pitch * volume.ysize;
    ((int *)(slice + y * volume.pitch))[x] += 100 * z + 10 * y + x;
}

static int host[D][H][W], part[2][3][4];

int main(void)
{
    cudaPitchedPtr dev;
    cudaExtent extent = make_cudaExtent(W * sizeof(int), H, D);
    HANDLE_ERROR(cudaMalloc3D(&dev, extent));
    printf("pitch of %d bytes at least: %s; xsize %zu, ysize %zu\n", (int)(W * sizeof(int)),
           dev.pitch >= W * sizeof(int) ? "yes" : "no", dev.xsize, dev.ysize);
    HANDLE_ERROR(cudaMemset3D(dev, 0, extent));
    for (int i = 0; i < D * H * W; ++i)
        host[0][0][i] = 1000;

    // all of it
    cudaMemcpy3DParms in = {};
    in.srcPtr = make_cudaPitchedPtr(host, W * sizeof(int), W * sizeof(int), H);
    in.dstPtr = dev;
    in.extent = extent;
    in.kind = cudaMemcpyHostToDevice;
    HANDLE_ERROR(cudaMemcpy3D(&in));
    add_place<<<D, dim3(W, H)>>>(dev);
    HANDLE_ERROR(cudaGetLastError());
    cudaMemcpy3DParms out = {};
    out.srcPtr = dev;
    out.dstPtr = in.srcPtr;
    out.extent = extent;
    out.kind = cudaMemcpyDeviceToHost;
    memset(host, 0, sizeof host);
    HANDLE_ERROR(cudaMemcpy3D(&out));
    printf("places: %d %d %d %d\n", host[0][0][0], host[1][2][3], host[2][5][9], host[3][4][5]);

    // 4 x 3 x 2 from (5, 2, 1) on, in a stream
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    cudaMemcpy3DParms box = {};
    box.srcPtr = dev;
    box.srcPos = make_cudaPos(5 * sizeof(int), 2, 1);
    box.dstPtr = make_cudaPitchedPtr(part, sizeof part[0][0], sizeof part[0][0], 3);
    box.extent = make_cudaExtent(sizeof part[0][0], 3, 2);
    box.kind = cudaMemcpyDeviceToHost;
    HANDLE_ERROR(cudaMemcpy3DAsync(&box, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 3; ++y)
            printf("part %d %d: %d %d %d %d\n", z, y, part[z][y][0], part[z][y][1], part[z][y][2], part[z][y][3]);

    // the upper rows of the first two slices
    HANDLE_ERROR(cudaMemset3DAsync(dev, 0xff, make_cudaExtent(3 * sizeof(int), 2, 2), stream));
    HANDLE_ERROR(cudaMemcpy3DAsync(&out, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("filled: %d %d %d, not: %d %d %d\n", host[0][0][0], host[1][1][2], host[0][1][0], host[0][0][3],
           host[0][2][0], host[2][0][0]);

    // from the device to the same device
    int *flat, back[W];
    HANDLE_ERROR(cudaMalloc(&flat, W * sizeof(int)));
    HANDLE_ERROR(cudaMemcpyPeer(flat, 0, (char *)dev.ptr + 3 * dev.pitch, 0, W * sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(back, flat, sizeof back, cudaMemcpyDeviceToHost));
    printf("a row: %d to %d\n", back[0], back[W - 1]);
    HANDLE_ERROR(cudaMemcpyPeerAsync(flat, 0, dev.ptr, 0, W * sizeof(int), stream));
    HANDLE_ERROR(cudaMemcpyAsync(back, flat, sizeof back, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("another: %d to %d\n", back[0], back[W - 1]);

    // nothing, and what is wrong
    out.extent = make_cudaExtent(W * sizeof(int), H, 0);
    SHOW(cudaMemcpy3D(&out));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(flat));
    HANDLE_ERROR(cudaFree(dev.ptr));
    return 0;
}
