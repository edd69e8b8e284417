// SPDX-License-Identifier: MIT
// texture_heat.cu: heat spreads over a plate, step by step: each launch reads one buffer through a texture and writes
// the other one as plain memory, and the next launch turns the two around.
#include "../textures.h"

const int width = 64, height = 40, steps = 20; // a row of 64 floats is a pitch that textures take

__global__ void step(cudaTextureObject_t from, float *to)
{
    int x = threadIdx.x, y = blockIdx.x;
    float here = tex2D<float>(from, x + 0.5f, y + 0.5f);
    float left = tex2D<float>(from, x - 0.5f, y + 0.5f), right = tex2D<float>(from, x + 1.5f, y + 0.5f);
    float above = tex2D<float>(from, x + 0.5f, y - 0.5f), below = tex2D<float>(from, x + 0.5f, y + 1.5f);
    to[y * width + x] = here + 0.125f * (left + right + above + below - 4 * here);
}

static int inside(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

int main()
{
    static float plate[2][height][width], result[height][width];
    for (int i = 0; i < height * width; i++)
        plate[0][i / width][i % width] = i % 7 * 512;
    float *dev_plate[2];
    cudaTextureObject_t texture[2];
    for (int i = 0; i < 2; i++) {
        if (cudaMalloc(&dev_plate[i], sizeof result))
            return 1;
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = dev_plate[i];
        resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
        resource.res.pitch2D.width = width;
        resource.res.pitch2D.height = height;
        resource.res.pitch2D.pitchInBytes = width * sizeof(float);
        texture[i] = texture_of(resource, reading(cudaAddressModeClamp, cudaFilterModePoint));
    }
    cudaMemcpy(dev_plate[0], plate[0], sizeof result, cudaMemcpyHostToDevice);
    for (int i = 0; i < steps; i++)
        step<<<height, width>>>(texture[i % 2], dev_plate[1 - i % 2]);
    cudaError_t error = cudaMemcpy(result, dev_plate[steps % 2], sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++) {
        cudaDestroyTextureObject(texture[i]);
        cudaFree(dev_plate[i]);
    }

    for (int i = 0; i < steps; i++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const float(*p)[width] = plate[i % 2];
                float sum = p[y][inside(x - 1, width)] + p[y][inside(x + 1, width)] + p[inside(y - 1, height)][x] +
                            p[inside(y + 1, height)][x];
                plate[1 - i % 2][y][x] = p[y][x] + 0.125f * (sum - 4 * p[y][x]);
            }
    int wrong = error != cudaSuccess;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += !(fabsf(result[y][x] - plate[steps % 2][y][x]) < 0.1f);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
