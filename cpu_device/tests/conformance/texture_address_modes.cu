// SPDX-License-Identifier: MIT
// texture_address_modes.cu: coordinates beyond the edge: wrap, clamp, mirror and border, normalized or not (without,
// wrap and mirror are clamp), and the border's colour for floats and for normalized bytes.

#include "../textures.h"

const int n = 64;

__global__ void read_1d(cudaTextureObject_t texture, float first, float step, float *out)
{
    out[threadIdx.x] = tex1D<float>(texture, first + threadIdx.x * step);
}

__global__ void read_2d(cudaTextureObject_t texture, float step, float4 *out)
{
    out[threadIdx.x] = tex2D<float4>(texture, -1 + threadIdx.x % 8 * step, -1 + threadIdx.x / 8 * step);
}

int main()
{
    const float texels[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    cudaArray_t array = array_of(texels, 8);
    results<float> got(n);
    for (int normalized = 1; normalized >= 0; normalized--)
        for (int filter = 0; filter < 2; filter++)
            for (int mode = 0; mode < 4; mode++) {
                cudaTextureDesc description =
                    reading((cudaTextureAddressMode)mode, (cudaTextureFilterMode)filter, normalized);
                description.addressMode[1] = cudaAddressModeClamp; // else its border shows, too
                description.borderColor[0] = -1.5f;
                cudaTextureObject_t texture = texture_of(resource_of(array), description);
                read_1d<<<1, n>>>(texture, normalized ? -2.f : -16.f, normalized ? 1 / 16.f : 0.5f, got.device);
                char what[64];
                snprintf(what, sizeof what, "%s, %s, %s", names[mode], filter ? "linear" : "point",
                         normalized ? "normalized" : "not normalized");
                print_row(what, got.fetch(), n);
                HANDLE_ERROR(cudaDestroyTextureObject(texture));
            }
    HANDLE_ERROR(cudaFreeArray(array));

    const uchar4 colours[] = {{255, 0, 0, 51}, {0, 255, 0, 102}, {0, 0, 255, 153}, {255, 255, 0, 204}};
    array = array_of(colours, 2, 2);
    cudaTextureDesc description =
        reading(cudaAddressModeBorder, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    const float border[4] = {0.2f, 2, -1, 1}; // which becomes 8 bits, too
    memcpy(description.borderColor, border, sizeof border);
    cudaTextureObject_t texture = texture_of(resource_of(array), description);
    results<float4> plane(n);
    read_2d<<<1, n>>>(texture, 0.5f, plane.device);
    plane.fetch();
    for (int i = 0; i < n; i++)
        printf("(%.6g %.6g %.6g %.6g)%s", plane.host[i].x, plane.host[i].y, plane.host[i].z, plane.host[i].w,
               i % 8 < 7 ? " " : "\n");
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(array));
    return 0;
}
