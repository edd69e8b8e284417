// SPDX-License-Identifier: MIT
// texture_blur.cu: an image is blurred through a texture, whose filter and clamped edges do half of the work; its
// object is destroyed, and its array freed, as soon as the kernel is launched.
#include "../textures.h"

const int width = 75, height = 50, threads = 16;

__global__ void blur(cudaTextureObject_t image, uchar4 *out)
{
    int x = threadIdx.x + blockIdx.x * threads, y = threadIdx.y + blockIdx.y * threads;
    if (x >= width || y >= height)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2) { // each is the mean of four pixels
            float4 pixel = tex2D<float4>(image, x + 0.5f + dx * 0.5f, y + 0.5f + dy * 0.5f);
            sum.x += pixel.x, sum.y += pixel.y, sum.z += pixel.z, sum.w += pixel.w;
        }
    out[y * width + x] =
        make_uchar4(sum.x * 63.75f + 0.5f, sum.y * 63.75f + 0.5f, sum.z * 63.75f + 0.5f, sum.w * 63.75f + 0.5f);
}

static int weight(int d)
{
    return d == 0 ? 2 : 1;
}

int main()
{
    static uchar4 image[height][width], blurred[height][width];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image[y][x] = make_uchar4(x * 3, y * 5, (x ^ y) & 255, 255);
    cudaArray_t array = array_of(image[0], width, height);
    cudaTextureObject_t texture = texture_of(
        resource_of(array), reading(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat));
    uchar4 *dev_out;
    if (cudaMalloc(&dev_out, sizeof blurred))
        return 1;
    blur<<<dim3((width + threads - 1) / threads, (height + threads - 1) / threads), dim3(threads, threads)>>>(texture,
                                                                                                              dev_out);
    cudaError_t error = cudaMemcpy(blurred, dev_out, sizeof blurred, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    cudaFree(dev_out);

    int wrong = error != cudaSuccess;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int v = y + dy < 0 ? 0 : y + dy >= height ? height - 1 : y + dy;
                    int u = x + dx < 0 ? 0 : x + dx >= width ? width - 1 : x + dx;
                    sum += image[v][u].z * weight(dx) * weight(dy);
                }
            wrong += abs(16 * blurred[y][x].z - sum) > 16 || blurred[y][x].w != 255;
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
