// SPDX-License-Identifier: MIT
// The API functions of texture and surface objects.
#include <algorithm>
#include <map>

#include "../limits.h"
#include "../platform/source_line.h"
#include "../say/host_findings.h"
#include "../say/report.h"
#include "../settings.h"
#include "api.h"
#include "arrays.h"

namespace cpu_device
{
namespace
{
constexpr size_t most_linear_texels = 1 << 28;

// What a texture reads.
struct readable {
    texel_format format;
    std::vector<texel_grid> levels;
};

cudaError_t find_memory(void *pointer, const cudaChannelFormatDesc &description, readable &found)
{
    if (!format_of(description, found.format))
        return refuse(cudaErrorInvalidChannelDescriptor, "No texel has this format (desc).");
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const char *p = static_cast<const char *>(pointer), *first = nullptr;
    const allocation *a = m.find(p);
    if (a != nullptr && a->kind != memory_kind::heap && a->kind != memory_kind::array)
        first = a->first;
    auto symbol = m.symbols.upper_bound(p);
    if (symbol != m.symbols.begin() && p < std::prev(symbol)->first + std::prev(symbol)->second)
        first = std::prev(symbol)->first;
    if (first == nullptr)
        return refuse(cudaErrorInvalidValue, "This is no device memory (devPtr).");
    if ((p - first) % texture_alignment != 0)
        return refuse(cudaErrorInvalidValue, format("The memory must begin at a multiple of %zu bytes "
                                                    "(textureAlignment), and begins at byte %td of an allocation.",
                                                    texture_alignment, p - first));
    return cudaSuccess;
}

cudaError_t find_array_of(const void *array, readable &found, unsigned &flags)
{
    array_shape shape;
    std::string why;
    if (!find_array(array, shape, why))
        return refuse(cudaErrorInvalidResourceHandle, why);
    found.format = shape.format;
    found.levels = {shape.grid};
    flags = shape.flags;
    return cudaSuccess;
}

cudaError_t find_readable(const cudaResourceDesc &resource, readable &found)
{
    unsigned flags;
    switch (resource.resType) {
    case cudaResourceTypeArray: return find_array_of(resource.res.array.array, found, flags);
    case cudaResourceTypeMipmappedArray: {
        std::vector<array_shape> levels;
        std::string why;
        if (!find_mipmapped_array(resource.res.mipmap.mipmap, levels, why))
            return refuse(cudaErrorInvalidResourceHandle, why);
        found.format = levels[0].format;
        for (const array_shape &level : levels)
            found.levels.push_back(level.grid);
        return cudaSuccess;
    }
    case cudaResourceTypeLinear: {
        const auto &r = resource.res.linear;
        if (cudaError_t error = find_memory(r.devPtr, r.desc, found))
            return error;
        const size_t texels = std::min<size_t>(r.sizeInBytes / found.format.size(), most_linear_texels);
        found.levels = {{static_cast<const char *>(r.devPtr), (unsigned)texels, 1, 1, r.sizeInBytes, r.sizeInBytes}};
        return cudaSuccess;
    }
    case cudaResourceTypePitch2D: {
        const auto &r = resource.res.pitch2D;
        if (cudaError_t error = find_memory(r.devPtr, r.desc, found))
            return error;
        if (r.pitchInBytes % texture_pitch_alignment != 0 || r.pitchInBytes == 0)
            return refuse(cudaErrorInvalidValue,
                          format("The pitch is %zu bytes, and must be a multiple of %zu (texturePitchAlignment).",
                                 r.pitchInBytes, texture_pitch_alignment));
        if (r.width == 0 || r.height == 0)
            return refuse(cudaErrorInvalidValue, "The width or the height is 0.");
        found.levels = {{static_cast<const char *>(r.devPtr), (unsigned)r.width, (unsigned)r.height, 1, r.pitchInBytes,
                         r.pitchInBytes * r.height}};
        return cudaSuccess;
    }
    }
    return refuse(cudaErrorInvalidValue, format("There is no cudaResourceType %d.", (int)resource.resType));
}

cudaError_t check_reading(const cudaResourceDesc &resource, const cudaTextureDesc &how, const texel_format &format)
{
    const bool is_float = format.kind == cudaChannelFormatKindFloat;
    const bool normalized = how.readMode == cudaReadModeNormalizedFloat;
    if ((unsigned)how.filterMode > cudaFilterModeLinear || (unsigned)how.mipmapFilterMode > cudaFilterModeLinear ||
        (unsigned)how.readMode > cudaReadModeNormalizedFloat ||
        std::any_of(how.addressMode, how.addressMode + 3, [](unsigned mode) { return mode > cudaAddressModeBorder; }))
        return refuse(cudaErrorInvalidValue,
                      "A mode in the texture's description is invalid. Is it set to zeros first, as "
                      "in cudaTextureDesc description = {}?");
    if (how.filterMode == cudaFilterModeLinear && resource.resType != cudaResourceTypeLinear && !is_float &&
        (!normalized || format.bits == 32))
        return refuse(cudaErrorInvalidFilterSetting, "Linear filters are for floats, or for integers of 8 or 16 bits "
                                                     "that are read with cudaReadModeNormalizedFloat.");
    if (normalized && (is_float || format.bits == 32))
        return refuse(cudaErrorInvalidNormSetting,
                      "cudaReadModeNormalizedFloat is for integers of 8 or 16 bits; floats are read with "
                      "cudaReadModeElementType.");
    return cudaSuccess;
}

cudaError_t add(unsigned long long *handle, bool surface, const cudaResourceDesc &resource, const cudaTextureDesc &how,
                readable &&found, const void *caller)
{
    texture_object *made = add_object(caller);
    if (made == nullptr)
        return refuse(cudaErrorMemoryAllocation, "There are too many texture and surface objects.");
    made->surface = surface;
    made->device = current_device;
    made->resource = resource;
    made->how = how;
    made->format = found.format;
    made->levels = std::move(found.levels);
    *handle = made->handle;
    return cudaSuccess;
}

const char *name_of(bool surface)
{
    return surface ? "surface" : "texture";
}

// A GPU accepts every handle. Waits for launched kernels, which may use the object; CUDA does not promise that.
cudaError_t destroy(uint64_t handle, bool surface, const void *caller)
{
    if (cudaError_t error = wait_unnoticed())
        return remember(error);
    if (handle == 0)
        return cudaSuccess;
    texture_object *found = find_object(handle);
    if (found != nullptr && found->surface == surface && found->destroyed_at == nullptr) {
        found->destroyed_at = caller;
        return cudaSuccess;
    }
    if (!setting.check)
        return cudaSuccess;
    const bool twice = found != nullptr && found->surface == surface;
    const source_position at = reported_place(caller);
    report(twice ? destroyed_twice(surface, at, at_line(found->made_at), at_line(found->destroyed_at))
                 : destroyed_wrongly(surface, at, found != nullptr));
    return cudaSuccess;
}

// Null: it does not exist.
const texture_object *existing(uint64_t handle, bool surface)
{
    const texture_object *found = find_object(handle);
    return found != nullptr && found->surface == surface && found->destroyed_at == nullptr ? found : nullptr;
}
} // namespace

void report_object_leaks()
{
    std::map<std::pair<bool, std::string>, std::vector<const texture_object *>> leaks; // by kind and line
    for (const texture_object *o : live_objects())
        leaks[{o->surface, at_line(o->made_at)}].push_back(o);
    for (const auto &[of, objects] : leaks) {
        const auto &[surface, line] = of;
        report_leak(leaked_objects(surface, objects.size(), line, reported_place(objects[0]->made_at)));
    }
}

void destroy_all_objects(int device)
{
    for (const texture_object *o : live_objects())
        if (o->device == device)
            const_cast<texture_object *>(o)->destroyed_at = CALLER;
}
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *description, const cudaResourceViewDesc *view)
{
    RETURN_IF_REFUSED();
    if (texture == nullptr || resource == nullptr)
        return remember(cudaErrorInvalidValue);
    if (view != nullptr)
        return refuse(cudaErrorNotSupported, "The CPU device has no views of resources: pass NULL.");
    readable found;
    if (cudaError_t error = find_readable(*resource, found))
        return error;
    if (description == nullptr)
        return refuse(cudaErrorInvalidResourceHandle, "A null pointer where the texture's description should be.");
    if (cudaError_t error = check_reading(*resource, *description, found.format))
        return error;
    return add(texture, false, *resource, *description, std::move(found), CALLER);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    RETURN_IF_REFUSED();
    return destroy(texture, false, CALLER);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t texture)
{
    RETURN_IF_REFUSED();
    const texture_object *found = existing(texture, false);
    if (found == nullptr || resource == nullptr)
        return refuse(cudaErrorInvalidValue, "There is no such texture object.");
    *resource = found->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *description, cudaTextureObject_t texture)
{
    RETURN_IF_REFUSED();
    const texture_object *found = existing(texture, false);
    if (found == nullptr || description == nullptr)
        return refuse(cudaErrorInvalidValue, "There is no such texture object.");
    *description = found->how;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource)
{
    RETURN_IF_REFUSED();
    if (surface == nullptr || resource == nullptr)
        return remember(cudaErrorInvalidValue);
    if (resource->resType != cudaResourceTypeArray)
        return refuse(cudaErrorInvalidValue, "A surface is of an array (cudaResourceTypeArray).");
    readable found;
    unsigned flags;
    if (cudaError_t error = find_array_of(resource->res.array.array, found, flags))
        return error;
    if (!(flags & cudaArraySurfaceLoadStore) && setting.check) {
        const source_position at = reported_place(CALLER);
        report_once("surface:" + at.text(), lacks_surface_flag(at, describe_address(found.levels[0].first)));
    }
    return add(surface, true, *resource, {}, std::move(found), CALLER);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    RETURN_IF_REFUSED();
    return destroy(surface, true, CALLER);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, cudaSurfaceObject_t surface)
{
    RETURN_IF_REFUSED();
    const texture_object *found = existing(surface, true);
    if (found == nullptr || resource == nullptr)
        return refuse(cudaErrorInvalidValue, "There is no such surface object.");
    *resource = found->resource;
    return cudaSuccess;
}
