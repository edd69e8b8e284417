// SPDX-License-Identifier: MIT
// Buffers and images of OpenGL. While one is mapped, its content lies in memory of the device: it is copied there when
// it is mapped, and back when it is unmapped. Each mapping has an allocation of its own, so that an access through an
// older mapping is reported.
#include <cstring>
#include <dlfcn.h>
#include <set>

#include "../../src/api/api.h"
#include "../../src/api/arrays.h"
#include "../../src/check/host_copies.h"
#include "../../src/platform/source_line.h"
#include "../../src/say/report.h"

using namespace cpu_device;

struct cudaGraphicsResource {
    bool is_image;
    unsigned name, target, flags, map_flags = cudaGraphicsMapFlagsNone;
    // While it is mapped; null: it is not.
    void *memory = nullptr;
    size_t size = 0;                                        // bytes
    unsigned width = 0, height = 0, channels = 0, type = 0; // of an image; the type is that of a channel, for OpenGL
    bool integers = false;
    cudaChannelFormatDesc texel = {};

    bool reads() const // whether mapping copies its content
    {
        return ((flags | map_flags) & cudaGraphicsMapFlagsWriteDiscard) == 0;
    }
    bool writes() const
    {
        return ((flags | map_flags) & cudaGraphicsMapFlagsReadOnly) == 0;
    }
};

namespace
{
std::mutex resources_mutex;
std::set<cudaGraphicsResource *> &resources = *new std::set<cudaGraphicsResource *>;

// --- OpenGL, as the program has it ---

enum : unsigned {
    gl_array_buffer = 0x8892,
    gl_array_buffer_binding = 0x8894,
    gl_buffer_size = 0x8764,
    gl_pixel_pack_buffer = 0x88eb,
    gl_pixel_unpack_buffer = 0x88ec,
    gl_pixel_pack_buffer_binding = 0x88ed,
    gl_pixel_unpack_buffer_binding = 0x88ef,
    gl_texture_2d = 0x0de1,
    gl_texture_binding_2d = 0x8069,
    gl_texture_rectangle = 0x84f5,
    gl_texture_binding_rectangle = 0x84f6,
    gl_texture_width = 0x1000,
    gl_texture_height = 0x1001,
    gl_texture_internal_format = 0x1003,
    gl_version = 0x1f02,
    gl_byte = 0x1400,
    gl_unsigned_byte = 0x1401,
    gl_short = 0x1402,
    gl_unsigned_short = 0x1403,
    gl_int = 0x1404,
    gl_unsigned_int = 0x1405,
    gl_float = 0x1406,
    gl_red = 0x1903,
    gl_rgba = 0x1908,
    gl_rg = 0x8227,
    gl_rg_integer = 0x8228,
    gl_red_integer = 0x8d94,
    gl_rgba_integer = 0x8d99,
};
// Settings for rows in the host's memory without gaps. The values for packing; those for unpacking lie 16 before.
constexpr unsigned pack_places[] = {0x0d02, 0x0d03, 0x0d04, 0x0d05}; // row length, rows and pixels left out, alignment
constexpr int pack_values[] = {0, 0, 0, 1};
constexpr unsigned unpack_places[] = {0x0cf2, 0x0cf3, 0x0cf4, 0x0cf5};

struct open_gl {
    const unsigned char *(*get_string)(unsigned);
    void (*get_integer)(unsigned, int *);
    unsigned char (*is_buffer)(unsigned);
    void (*bind_buffer)(unsigned, unsigned);
    void (*get_buffer_parameter)(unsigned, unsigned, int *);
    void (*get_buffer)(unsigned, intptr_t, intptr_t, void *);
    void (*set_buffer)(unsigned, intptr_t, intptr_t, const void *);
    unsigned char (*is_texture)(unsigned);
    void (*bind_texture)(unsigned, unsigned);
    void (*get_texture_parameter)(unsigned, int, unsigned, int *);
    void (*get_texture)(unsigned, int, unsigned, unsigned, void *);
    void (*set_texture)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *);
    void (*pixel_store)(unsigned, int);
    bool complete = true;

