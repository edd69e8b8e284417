// SPDX-License-Identifier: MIT
// kernel<<<grid, block, shared, stream>>>(arguments)
#include <cstdlib>

#include "../run/core.h"
#include "../say/report.h"
#include "../say/symbols.h"
#include "api.h"

using namespace cpu_device;

namespace
{
// What stands between <<< and >>>, until the kernel is called; the arguments of that call may hold a launch too.
struct configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const char *file;
    int line;
    bool used;
};
constexpr unsigned most_nested = 4;
thread_local configuration configurations[most_nested]; // plain: nothing is allocated for it
thread_local unsigned configured = 0;

// CPU_DEVICE_SEED, which a program may set as it runs: of the order in which the warps of a launch run; 0: their own.
uint64_t next_seed()
{
    static std::atomic<uint64_t> launches{0};
    const char *text = getenv("CPU_DEVICE_SEED");
    uint64_t seed = text ? strtoull(text, nullptr, 10) : 0, launch = ++launches;
    return seed == 0 ? 0 : mix(mix(seed) + launch);
}

cudaError_t check(const grid_launch &l)
{
    auto outside = [](unsigned n, unsigned max) { return n == 0 || n > max; };
    if (outside(l.grid().x, max_grid_x) || outside(l.grid().y, max_grid_yz) || outside(l.grid().z, max_grid_yz) ||
        outside(l.block().x, max_threads) || outside(l.block().y, max_threads) || outside(l.block().z, max_block_z) ||
        (uint64_t)l.block().x * l.block().y * l.block().z > l.kernel.max_threads)
        return cudaErrorInvalidValue; // and not cudaErrorInvalidConfiguration, on an H200 with CUDA 13.0
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.bounds[l.kernel.type] = l.kernel.max_threads;
    size_t statically = static_shared_size(l.kernel.type),
           limit = max_static_shared - std::min(statically, max_static_shared);
    for (const auto &[kernel, dynamic] : d.dynamic_limits)
        if (is_body_of(l.kernel.type, kernel))
            limit = dynamic;
    return l.dynamic_shared > limit ? cudaErrorInvalidValue : cudaSuccess;
}

// Which limit a launch exceeds.
std::string why_refused(const grid_launch &l)
{
    const dim3 &g = l.grid(), &b = l.block();
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (g.x == 0 || g.y == 0 || g.z == 0)
        return "a grid of 0 blocks";
    if (threads == 0)
        return "blocks of 0 threads";
    if (threads > l.kernel.max_threads)
        return format("%llu threads a block, of at most %u", (unsigned long long)threads, l.kernel.max_threads);
    if (b.z > max_block_z)
        return format("a block of (%u,%u,%u) threads, of at most %u in z", b.x, b.y, b.z, max_block_z);
    if (g.x > max_grid_x || g.y > max_grid_yz || g.z > max_grid_yz)
        return format("a grid of (%u,%u,%u) blocks, of at most (%u,%u,%u)", g.x, g.y, g.z, max_grid_x, max_grid_yz,
                      max_grid_yz);
    return format("%zu bytes of shared memory a block, of at most %zu unless cudaFuncSetAttribute() allows more",
                  l.dynamic_shared + static_shared_size(l.kernel.type), max_static_shared);
}

} // namespace

void cpu_device_configure(const unsigned grid[3], const unsigned block[3], size_t shared, cudaStream_t stream,
                          const char *file, int line)
{
    if (this_core != nullptr && this_core->in_kernel()) {
        core &c = *this_core;
        c.break_off(cudaErrorNotSupported, [=, &c] {
            return format("Error: a launch in a kernel\n    %s\n    at %s:%d: this device has no dynamic parallelism",
                          c.where().c_str(), base_name(file), line);
        });
    }
    if (stream == nullptr && entered_for_thread)
        stream = cudaStreamPerThread;
    entered_for_thread = false;
    if (configured == most_nested)
        die(1, "%s:%d: launches stand in the arguments of one another more than %u deep", base_name(file), line,
            most_nested);
    configurations[configured++] = {
        dim3(grid[0], grid[1], grid[2]), dim3(block[0], block[1], block[2]), shared, stream, file, line, false};
}

void cpu_device_launched()
{
    const configuration &given = configurations[--configured];
    if (!given.used)
        die(1, "%s:%d launches a function that is no kernel: is __global__ missing?", base_name(given.file),
            given.line);
}

void cpu_device_launch(const cpu_device_kernel *kernel)
{
    if (configured == 0 || configurations[configured - 1].used)
        die(1, "kernel %s was called like a function; launch it with %s<<<grid, block>>>(...)", kernel->name,
            kernel->name);
    configuration &given = configurations[configured - 1];
    given.used = true;
    cudaError_t error = refusal("a launch", __builtin_return_address(0));
    if (!error) {
        auto launch = std::make_shared<grid_launch>(
            *kernel, launch_name{kernel->name, given.grid, given.block, base_name(given.file), given.line},
            given.shared, next_seed());
        error = check(*launch);
        if (error) {
            report_unless_asked(format(
                "Error: a launch failed, and nobody asked\n    kernel %s at %s:%d: %s (%s)\n    The kernel never ran. "
                "Call cudaGetLastError() behind every launch.",
                kernel->name, base_name(given.file), given.line, why_refused(*launch).c_str(),
                cudaGetErrorName(error)));
        } else {
            auto op = std::make_shared<operation>();
            op->kernel = std::move(launch);
            error = queue_operation(op, given.stream, false);
        }
    }
    remember(error);
}
