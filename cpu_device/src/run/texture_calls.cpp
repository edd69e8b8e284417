// SPDX-License-Identifier: MIT
// What a CUDA thread calls to read textures, and to read and write surfaces. Each texel goes through the same checks as
// a load or store of the kernel.
#include <algorithm>
#include <cstring>

#include "../../include/cpu_device/interface.h"
#include "../platform/source_line.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "core.h"
#include "texture_unit.h"

namespace cpu_device
{
namespace
{
// Ends the thread with a report.
[[noreturn]] void end_thread(core &c, const void *pc, const char *subject, std::string (*why)(uint64_t handle),
                             uint64_t handle)
{
    c.ending.end_thread(cudaErrorIllegalAddress, {pc}, [=, &c](const source_position &at) {
        return c.diagnose(report_kind::wrong_texture, at, subject).add(why(handle));
    });
}

std::string destroyed(uint64_t handle)
{
    const texture_object *t = find_object(handle);
    if (t == nullptr)
        return "";
    return made_and_destroyed(at_line(t->made_at), at_line(t->destroyed_at));
}

// The object that a handle stands for, and the core that runs the calling thread.
struct used_object {
    core &on;
    const texture_object &object;
    used_object(uint64_t handle, bool surface, const char *function, const void *pc)
        : on(running_core(function)), object(valid(handle, surface, pc))
    {
    }

  private:
    const texture_object &valid(uint64_t handle, bool surface, const void *pc)
    {
        const texture_object *found = find_object(handle);
        if (found == nullptr || found->surface != surface)
            end_thread(
                on, pc, surface ? "no surface object" : "no texture object",
                [](uint64_t handle) {
                    const texture_object *found = find_object(handle);
                    return found == nullptr ? no_such_object(handle) : object_of_other_kind(found->surface);
                },
                handle);
        if (found->destroyed_at != nullptr)
            end_thread(on, pc, surface ? "a destroyed surface object" : "a destroyed texture object", destroyed,
                       handle);
        return *found;
    }
};

void on_access(const used_object &used, const texel_reads &reads, const void *pc)
{
    if (checked_core == nullptr)
        return;
    for (unsigned i = 0; i < reads.count; ++i)
        if (reads.reads[i].at != nullptr)
            used.on.accesses.on_texel_access({access::read, reads.reads[i].at, used.object.format.size(), 1, pc});
}

void refuse_linear(const used_object &used, const char *function, uint64_t handle, const void *pc)
{
    if (used.object.resource.resType == cudaResourceTypeLinear)
        end_thread(
            used.on, pc, function, [](uint64_t) { return linear_texture(); }, handle);
}

// The memory of an access; null: it is beyond the edge, where nothing happens.
char *find_on_surface(uint64_t handle, bool writes, size_t size, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                      const void *pc)
{
    const used_object used(handle, true, writes ? "a write of a surface" : "a read of a surface", pc);
    const texel_grid &grid = used.object.levels[0];
    const int row = (int)(grid.width * used.object.format.size()), bytes = (int)size;
    const surface_place place = {x, y, z, grid.width * used.object.format.size(), grid.height, grid.depth};
    core &c = used.on;
    if (x % bytes != 0)
        c.ending.end_thread(cudaErrorMisalignedAddress, {pc}, [=, &c](const source_position &at) {
            return misaligned_on_surface(c.diagnose(report_kind::misaligned_address, at), writes, bytes, place.x);
        });
    const bool inside =
        x >= 0 && x <= row - bytes && y >= 0 && (unsigned)y < grid.height && z >= 0 && (unsigned)z < grid.depth;
    if (!inside && mode == cudaBoundaryModeZero)
        return nullptr;
    if (!inside && mode == cudaBoundaryModeTrap)
        c.ending.end_thread(cudaErrorIllegalAddress, {pc}, [=, &c](const source_position &at) {
            return beyond_surface(c.diagnose(report_kind::surface_edge, at), writes, place);
        });
    x = std::clamp(x, 0, std::max(0, row - bytes));
    y = std::clamp(y, 0, (int)grid.height - 1);
    z = std::clamp(z, 0, (int)grid.depth - 1);
    const char *found = grid.at(0, (unsigned)y, (unsigned)z, 0) + x;
    if (checked_core != nullptr)
        c.accesses.on_texel_access({writes ? access::write : access::read, found, size, 1, pc});
    return const_cast<char *>(found);
}
} // namespace
} // namespace cpu_device

using namespace cpu_device;

#define CALLER (static_cast<const char *>(__builtin_return_address(0)) - 1)

cpu_device_texel cpu_device_texture_fetch(cudaTextureObject_t handle, int x)
{
    const used_object used(handle, false, "tex1Dfetch()", CALLER);
    const texture_object &t = used.object;
    const texel_grid &grid = t.levels[0];
    if (x < 0 || (unsigned)x >= grid.width)
        return {0, 0, 0, 0};
    texel_reads reads;
    reads.reads[reads.count++] = {grid.at((unsigned)x, 0, 0, t.format.size()), texel_reads::whole};
    on_access(used, reads, CALLER);
    return unfiltered(t, reads.reads[0].at);
}

cpu_device_texel cpu_device_texture_read(cudaTextureObject_t handle, cpu_device_shape shape, float x, float y, float z,
                                         int layer, float level)
{
    const used_object used(handle, false, "a read of a texture", CALLER);
    refuse_linear(used, "a texture of linear memory", handle, CALLER);
    texel_reads reads;
    find_texels(used.object, {shape, x, y, z, level, layer}, reads);
    on_access(used, reads, CALLER);
    return filter(used.object, reads);
}

cpu_device_texel cpu_device_texture_gather(cudaTextureObject_t handle, float x, float y, int channel)
{
    const used_object used(handle, false, "tex2Dgather()", CALLER);
    refuse_linear(used, "a texture of linear memory", handle, CALLER);
    texel_reads reads;
    find_gathered(used.object, x, y, reads);
    on_access(used, reads, CALLER);
    return gather(used.object, reads, (unsigned)channel & 3);
}

float cpu_device_texture_level(cudaTextureObject_t handle, float dx_x, float dx_y, float dy_x, float dy_y)
{
    const float steps[4] = {dx_x, dx_y, dy_x, dy_y};
    return level_of(used_object(handle, false, "tex2DGrad()", CALLER).object, steps);
}

void cpu_device_surface_read(cudaSurfaceObject_t surface, void *to, size_t size, int x, int y, int z,
                             cudaSurfaceBoundaryMode mode)
{
    if (const char *found = find_on_surface(surface, false, size, x, y, z, mode, CALLER))
        memcpy(to, found, size);
    else
        memset(to, 0, size);
}

void cpu_device_surface_write(cudaSurfaceObject_t surface, const void *from, size_t size, int x, int y, int z,
                              cudaSurfaceBoundaryMode mode)
{
    if (char *found = find_on_surface(surface, true, size, x, y, z, mode, CALLER))
        memcpy(found, from, size);
}