    open_gl()
    {
        find(get_string, "glGetString");
        find(get_integer, "glGetIntegerv");
        find(is_buffer, "glIsBuffer");
        find(bind_buffer, "glBindBuffer");
        find(get_buffer_parameter, "glGetBufferParameteriv");
        find(get_buffer, "glGetBufferSubData");
        find(set_buffer, "glBufferSubData");
        find(is_texture, "glIsTexture");
        find(bind_texture, "glBindTexture");
        find(get_texture_parameter, "glGetTexLevelParameteriv");
        find(get_texture, "glGetTexImage");
        find(set_texture, "glTexSubImage2D");
        find(pixel_store, "glPixelStorei");
    }
    template <class Function> void find(Function *&function, const char *name)
    {
        using address_of = void *(*)(const char *);
        void *found = dlsym(RTLD_DEFAULT, name);
        for (const char *asked : {"glXGetProcAddressARB", "eglGetProcAddress"})
            if (auto ask = reinterpret_cast<address_of>(dlsym(RTLD_DEFAULT, asked)); found == nullptr && ask != nullptr)
                found = ask(name);
        function = reinterpret_cast<Function *>(found);
        complete &= found != nullptr;
    }
    int integer(unsigned name) const
    {
        int value = 0;
        get_integer(name, &value);
        return value;
    }
};

const open_gl &gl()
{
    static const open_gl only;
    return only;
}

// Whether OpenGL can be called here.
cudaError_t check_context()
{
    if (!gl().complete)
        return refuse(cudaErrorInvalidGraphicsContext, "The program has no OpenGL: link it with -lGL.");
    if (gl().get_string(gl_version) == nullptr)
        return refuse(cudaErrorInvalidGraphicsContext,
                      "No context of OpenGL is current in this thread: make the window first.");
    return cudaSuccess;
}

// Binds an object while this lives, and then the one that was bound before.
class bound
{
  public:
    bound(void (*bind)(unsigned, unsigned), unsigned target, unsigned binding, unsigned name)
        : bind_(bind), target_(target), before_(gl().integer(binding))
    {
        bind_(target_, name);
    }
    ~bound()
    {
        bind_(target_, (unsigned)before_);
    }
    bound(const bound &) = delete;

  private:
    void (*bind_)(unsigned, unsigned);
    unsigned target_;
    int before_;
};

struct bound_buffer : bound {
    explicit bound_buffer(unsigned name) : bound(gl().bind_buffer, gl_array_buffer, gl_array_buffer_binding, name) {}
};

// A texture; and rows in the host's memory, without gaps.
class bound_texture : bound
{
  public:
    explicit bound_texture(const cudaGraphicsResource &r)
        : bound(gl().bind_texture, r.target,
                r.target == gl_texture_2d ? gl_texture_binding_2d : gl_texture_binding_rectangle, r.name),
          pack_(gl().bind_buffer, gl_pixel_pack_buffer, gl_pixel_pack_buffer_binding, 0),
          unpack_(gl().bind_buffer, gl_pixel_unpack_buffer, gl_pixel_unpack_buffer_binding, 0)
    {
        for (int i = 0; i < 4; ++i) {
            before_[i] = gl().integer(pack_places[i]);
            before_[4 + i] = gl().integer(unpack_places[i]);
            gl().pixel_store(pack_places[i], pack_values[i]);
            gl().pixel_store(unpack_places[i], pack_values[i]);
        }
    }
    ~bound_texture()
    {
        for (int i = 0; i < 4; ++i) {
            gl().pixel_store(pack_places[i], before_[i]);
            gl().pixel_store(unpack_places[i], before_[4 + i]);
        }
    }

  private:
    bound pack_, unpack_;
    int before_[8];
};

// --- images ---

