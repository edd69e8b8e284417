// SPDX-License-Identifier: MIT
// The driver API: arrays, textures and surfaces, by the functions of the runtime API.
#include <algorithm>

#include "driver.h"

using namespace cpu_device;

namespace
{
// A format with no bits: there is no such.
cudaChannelFormatDesc channels_of(CUarray_format format, unsigned channels)
{
    int bits = 0;
    cudaChannelFormatKind kind = cudaChannelFormatKindNone;
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: bits = 8, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_UNSIGNED_INT16: bits = 16, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_UNSIGNED_INT32: bits = 32, kind = cudaChannelFormatKindUnsigned; break;
    case CU_AD_FORMAT_SIGNED_INT8: bits = 8, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT16: bits = 16, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT32: bits = 32, kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_HALF: bits = 16, kind = cudaChannelFormatKindFloat; break;
    case CU_AD_FORMAT_FLOAT: bits = 32, kind = cudaChannelFormatKindFloat; break;
    }
    if (channels != 1 && channels != 2 && channels != 4)
        bits = 0;
    return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 2 ? bits : 0, kind};
}

CUarray_format format_of(const cudaChannelFormatDesc &c)
{
    if (c.f == cudaChannelFormatKindFloat)
        return c.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    if (c.f == cudaChannelFormatKindSigned)
        return c.x == 8 ? CU_AD_FORMAT_SIGNED_INT8 : c.x == 16 ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_SIGNED_INT32;
    return c.x == 8    ? CU_AD_FORMAT_UNSIGNED_INT8
           : c.x == 16 ? CU_AD_FORMAT_UNSIGNED_INT16
                       : CU_AD_FORMAT_UNSIGNED_INT32;
}

CUresult create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR &descriptor)
{
    const cudaChannelFormatDesc channels = channels_of(descriptor.Format, descriptor.NumChannels);
    if (channels.x == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "A format that the CPU device does not have, or other than 1, 2 "
                                                       "or 4 channels.");
    return result(
        cudaMalloc3DArray(array, &channels, {descriptor.Width, descriptor.Height, descriptor.Depth}, descriptor.Flags));
}

CUresult describe(CUarray array, CUDA_ARRAY3D_DESCRIPTOR &descriptor)
{
    cudaChannelFormatDesc c;
    cudaExtent extent;
    unsigned flags;
    if (cudaError_t error = cudaArrayGetInfo(&c, &extent, &flags, array))
        return result(error);
    descriptor = {extent.width, extent.height, extent.depth, format_of(c), c.w > 0 ? 4u : c.y > 0 ? 2u : 1u, flags};
    return CUDA_SUCCESS;
}

size_t element_of(CUarray array)
{
    cudaChannelFormatDesc c;
    return array == nullptr || cudaArrayGetInfo(&c, nullptr, nullptr, array) != cudaSuccess
               ? 1
               : (size_t)(c.x + c.y + c.z + c.w) / 8;
}

// One end of a copy; its row begins at byte x.
struct end {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch, height, x, y, z;
};

// False: the end is none.
bool take(const end &e, size_t element, cudaArray_t &array, cudaPitchedPtr &pointer, cudaPos &position)
{
    position = {e.type == CU_MEMORYTYPE_ARRAY ? e.x / element : 0, e.y, e.z};
    array = nullptr;
    switch (e.type) {
    case CU_MEMORYTYPE_HOST: pointer.ptr = static_cast<char *>(const_cast<void *>(e.host)) + e.x; break;
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED: pointer.ptr = at<char>(e.device) + e.x; break;
    case CU_MEMORYTYPE_ARRAY: array = e.array; return e.array != nullptr;
    default: return false;
    }
    pointer.pitch = e.pitch;
    pointer.xsize = e.pitch;
    pointer.ysize = e.height;
    return true;
}

