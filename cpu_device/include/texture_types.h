// SPDX-License-Identifier: MIT
// How textures are read. Names, numbers and meanings are those of CUDA 13.0.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __TEXTURE_TYPES_H__ // programs ask for this

// Beyond the first or last texel. Wrap and mirror need normalized coordinates; without, they are clamp.
enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3,
};

enum cudaTextureFilterMode {
    cudaFilterModePoint = 0,
    cudaFilterModeLinear = 1,
};

enum cudaTextureReadMode {
    cudaReadModeElementType = 0,
    cudaReadModeNormalizedFloat = 1, // integers of 8 or 16 bits become 0 to 1, or -1 to 1
};

// Anisotropy and the last two fields change nothing here: filters are isotropic, and end at the edge of a cubemap's
// face.
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB; // 8-bit texels become linear, but for the fourth channel
    float borderColor[4];
    int normalizedCoords; // 0 to 1 across the texture
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};

typedef unsigned long long cudaTextureObject_t;

#ifndef __cplusplus
typedef enum cudaTextureAddressMode cudaTextureAddressMode;
typedef enum cudaTextureFilterMode cudaTextureFilterMode;
typedef enum cudaTextureReadMode cudaTextureReadMode;
typedef struct cudaTextureDesc cudaTextureDesc;
#endif