// The internal formats of OpenGL that texels can have: in each row those of one, two and four channels.
struct image_format {
    unsigned internal[3];
    unsigned bits;
    cudaChannelFormatKind kind;
    unsigned type;
    bool integers; // and not fractions of 1
};
constexpr image_format image_formats[] = {
    {{0x8229, 0x822b, 0x8058}, 8, cudaChannelFormatKindUnsigned, gl_unsigned_byte, false},   // GL_R8, ...
    {{0x822a, 0x822c, 0x805b}, 16, cudaChannelFormatKindUnsigned, gl_unsigned_short, false}, // GL_R16
    {{0x822e, 0x8230, 0x8814}, 32, cudaChannelFormatKindFloat, gl_float, false},             // GL_R32F
    {{0x8232, 0x8238, 0x8d7c}, 8, cudaChannelFormatKindUnsigned, gl_unsigned_byte, true},    // GL_R8UI
    {{0x8231, 0x8237, 0x8d8e}, 8, cudaChannelFormatKindSigned, gl_byte, true},               // GL_R8I
    {{0x8234, 0x823a, 0x8d76}, 16, cudaChannelFormatKindUnsigned, gl_unsigned_short, true},  // GL_R16UI
    {{0x8233, 0x8239, 0x8d88}, 16, cudaChannelFormatKindSigned, gl_short, true},             // GL_R16I
    {{0x8236, 0x823c, 0x8d70}, 32, cudaChannelFormatKindUnsigned, gl_unsigned_int, true},    // GL_R32UI
    {{0x8235, 0x823b, 0x8d82}, 32, cudaChannelFormatKindSigned, gl_int, true},               // GL_R32I
    {{0x1903, 0x8227, 0x1908}, 8, cudaChannelFormatKindUnsigned, gl_unsigned_byte, false},   // GL_RED, GL_RG, GL_RGBA
};

cudaError_t find_format(cudaGraphicsResource &r)
{
    bound_texture here(r);
    int width = 0, height = 0, internal = 0;
    gl().get_texture_parameter(r.target, 0, gl_texture_width, &width);
    gl().get_texture_parameter(r.target, 0, gl_texture_height, &height);
    gl().get_texture_parameter(r.target, 0, gl_texture_internal_format, &internal);
    if (width <= 0 || height <= 0)
        return refuse(cudaErrorInvalidValue, "The texture has no image: call glTexImage2D() first.");
    for (const image_format &f : image_formats)
        for (unsigned i = 0; i < 3; ++i)
            if (f.internal[i] == (unsigned)internal) {
                r.width = (unsigned)width;
                r.height = (unsigned)height;
                r.channels = i == 2 ? 4 : i + 1;
                r.type = f.type;
                r.integers = f.integers;
                const int bits = (int)f.bits;
                r.texel = {bits, i > 0 ? bits : 0, i > 1 ? bits : 0, i > 1 ? bits : 0, f.kind};
                r.size = (size_t)r.width * r.height * r.channels * f.bits / 8;
                return cudaSuccess;
            }
    return refuse(cudaErrorNotSupported, format("The CPU device has no images of OpenGL with the internal format 0x%x: "
                                                "take GL_RGBA8 or GL_RGBA32F, say.",
                                                (unsigned)internal));
}

unsigned format_of(const cudaGraphicsResource &r) // of what goes to and from OpenGL
{
    return r.channels == 1   ? (r.integers ? gl_red_integer : gl_red)
           : r.channels == 2 ? (r.integers ? gl_rg_integer : gl_rg)
                             : (r.integers ? gl_rgba_integer : gl_rgba);
}

// --- what it holds ---

void copy_in(const cudaGraphicsResource &r)
{
    if (r.is_image) {
        bound_texture here(r);
        gl().get_texture(r.target, 0, format_of(r), r.type, r.memory);
    } else {
        bound_buffer here(r.name);
        gl().get_buffer(gl_array_buffer, 0, (intptr_t)r.size, r.memory);
    }
}

void copy_out(const cudaGraphicsResource &r)
{
    if (r.is_image) {
        bound_texture here(r);
        gl().set_texture(r.target, 0, 0, 0, (int)r.width, (int)r.height, format_of(r), r.type, r.memory);
    } else {
        bound_buffer here(r.name);
        gl().set_buffer(gl_array_buffer, 0, (intptr_t)r.size, r.memory);
    }
}

