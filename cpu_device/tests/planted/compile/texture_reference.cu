// SPDX-License-Identifier: MIT
// texture_reference.cu: a texture reference, which CUDA 12 removed.
// CPU exits 1
// CPU says texture_reference.cu:{reference}: error: CUDA 12 removed texture references: use cudaCreateTextureObject()
texture<float, 2, cudaReadModeElementType> image; // {reference}
__global__ void k(float *out)
{
    *out = tex2D(image, 1.5f, 2.5f);
}
int main()
{
    return 0;
}
