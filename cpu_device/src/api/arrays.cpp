// SPDX-License-Identifier: MIT
// The API functions of arrays, which textures and surfaces read, and the copies from and to them.
#include "arrays.h"

#include <algorithm>
#include <map>

#include "../say/report.h"
#include "api.h"

namespace cpu_device
{
namespace
{
std::mutex mutex;
std::map<const void *, array_shape> arrays;
std::map<const void *, std::vector<array_shape>> mipmapped_arrays;

template <class Found> bool find(const std::map<const void *, Found> &all, const void *array, Found &found)
{
    std::lock_guard<std::mutex> lock(mutex);
    auto one = all.find(array);
    if (one == all.end())
        return false;
    found = one->second;
    return true;
}

std::string what_there_is(const void *array)
{
    std::string place = array ? describe_address(array).text() : tr("a null pointer");
    return format("This is no array: it is %s.", place.empty() ? tr("host memory") : place.c_str());
}

bool is_within(const cudaExtent &e, size_t width, size_t height, size_t depth)
{
    return e.width <= width && e.height <= height && e.depth <= depth;
}

// By the limits of compute capability 9.0.
const char *why_no_extent(const cudaExtent &e, unsigned flags)
{
    const bool layered = flags & cudaArrayLayered, cubemap = flags & cudaArrayCubemap;
    if (e.width == 0)
        return "The width is 0.";
    if (layered && e.depth == 0)
        return "There are no layers: their number is the depth.";
    if (!layered && e.height == 0 && e.depth != 0)
        return "The height is 0, and the depth is not.";
    if (cubemap && (e.width != e.height || (layered ? e.depth % 6 != 0 : e.depth != 6)))
        return "A cubemap is six squares: width and height are equal, and the depth is 6, or 6 for each layer.";
    if ((flags & cudaArrayTextureGather) && (e.height == 0 || e.depth != 0))
        return "Gathering, cudaArrayTextureGather, is for two dimensions.";
    bool fits = layered || cubemap ? is_within(e, 32768, 32768, 2048)
                : e.depth != 0     ? is_within(e, 16384, 16384, 16384)
                                   : is_within(e, 131072, 65536, 0);
    return fits ? nullptr : "It is larger than a GPU allows.";
}

array_shape shape_of(const cudaChannelFormatDesc &description, const texel_format &format, const cudaExtent &extent,
                     unsigned flags, bool is_level)
{
    texel_grid grid = {
        nullptr, (unsigned)extent.width, std::max(1u, (unsigned)extent.height), std::max(1u, (unsigned)extent.depth), 0,
        0};
    grid.pitch = grid.width * format.size();
    grid.slice = grid.pitch * grid.height;
    return {description, format, extent, flags, grid, is_level};
}

// The shapes of the levels, which lie one after the other; `size`: bytes of all of them.
cudaError_t lay_out(const cudaChannelFormatDesc *description, cudaExtent extent, unsigned levels, unsigned flags,
                    bool is_mipmapped, std::vector<array_shape> &shapes, size_t &size)
{
    texel_format texel;
    if (description == nullptr)
        return refuse(cudaErrorInvalidValue, "A null pointer where the format should be.");
    if (!format_of(*description, texel))
        return refuse(
            cudaErrorInvalidChannelDescriptor,
            format("No texel has this format: %d, %d, %d and %d bits. There are one, two or four channels, of 8, "
                   "16 or 32 bits each.",
                   description->x, description->y, description->z, description->w));
    if (const char *why = why_no_extent(extent, flags))
        return refuse(cudaErrorInvalidValue, why);
    const bool in_depth = !(flags & (cudaArrayLayered | cudaArrayCubemap));
    size = 0;
    const size_t longest = std::max({extent.width, extent.height, in_depth ? extent.depth : 0});
    for (unsigned level = 0; level < std::max(1u, levels) && longest >> level != 0; ++level) {
        auto part = [=](size_t whole) { return whole == 0 ? 0 : std::max<size_t>(1, whole >> level); };
        cudaExtent e = {part(extent.width), part(extent.height), in_depth ? part(extent.depth) : extent.depth};
        shapes.push_back(shape_of(*description, texel, e, flags, is_mipmapped));
        shapes.back().grid.first = reinterpret_cast<const char *>(size); // an offset, as yet
        size += (shapes.back().grid.slice * shapes.back().grid.depth + 255) / 256 * 256;
    }
    if (!is_mipmapped)
        size = shapes[0].grid.slice * shapes[0].grid.depth;
    return cudaSuccess;
}

cudaError_t allocate_levels(void **array, const cudaChannelFormatDesc *description, const cudaExtent &extent,
                            unsigned levels, unsigned flags, bool is_mipmapped, const void *caller)
{
    if (array == nullptr)
        return refuse(cudaErrorInvalidValue, "A null pointer where the address of an array should be, as &array.");
    std::vector<array_shape> shapes;
    size_t size = 0;
    if (cudaError_t error = lay_out(description, extent, levels, flags, is_mipmapped, shapes, size))
        return error;
    if (cudaError_t error = allocate(array, size, memory_kind::array, caller))
        return error;
    std::lock_guard<std::mutex> lock(mutex);
    for (array_shape &s : shapes) {
        s.grid.first = static_cast<const char *>(*array) + reinterpret_cast<size_t>(s.grid.first);
        arrays[s.grid.first] = s;
    }
    if (is_mipmapped)
        mipmapped_arrays[*array] = std::move(shapes);
    return cudaSuccess;
}

// One end of a copy: x in bytes.
struct array_end {
    cudaError_t error;
    copy_end end;
    array_shape shape;
};

array_end end_in(const void *array, size_t x, size_t y, size_t z, const box &b)
{
    array_end end = {};
    std::string why;
    if (!find_array(array, end.shape, why)) {
        end.error = refuse(array ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle, why);
        return end;
    }
    const texel_grid &grid = end.shape.grid;
    auto fits = [](size_t from, size_t count, size_t size) { return from <= size && count <= size - from; };
    if (!fits(x, b.width, grid.pitch) || !fits(y, b.height, grid.height) || !fits(z, b.depth, grid.depth)) {
        end.error = refuse(cudaErrorInvalidValue,
                           format("These are %zu bytes from byte %zu of a row, %zu rows from row %zu, %zu slices from "
                                  "slice %zu; the array has rows of %zu bytes, %u of them, and %u slices.",
                                  b.width, x, b.height, y, b.depth, z, grid.pitch, grid.height, grid.depth));
        return end;
    }
    end.end = {const_cast<char *>(grid.first) + z * grid.slice + y * grid.pitch + x, grid.pitch, grid.slice, true};
    return end;
}

cudaError_t copy_2d(bool to_array, const void *array, size_t x, size_t y, const copy_end &other, const box &b,
                    cudaMemcpyKind kind, cudaStream_t stream, bool wait, const copy_call &call)
{
    if (kind == cudaMemcpyHostToHost || kind == (to_array ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return refuse(cudaErrorInvalidMemcpyDirection,
                      format("The direction is wrong: the %s is an array.", tr(to_array ? "destination" : "source")));
    if (b.width > other.pitch)
        return refuse(cudaErrorInvalidPitchValue,
                      format("A row of %zu bytes is longer than its pitch, %zu.", b.width, other.pitch));
    array_end end = end_in(array, x, y, 0, b);
    if (end.error)
        return end.error;
    return to_array ? copy(end.end, other, b, kind, stream, wait, call)
                    : copy(other, end.end, b, kind, stream, wait, call);
}

// `count` bytes in an array, row after row.
cudaError_t copy_1d(bool to_array, const void *array, size_t x, size_t y, const void *other, size_t count,
                    cudaMemcpyKind kind, cudaStream_t stream, bool wait, const copy_call &call)
{
    array_shape shape;
    std::string why;
    if (!find_array(array, shape, why))
        return refuse(array ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle, why);
    const size_t begin = y * shape.grid.pitch + x;
    if (begin > shape.grid.slice || count > shape.grid.slice - begin)
        return refuse(cudaErrorInvalidValue, format("These are %zu bytes from byte %zu, and the array has %zu.", count,
                                                    begin, shape.grid.slice));
    const copy_end of_array = {const_cast<char *>(shape.grid.first) + begin, count, 0, true};
    if (kind == cudaMemcpyHostToHost || kind == (to_array ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return refuse(cudaErrorInvalidMemcpyDirection,
                      format("The direction is wrong: the %s is an array.", tr(to_array ? "destination" : "source")));
    return to_array ? copy(of_array, linear(other, count), {count, 1, 1}, kind, stream, wait, call)
                    : copy(linear(other, count), of_array, {count, 1, 1}, kind, stream, wait, call);
}

cudaError_t copy_3d(const cudaMemcpy3DParms *p, cudaStream_t stream, bool wait, const copy_call &call)
{
    if (p == nullptr)
        return remember(cudaErrorInvalidValue);
    for (bool to : {true, false})
        if ((to ? p->dstArray : p->srcArray) != nullptr && (to ? p->dstPtr : p->srcPtr).ptr != nullptr)
            return refuse(cudaErrorInvalidValue, format("The %s is an array and a pointer: set one of them.",
                                                        tr(to ? "destination" : "source")));
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0)
        return cudaSuccess;
    // Widths and positions are in texels where an array takes part, also positions in other memory; else in bytes.
    size_t texel = 1;
    for (const void *array : {p->srcArray, p->dstArray}) {
        array_shape shape;
        std::string why;
        if (array != nullptr && !find_array(array, shape, why))
            return refuse(cudaErrorInvalidValue, why);
        if (array != nullptr && texel != 1 && texel != shape.format.size())
            return refuse(cudaErrorInvalidValue, "The texels of the two arrays have different sizes.");
        if (array != nullptr)
            texel = shape.format.size();
    }
    const box b = {p->extent.width * texel, p->extent.height, p->extent.depth};
    auto end_of = [&](const void *array, const cudaPos &at, const cudaPitchedPtr &pointer) -> array_end {
        if (array != nullptr)
            return end_in(array, at.x * texel, at.y, at.z, b);
        if (b.depth > 1 && pointer.ysize < b.height)
            return {
                refuse(cudaErrorInvalidValue, "A slice has more rows than the pitched pointer says (ysize)."), {}, {}};
        return {cudaSuccess, pitched(pointer, {at.x * texel, at.y, at.z}), {}};
    };
    array_end to = end_of(p->dstArray, p->dstPos, p->dstPtr);
    array_end from = to.error ? to : end_of(p->srcArray, p->srcPos, p->srcPtr);
    return from.error ? from.error : copy(to.end, from.end, b, p->kind, stream, wait, call);
}
} // namespace

bool find_array(const void *array, array_shape &shape, std::string &why)
{
    if (find(arrays, array, shape))
        return true;
    why = what_there_is(array);
    return false;
}

bool find_mipmapped_array(const void *array, std::vector<array_shape> &levels, std::string &why)
{
    if (find(mipmapped_arrays, array, levels))
        return true;
    why = what_there_is(array);
    return false;
}

cudaError_t make_array(void **array, const cudaChannelFormatDesc &format, size_t width, size_t height, unsigned flags,
                       const void *caller)
{
    return allocate_levels(array, &format, {width, height, 0}, 1, flags, false, caller);
}

void forget_array(const void *array)
{
    std::lock_guard<std::mutex> lock(mutex);
    arrays.erase(array);
}

void forget_arrays(int device)
{
    std::lock_guard<std::mutex> lock(mutex);
    auto forget = [=](auto &all) {
        for (auto one = all.begin(); one != all.end();)
            one = place_of(one->first, 0).device == device ? all.erase(one) : std::next(one);
    };
    forget(arrays);
    forget(mipmapped_arrays);
}
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned int flags)
{
    RETURN_IF_REFUSED();
    return allocate_levels(reinterpret_cast<void **>(array), format, {width, height, 0}, 1, flags, false, CALLER);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned int flags)
{
    RETURN_IF_REFUSED();
    return allocate_levels(reinterpret_cast<void **>(array), format, extent, 1, flags, false, CALLER);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const cudaChannelFormatDesc *format,
                                     cudaExtent extent, unsigned int levels, unsigned int flags)
{
    RETURN_IF_REFUSED();
    return allocate_levels(reinterpret_cast<void **>(array), format, extent, levels, flags, true, CALLER);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned int number)
{
    RETURN_IF_REFUSED();
    std::vector<array_shape> levels;
    std::string why;
    if (level == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!find_mipmapped_array(array, levels, why))
        return refuse(cudaErrorInvalidValue, why);
    if (number >= levels.size())
        return refuse(cudaErrorInvalidValue, format("There are %zu levels.", levels.size()));
    *level = reinterpret_cast<cudaArray_t>(const_cast<char *>(levels[number].grid.first));
    return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = wait_for_users(array))
        return remember(error);
    {
        std::lock_guard<std::mutex> lock(mutex);
        auto found = arrays.find(array);
        if (found != arrays.end() && found->second.is_level)
            return refuse(cudaErrorInvalidValue,
                          "This is a level of a mipmapped array: cudaFreeMipmappedArray() frees all.");
        if (found != arrays.end())
            arrays.erase(found);
    }
    return release(array, freed_by::cudaFreeArray, CALLER);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    RETURN_IF_REFUSED();
    if (cudaError_t error = wait_for_users(array))
        return remember(error);
    {
        std::lock_guard<std::mutex> lock(mutex);
        auto found = mipmapped_arrays.find(array);
        if (found != mipmapped_arrays.end()) {
            for (const array_shape &level : found->second)
                arrays.erase(level.grid.first);
            mipmapped_arrays.erase(found);
        }
    }
    return release(array, freed_by::cudaFreeArray, CALLER);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned int *flags, cudaArray_t array)
{
    RETURN_IF_REFUSED();
    array_shape shape;
    std::string why;
    if (!find_array(array, shape, why))
        return refuse(cudaErrorInvalidValue, why);
    if (format != nullptr)
        *format = shape.description;
    if (extent != nullptr)
        *extent = shape.extent;
    if (flags != nullptr)
        *flags = shape.flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    RETURN_IF_REFUSED();
    array_shape shape;
    std::string why;
    if (format == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!find_array(array, shape, why))
        return refuse(cudaErrorInvalidValue, why);
    *format = shape.description;
    return cudaSuccess;
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return {x, y, z, w, kind};
}

// --- copies ---

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy_2d(true, to, x, y, linear(from, from_pitch), {width, height, 1}, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy_2d(true, to, x, y, linear(from, from_pitch), {width, height, 1}, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy_2d(false, from, x, y, linear(to, to_pitch), {width, height, 1}, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy_2d(false, from, x, y, linear(to, to_pitch), {width, height, 1}, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    const box b = {width, height, 1};
    array_end origin = end_in(from, from_x, from_y, 0, b);
    return origin.error ? origin.error : copy_2d(true, to, to_x, to_y, origin.end, b, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy_1d(true, to, x, y, from, count, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count, cudaMemcpyKind kind)
{
    RETURN_IF_REFUSED();
    return copy_1d(false, from, x, y, to, count, kind, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy_1d(true, to, x, y, from, count, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy_1d(false, from, x, y, to, count, kind, stream, false, THIS_CALL);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters)
{
    RETURN_IF_REFUSED();
    return copy_3d(parameters, nullptr, true, THIS_CALL);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    return copy_3d(parameters, stream, false, THIS_CALL);
}