cudaError_t find_size(cudaGraphicsResource &r) // which may have changed
{
    if (r.is_image)
        return find_format(r);
    bound_buffer here(r.name);
    int size = 0;
    gl().get_buffer_parameter(gl_array_buffer, gl_buffer_size, &size);
    r.size = (size_t)size;
    return size > 0 ? cudaSuccess
                    : refuse(cudaErrorInvalidValue, "The buffer has no memory: call glBufferData() first.");
}

cudaError_t map(cudaGraphicsResource &r, const void *caller)
{
    if (cudaError_t error = find_size(r))
        return error;
    const unsigned flags = r.flags & cudaGraphicsRegisterFlagsSurfaceLoadStore ? cudaArraySurfaceLoadStore : 0;
    cudaError_t error = r.is_image ? make_array(&r.memory, r.texel, r.width, r.height, flags, caller)
                                   : allocate(&r.memory, r.size, memory_kind::device, caller);
    if (error)
        return error;
    if (r.reads())
        copy_in(r);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    allocation *a = m.find(r.memory);
    a->origin = memory_origin::of_graphics;
    if (r.reads() && checked_arena_size > 0)
        m.set_written(a->first, a->size);
    return cudaSuccess;
}

void unmap(cudaGraphicsResource &r, const void *caller)
{
    if (r.writes())
        copy_out(r);
    if (r.is_image)
        forget_array(r.memory);
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    if (allocation *a = m.find(r.memory)) { // or cudaDeviceReset() was faster
        const char *kernel = a->stored_by;
        if (!r.writes() && kernel != nullptr && checked_arena_size > 0) {
            diagnosis d(report_kind::read_only_graphics);
            const std::string line = d.where(reported_place(caller)).at.text();
            report_once("graphics:" + line,
                        d.say("at %s: kernel %s has written to %s", line.c_str(), kernel, describe(*a).c_str()));
        }
        m.release(*a, caller);
    }
    r.memory = nullptr;
    something_came_back();
}

// Checks all resources; returns what is wrong with one.
cudaError_t check_all(int count, cudaGraphicsResource_t *all, bool mapped)
{
    if (count < 0 || (all == nullptr && count > 0))
        return remember(cudaErrorInvalidValue);
    for (int i = 0; i < count; ++i) {
        if (!resources.count(all[i]))
            return refuse(cudaErrorInvalidResourceHandle, "The resource was not registered, or is unregistered.");
        if ((all[i]->memory != nullptr) != mapped)
            return refuse(cudaErrorUnknown, mapped ? "The resource is not mapped." : "The resource is mapped already.");
    }
    return cudaSuccess;
}

cudaError_t check_flags(unsigned flags, unsigned allowed)
{
    const bool both = (flags & cudaGraphicsMapFlagsReadOnly) && (flags & cudaGraphicsMapFlagsWriteDiscard);
    return (flags & ~allowed) != 0 || both ? remember(cudaErrorInvalidValue) : cudaSuccess;
}

void add(cudaGraphicsResource **resource, const cudaGraphicsResource &made)
{
    std::lock_guard<std::mutex> lock(resources_mutex);
    *resource = new cudaGraphicsResource(made);
    resources.insert(*resource);
}
} // namespace

