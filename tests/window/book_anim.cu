// SPDX-License-Identifier: MIT
// book_anim.cu: a moving picture in the book's way, without an exit function.
#include "../../common/book.h"
#include "../../common/cpu_anim.h"

#define DIM 128

__global__ void kernel(unsigned char *ptr, int ticks)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    unsigned char grey = (unsigned char)(x + y + ticks);
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

struct DataBlock {
    unsigned char *dev_bitmap;
    CPUAnimBitmap *bitmap;
};

void generate_frame(DataBlock *d, int ticks)
{
    kernel<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(d->dev_bitmap, ticks);
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_bitmap, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
    if (ticks == 10) {
        printf("frame 10\n");
        fflush(stdout);
    }
}

static void dragged(void *, int x0, int y0, int x1, int y1)
{
    printf("dragged from %d,%d to %d,%d\n", x0, y0, x1, y1);
    fflush(stdout);
}

int main(void)
{
    DataBlock data;
    CPUAnimBitmap bitmap(DIM, DIM, &data);
    data.bitmap = &bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_bitmap, bitmap.image_size()));
    bitmap.click_drag(dragged);
    bitmap.anim_and_exit((void (*)(void *, int))generate_frame, NULL);
    HANDLE_ERROR(cudaFree(data.dev_bitmap));
    printf("%s frames\n", bitmap.ticks > 10 ? "many" : bitmap.ticks > 0 ? "some" : "no");
    return 0;
}
