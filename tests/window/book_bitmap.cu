// SPDX-License-Identifier: MIT
// book_bitmap.cu: a main in the book's way, with what must happen when its window goes: the exit function is called,
// and main's objects are destroyed.
#include "../../common/book.h"
#include "../../common/cpu_bitmap.h"

#define DIM 256

__global__ void kernel(unsigned char *ptr)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    ptr[offset * 4 + 0] = x;
    ptr[offset * 4 + 1] = y;
    ptr[offset * 4 + 2] = x ^ y;
    ptr[offset * 4 + 3] = 255;
}

struct DataBlock {
    unsigned char *dev_bitmap;
    const char *name;
    ~DataBlock()
    {
        printf("destroyed %s\n", name);
    }
};

static void cleanup(void *data)
{
    HANDLE_ERROR(cudaFree(((DataBlock *)data)->dev_bitmap));
    printf("cleaned up %s\n", ((DataBlock *)data)->name);
}

static void show(const char *name)
{
    DataBlock data = {NULL, name};
    CPUBitmap bitmap(DIM, DIM, &data);
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_bitmap, bitmap.image_size()));
    dim3 grids(DIM / 16, DIM / 16);
    dim3 threads(16, 16);
    kernel<<<grids, threads>>>(data.dev_bitmap);
    HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), data.dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
    bitmap.display_and_exit(cleanup);
}

int main(void)
{
    show("the first");
    show("the second");
    CPUBitmap third(30, 20);
    third.display_and_exit();
    printf("the end\n");
    return 0;
}