extern "C" {
cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, int which)
{
    RETURN_IF_REFUSED();
    if (count == nullptr || (devices == nullptr && room > 0) || which < 1 || which > 3)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_context())
        return error;
    *count = (unsigned)setting.devices;
    for (unsigned i = 0; i < std::min(room, *count); ++i)
        devices[i] = (int)i;
    return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **resource, unsigned buffer, unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (resource == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_flags(flags, cudaGraphicsMapFlagsReadOnly | cudaGraphicsMapFlagsWriteDiscard))
        return error;
    if (cudaError_t error = check_context())
        return error;
    if (!gl().is_buffer(buffer))
        return refuse(cudaErrorInvalidValue,
                      format("%u is no buffer of OpenGL: glGenBuffers() and glBindBuffer() make one.", buffer));
    cudaGraphicsResource made = {false, buffer, 0, flags};
    if (cudaError_t error = find_size(made))
        return error;
    add(resource, made);
    return cudaSuccess;
}

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource **resource, unsigned image, unsigned target,
                                        unsigned int flags)
{
    RETURN_IF_REFUSED();
    if (resource == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_flags(flags, 15))
        return error;
    if (target != gl_texture_2d && target != gl_texture_rectangle)
        return refuse(cudaErrorNotSupported,
                      "Of OpenGL's images the CPU device takes GL_TEXTURE_2D and GL_TEXTURE_RECTANGLE alone.");
    if (cudaError_t error = check_context())
        return error;
    if (!gl().is_texture(image))
        return refuse(cudaErrorInvalidValue,
                      format("%u is no texture of OpenGL: glGenTextures() and glBindTexture() make one.", image));
    cudaGraphicsResource made = {true, image, target, flags};
    if (cudaError_t error = find_size(made))
        return error;
    add(resource, made);
    return cudaSuccess;
}
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (!resources.count(resource))
        return refuse(cudaErrorInvalidResourceHandle, "The resource was not registered, or is unregistered.");
    if (resource->memory != nullptr) {
        if (cudaError_t error = wait_unnoticed())
            return remember(error);
        if (cudaError_t error = check_context())
            return error;
        unmap(*resource, CALLER);
    }
    resources.erase(resource);
    delete resource;
    return cudaSuccess;
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (cudaError_t error = check_all(1, &resource, false))
        return error;
    if (cudaError_t error = check_flags(flags, cudaGraphicsMapFlagsReadOnly | cudaGraphicsMapFlagsWriteDiscard))
        return error;
    resource->map_flags = flags;
    return cudaSuccess;
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *all, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (cudaError_t error = check_all(count, all, false))
        return error;
    if (cudaError_t error = check_context())
        return error;
    for (int i = 0; i < count; ++i) {
        if (cudaError_t error = map(*all[i], CALLER))
            return error;
        if (cudaError_t error = queue_use(all[i]->memory, all[i]->size, "maps", stream, false, THIS_CALL))
            return remember(error);
    }
    return cudaSuccess;
}

// Ordered after the stream's work. The work of other streams has ended too, but CUDA does not promise that.
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *all, cudaStream_t stream)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (cudaError_t error = check_all(count, all, true))
        return error;
    if (cudaError_t error = check_context())
        return error;
    for (int i = 0; i < count; ++i)
        if (cudaError_t error = queue_use(all[i]->memory, all[i]->size, "unmaps", stream, true, THIS_CALL, false))
            return remember(error);
    if (cudaError_t error = wait_unnoticed())
        return remember(error);
    for (int i = 0; i < count; ++i)
        unmap(*all[i], CALLER);
    return cudaSuccess;
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *size, cudaGraphicsResource_t resource)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (pointer == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_all(1, &resource, true))
        return error;
    if (resource->is_image)
        return refuse(cudaErrorNotMappedAsPointer, "It is an image: call cudaGraphicsSubResourceGetMappedArray().");
    *pointer = resource->memory;
    if (size != nullptr)
        *size = resource->size;
    return cudaSuccess;
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource,
                                                  unsigned int index, unsigned int level)
{
    RETURN_IF_REFUSED();
    std::lock_guard<std::mutex> lock(resources_mutex);
    if (array == nullptr)
        return remember(cudaErrorInvalidValue);
    if (cudaError_t error = check_all(1, &resource, true))
        return error;
    if (!resource->is_image)
        return refuse(cudaErrorNotMappedAsArray, "It is a buffer: call cudaGraphicsResourceGetMappedPointer().");
    if (index != 0 || level != 0)
        return refuse(cudaErrorNotSupported, "Of an image of OpenGL the CPU device has level 0 alone.");
    *array = static_cast<cudaArray_t>(resource->memory);
    return cudaSuccess;
}
