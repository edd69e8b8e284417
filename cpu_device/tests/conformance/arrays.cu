// SPDX-License-Identifier: MIT
// arrays.cu: copies from and to arrays: rectangles, boxes, from array to array, by streams; what arrays know of
// themselves; and three-dimensional memory with a pitch.

#include "../textures.h"

const int width = 6, height = 4, depth = 3;

static void show(const char *what, cudaArray_t array)
{
    int texels[height][width];
    HANDLE_ERROR(
        cudaMemcpy2DFromArray(texels, sizeof texels[0], array, 0, 0, sizeof texels[0], height, cudaMemcpyDeviceToHost));
    printf("%s\n", what);
    for (int y = 0; y < height; y++)
        print_row("", texels[y], width);
}

__global__ void add(cudaPitchedPtr box)
{
    char *slice = (char *)box.ptr + threadIdx.z * box.pitch * box.ysize;
    ((int *)(slice + threadIdx.y * box.pitch))[threadIdx.x] += 1000;
}

int main()
{
    int texels[height][width], part[2][3] = {{-1, -2, -3}, {-4, -5, -6}};
    for (int i = 0; i < height * width; i++)
        texels[i / width][i % width] = i;
    cudaArray_t a = array_of(texels[0], width, height), b = array_of((int *)NULL, width, height);
    show("an array", a);
    HANDLE_ERROR(
        cudaMemcpy2DToArray(a, 2 * sizeof(int), 1, part, sizeof part[0], sizeof part[0], 2, cudaMemcpyHostToDevice));
    show("a rectangle in it", a);
    HANDLE_ERROR(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof texels[0], height));
    HANDLE_ERROR(cudaMemcpy2DArrayToArray(b, 0, 3, a, 3 * sizeof(int), 0, 3 * sizeof(int), 1));
    show("another array", b);

    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    int *dev_row, row[width];
    HANDLE_ERROR(cudaMalloc((void **)&dev_row, sizeof row));
    HANDLE_ERROR(
        cudaMemcpy2DFromArrayAsync(dev_row, sizeof row, a, 0, 2, sizeof row, 1, cudaMemcpyDeviceToDevice, stream));
    HANDLE_ERROR(
        cudaMemcpy2DToArrayAsync(b, 0, 0, dev_row, sizeof row, sizeof row, 1, cudaMemcpyDeviceToDevice, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    show("a row by a stream", b);
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev_row));
    HANDLE_ERROR(cudaFreeArray(a));
    HANDLE_ERROR(cudaFreeArray(b));

    // A box out of the middle of an array, into memory with a pitch, and back into the corner.
    int box[depth][height][width];
    for (int i = 0; i < depth * height * width; i++)
        (&box[0][0][0])[i] = i;
    a = array_of(box[0][0], width, height, depth);
    cudaPitchedPtr memory;
    HANDLE_ERROR(cudaMalloc3D(&memory, make_cudaExtent(4 * sizeof(int), 3, 2)));
    printf("the pitch is enough: %d; %zu x %zu\n", memory.pitch >= 4 * sizeof(int), memory.xsize, memory.ysize);
    HANDLE_ERROR(cudaMemset3D(memory, 0, make_cudaExtent(4 * sizeof(int), 3, 2)));
    cudaMemcpy3DParms copy = {};
    copy.srcArray = a;
    copy.srcPos = make_cudaPos(1, 1, 1);
    copy.dstPtr = memory;
    copy.extent = make_cudaExtent(3, 3, 2);
    copy.kind = cudaMemcpyDeviceToDevice;
    HANDLE_ERROR(cudaMemcpy3D(&copy));
    add<<<1, dim3(4, 3, 2)>>>(memory);
    HANDLE_ERROR(cudaGetLastError());
    copy = {};
    copy.srcPtr = memory;
    copy.srcPos = make_cudaPos(1, 0, 0); // in texels, as the extent, since there is an array
    copy.dstArray = a;
    copy.extent = make_cudaExtent(3, 3, 2);
    copy.kind = cudaMemcpyDeviceToDevice;
    HANDLE_ERROR(cudaMemcpy3DAsync(&copy));
    copy = {};
    copy.srcArray = a;
    copy.dstPtr = make_cudaPitchedPtr(box, sizeof box[0][0], width, height);
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyDeviceToHost;
    HANDLE_ERROR(cudaMemcpy3D(&copy));
    for (int i = 0; i < depth * height; i++)
        print_row("", box[0][i], width);
    HANDLE_ERROR(cudaFree(memory.ptr));

    cudaChannelFormatDesc format;
    cudaExtent extent;
    unsigned flags;
    HANDLE_ERROR(cudaArrayGetInfo(&format, &extent, &flags, a));
    printf("%zu x %zu x %zu, flags %u, %d %d %d %d bits, kind %d\n", extent.width, extent.height, extent.depth, flags,
           format.x, format.y, format.z, format.w, format.f);
    HANDLE_ERROR(cudaFreeArray(a));
    format = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindUnsigned);
    cudaChannelFormatDesc same = cudaCreateChannelDesc<ushort2>();
    printf("%d\n", memcmp(&format, &same, sizeof format));
    return 0;
}