CUresult copy_between(const end &from, const end &to, size_t width, size_t height, size_t depth, CUstream stream,
                      bool wait)
{
    cudaMemcpy3DParms copy = {};
    const bool arrays = from.type == CU_MEMORYTYPE_ARRAY || to.type == CU_MEMORYTYPE_ARRAY;
    const size_t element = element_of(from.type == CU_MEMORYTYPE_ARRAY ? from.array
                                      : to.type == CU_MEMORYTYPE_ARRAY ? to.array
                                                                       : nullptr);
    if (!take(from, element, copy.srcArray, copy.srcPtr, copy.srcPos) ||
        !take(to, element, copy.dstArray, copy.dstPtr, copy.dstPos))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "An end of the copy is of no type, or a null pointer.");
    if (width % element != 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The width is no multiple of the array's elements.");
    for (cudaPitchedPtr *p : {&copy.srcPtr, &copy.dstPtr}) // a pitch of 0: the rows lie together
        p->pitch = p->pitch == 0 ? width : p->pitch;
    copy.extent = {arrays ? width / element : width, height, depth};
    copy.kind = cudaMemcpyDefault;
    return result(wait ? cudaMemcpy3D(&copy) : cudaMemcpy3DAsync(&copy, stream));
}

CUresult copy_2d(const CUDA_MEMCPY2D *c, CUstream stream, bool wait)
{
    if (c == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    return copy_between(
        {c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray, c->srcPitch, c->Height, c->srcXInBytes, c->srcY, 0},
        {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstPitch, c->Height, c->dstXInBytes, c->dstY, 0},
        c->WidthInBytes, c->Height, 1, stream, wait);
}

CUresult copy_3d(const CUDA_MEMCPY3D *c, CUstream stream, bool wait)
{
    if (c == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    return copy_between({c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray, c->srcPitch, c->srcHeight,
                         c->srcXInBytes, c->srcY, c->srcZ},
                        {c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray, c->dstPitch, c->dstHeight,
                         c->dstXInBytes, c->dstY, c->dstZ},
                        c->WidthInBytes, c->Height, c->Depth, stream, wait);
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC &r)
{
    cudaResourceDesc made = {};
    switch (r.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        made.resType = cudaResourceTypeArray;
        made.res.array.array = r.res.array.hArray;
        break;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        made.resType = cudaResourceTypeMipmappedArray;
        made.res.mipmap.mipmap = r.res.mipmap.hMipmappedArray;
        break;
    case CU_RESOURCE_TYPE_LINEAR:
        made.resType = cudaResourceTypeLinear;
        made.res.linear = {at<void>(r.res.linear.devPtr), channels_of(r.res.linear.format, r.res.linear.numChannels),
                           r.res.linear.sizeInBytes};
        break;
    case CU_RESOURCE_TYPE_PITCH2D:
        made.resType = cudaResourceTypePitch2D;
        made.res.pitch2D = {at<void>(r.res.pitch2D.devPtr),
                            channels_of(r.res.pitch2D.format, r.res.pitch2D.numChannels), r.res.pitch2D.width,
                            r.res.pitch2D.height, r.res.pitch2D.pitchInBytes};
        break;
    }
    return made;
}

// What a texture's elements are.
CUarray_format elements_of(const CUDA_RESOURCE_DESC &r)
{
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {};
    CUarray array = r.res.array.hArray;
    switch (r.resType) {
    case CU_RESOURCE_TYPE_LINEAR: return r.res.linear.format;
    case CU_RESOURCE_TYPE_PITCH2D: return r.res.pitch2D.format;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        if (cudaGetMipmappedArrayLevel(&array, r.res.mipmap.hMipmappedArray, 0) != cudaSuccess)
            return CU_AD_FORMAT_FLOAT;
        break;
    case CU_RESOURCE_TYPE_ARRAY: break;
    }
    return describe(array, descriptor) == CUDA_SUCCESS ? descriptor.Format : CU_AD_FORMAT_FLOAT;
}

// Integers of 8 and 16 bits become numbers from 0 or -1 to 1, unless the flag says otherwise; others are as they are.
cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC &t, CUarray_format elements)
{
    cudaTextureDesc made = {};
    for (int i = 0; i < 3; ++i)
        made.addressMode[i] = (cudaTextureAddressMode)t.addressMode[i];
    made.filterMode = (cudaTextureFilterMode)t.filterMode;
    const bool short_integers = elements == CU_AD_FORMAT_UNSIGNED_INT8 || elements == CU_AD_FORMAT_UNSIGNED_INT16 ||
                                elements == CU_AD_FORMAT_SIGNED_INT8 || elements == CU_AD_FORMAT_SIGNED_INT16;
    made.readMode =
        short_integers && !(t.flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    made.sRGB = (t.flags & CU_TRSF_SRGB) != 0;
    std::copy(t.borderColor, t.borderColor + 4, made.borderColor);
    made.normalizedCoords = (t.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    made.maxAnisotropy = t.maxAnisotropy;
    made.mipmapFilterMode = (cudaTextureFilterMode)t.mipmapFilterMode;
    made.mipmapLevelBias = t.mipmapLevelBias;
    made.minMipmapLevelClamp = t.minMipmapLevelClamp;
    made.maxMipmapLevelClamp = t.maxMipmapLevelClamp;
    made.disableTrilinearOptimization = (t.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    made.seamlessCubemap = (t.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    return made;
}
} // namespace

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor)
{
    ENTER_IN_CONTEXT();
    if (array == nullptr || descriptor == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    return create(array, {descriptor->Width, descriptor->Height, 0, descriptor->Format, descriptor->NumChannels,
                          CUDA_ARRAY3D_SURFACE_LDST});
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    ENTER_IN_CONTEXT();
    return array == nullptr || descriptor == nullptr ? CUDA_ERROR_INVALID_VALUE : create(array, *descriptor);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array)
{
    ENTER_IN_CONTEXT();
    CUDA_ARRAY3D_DESCRIPTOR all;
    if (descriptor == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = describe(array, all))
        return error;
    *descriptor = {all.Width, all.Height, all.Format, all.NumChannels};
    return CUDA_SUCCESS;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array)
{
    ENTER_IN_CONTEXT();
    return descriptor == nullptr ? CUDA_ERROR_INVALID_VALUE : describe(array, *descriptor);
}

CUresult cuArrayDestroy(CUarray array)
{
    ENTER_IN_CONTEXT();
    return result(cudaFreeArray(array));
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy)
{
    ENTER_IN_CONTEXT();
    return copy_2d(copy, nullptr, true);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy)
{
    ENTER_IN_CONTEXT();
    return copy_2d(copy, nullptr, true);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return copy_2d(copy, stream, false);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy)
{
    ENTER_IN_CONTEXT();
    return copy_3d(copy, nullptr, true);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return copy_3d(copy, stream, false);
}

CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t size)
{
    ENTER_IN_CONTEXT();
    return copy_between({CU_MEMORYTYPE_HOST, from, 0, nullptr, size, 1, 0, 0, 0},
                        {CU_MEMORYTYPE_ARRAY, nullptr, 0, to, 0, 1, offset, 0, 0}, size, 1, 1, nullptr, true);
}

CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t size)
{
    ENTER_IN_CONTEXT();
    return copy_between({CU_MEMORYTYPE_ARRAY, nullptr, 0, from, 0, 1, offset, 0, 0},
                        {CU_MEMORYTYPE_HOST, to, 0, nullptr, size, 1, 0, 0, 0}, size, 1, 1, nullptr, true);
}

CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t size)
{
    ENTER_IN_CONTEXT();
    return copy_between({CU_MEMORYTYPE_DEVICE, nullptr, from, nullptr, size, 1, 0, 0, 0},
                        {CU_MEMORYTYPE_ARRAY, nullptr, 0, to, 0, 1, offset, 0, 0}, size, 1, 1, nullptr, true);
}

CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t size)
{
    ENTER_IN_CONTEXT();
    return copy_between({CU_MEMORYTYPE_ARRAY, nullptr, 0, from, 0, 1, offset, 0, 0},
                        {CU_MEMORYTYPE_DEVICE, nullptr, to, nullptr, size, 1, 0, 0, 0}, size, 1, 1, nullptr, true);
}

CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *how,
                           const CUDA_RESOURCE_VIEW_DESC *view)
{
    ENTER_IN_CONTEXT();
    if (texture == nullptr || resource == nullptr || how == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (view != nullptr)
        return refuse_driver(CUDA_ERROR_NOT_SUPPORTED, "The CPU device has no views of resources: pass NULL.");
    const cudaResourceDesc from = resource_of(*resource);
    const cudaTextureDesc made = texture_of(*how, elements_of(*resource));
    return result(cudaCreateTextureObject(texture, &from, &made, nullptr));
}

CUresult cuTexObjectDestroy(CUtexObject texture)
{
    ENTER_IN_CONTEXT();
    return result(cudaDestroyTextureObject(texture));
}

CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource)
{
    ENTER_IN_CONTEXT();
    if (surface == nullptr || resource == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const cudaResourceDesc on = resource_of(*resource);
    return result(cudaCreateSurfaceObject(surface, &on));
}

CUresult cuSurfObjectDestroy(CUsurfObject surface)
{
    ENTER_IN_CONTEXT();
    return result(cudaDestroySurfaceObject(surface));
}
