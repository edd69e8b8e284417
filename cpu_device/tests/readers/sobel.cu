// SPDX-License-Identifier: MIT
// sobel.cu: Sobel's edges of a picture from a texture object
// Feature: cudaArray, cudaCreateTextureObject, tex2D of unsigned char, clamp at the border
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char Pixel;
__global__ void SobelTex(Pixel *out, unsigned int pitch, int w, int h, float fScale, cudaTextureObject_t tex)
{
    unsigned char *row = out + blockIdx.x * pitch;
    for (int i = threadIdx.x; i < w; i += blockDim.x) {
        Pixel p[3][3];
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                p[dy + 1][dx + 1] = tex2D<unsigned char>(tex, (float)i + dx, (float)blockIdx.x + dy);
        short Horz = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
        short Vert = p[0][0] + 2 * p[0][1] + p[0][2] - p[2][0] - 2 * p[2][1] - p[2][2];
        short Sum = (short)(fScale * (abs((int)Horz) + abs((int)Vert)));
        row[i] = Sum < 0 ? 0 : Sum > 0xff ? 0xff : Sum;
    }
}

int main(int argc, char **argv)
{
    const int w = 640, h = argc > 1 ? atoi(argv[1]) : 480;
    Pixel *img = (Pixel *)malloc(w * h), *res = (Pixel *)malloc(w * h), *d_out;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            img[y * w + x] = (x / 40 + y / 30) % 2 ? 200 : (x * y) & 63;
    cudaArray *array = NULL;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned char>();
    cudaMallocArray(&array, &desc, w, h);
    cudaMemcpy2DToArray(array, 0, 0, img, w, w, h, cudaMemcpyHostToDevice);
    cudaResourceDesc texRes;
    memset(&texRes, 0, sizeof(cudaResourceDesc));
    texRes.resType = cudaResourceTypeArray;
    texRes.res.array.array = array;
    cudaTextureDesc texDescr;
    memset(&texDescr, 0, sizeof(cudaTextureDesc));
    texDescr.normalizedCoords = false;
    texDescr.filterMode = cudaFilterModePoint;
    texDescr.addressMode[0] = texDescr.addressMode[1] = cudaAddressModeClamp;
    texDescr.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &texRes, &texDescr, NULL);
    cudaMalloc(&d_out, w * h);
    SobelTex<<<h, 384>>>(d_out, w, w, h, 0.5f, tex);
    cudaMemcpy(res, d_out, w * h, cudaMemcpyDeviceToHost);
    int wrong = 0;
#define AT(X, Y) img[((Y) < 0 ? 0 : (Y) >= h ? h - 1 : (Y)) * w + ((X) < 0 ? 0 : (X) >= w ? w - 1 : (X))]
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int gx = AT(x + 1, y - 1) + 2 * AT(x + 1, y) + AT(x + 1, y + 1) - AT(x - 1, y - 1) - 2 * AT(x - 1, y) -
                     AT(x - 1, y + 1);
            int gy = AT(x - 1, y - 1) + 2 * AT(x, y - 1) + AT(x + 1, y - 1) - AT(x - 1, y + 1) - 2 * AT(x, y + 1) -
                     AT(x + 1, y + 1);
            int s = (int)(0.5f * (abs(gx) + abs(gy)));
            wrong += res[y * w + x] != (s > 255 ? 255 : s);
        }
    printf("%d pixels wrong\n", wrong);
    cudaDestroyTextureObject(tex);
    cudaFreeArray(array);
    cudaFree(d_out);
    free(img);
    free(res);
    return wrong != 0;
}
