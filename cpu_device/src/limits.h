// SPDX-License-Identifier: MIT
// The limits of compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"),
// besides that on static shared memory, which programs are compiled with (launch.h).
#pragma once

#include <cstddef>

namespace cpu_device
{
constexpr unsigned warp_size = 32;                               // threads
constexpr unsigned max_threads = 1024;                           // a block
constexpr unsigned max_warps = max_threads / warp_size;          // a block
constexpr unsigned max_block_z = 64;                             // threads
constexpr unsigned max_grid_x = 0x7fffffff, max_grid_yz = 65535; // blocks
constexpr size_t max_dynamic_shared = 227 * 1024;                // bytes a block, after cudaFuncSetAttribute
constexpr size_t shared_per_multiprocessor = 228 * 1024;         // bytes
constexpr unsigned max_resident_blocks = 32;                     // a multiprocessor
constexpr size_t reserved_shared = 1024;                         // bytes a block, of those of the multiprocessor
constexpr int least_priority = 0, greatest_priority = -5;        // of streams; the smaller, the sooner
constexpr size_t max_pitch = 0x7fffffff;                         // bytes a row
constexpr int most_devices = 16;                                 // CPU_DEVICE_COUNT
constexpr size_t texture_alignment = 512;                        // bytes: of linear memory, from its begin
constexpr size_t texture_pitch_alignment = 32;                   // bytes
} // namespace cpu_device
