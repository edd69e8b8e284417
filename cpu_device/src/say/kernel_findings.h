// SPDX-License-Identifier: MIT
// What is found while a kernel runs, in words. Each function adds to the diagnosis of a thread, or of a block, which
// says already who it is about and where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "../../include/cpu_device/interface.h"
#include "diagnosis.h"
#include "findings.h"

namespace cpu_device
{
// The beginning of them: "kernel k, block (0,0,0), thread (1,0,0), at f.cu:12".
diagnosis found_in_kernel(report_kind kind, const char *subject, const doer &by, const std::string &who,
                          const source_position &at);
diagnosis launch_fails(diagnosis d, const launch_name &launch, const char *error);
diagnosis timed_out(const launch_name &launch, int seconds);
diagnosis same_at_more(diagnosis d, size_t barriers);

// --- calls ---

diagnosis calls_host_function(diagnosis d, const char *function);
diagnosis calls_grid_barrier(diagnosis d, const source_position &at);
diagnosis calls_outside_mask(diagnosis d, const char *call, const source_position &at, unsigned mask, unsigned lane);
diagnosis calls_for_whole_warp(diagnosis d, const char *call, const source_position &at, int lanes);
diagnosis arrives_out_of_turn(diagnosis d, const source_position &at); // at the barrier of a cluster
diagnosis maps_from_rank(diagnosis d, unsigned rank, unsigned size);
diagnosis maps_no_shared_memory(diagnosis d);
diagnosis misuses_pipeline(diagnosis d, cpu_device_pipeline_error why, const char *call);
diagnosis assertion_failed(diagnosis d, const char *expression, const char *file, unsigned line);
diagnosis frees_in_kernel(diagnosis d, const char *function, const place_in_memory &memory);
diagnosis host_frees_in_device(const source_position &at, const char *function, const place_in_memory &memory);

// --- faults ---

diagnosis divides_by_zero(diagnosis d);
diagnosis overflows_stack(diagnosis d, size_t bytes);
diagnosis indexes_out_of_bounds(diagnosis d, long long index, const std::string &type);
std::string no_address(const char *verb); // translated

// --- textures and surfaces ---

std::string made_and_destroyed(const std::string &made_at, const std::string &destroyed_at);
std::string no_such_object(uint64_t number);
std::string object_of_other_kind(bool surface);
std::string linear_texture();
diagnosis misaligned_on_surface(diagnosis d, bool writes, int bytes, int x);
struct surface_place {
    int x, y, z;
    size_t row; // bytes
    unsigned rows, slices;
};
diagnosis beyond_surface(diagnosis d, bool writes, const surface_place &place);

// --- values and copies that are right by luck ---

struct shuffle_from_nowhere {
    unsigned lane;
    bool has_exited;
};
diagnosis reads_undefined(diagnosis d, const shuffle_from_nowhere &from);
diagnosis stores_result_of_other(diagnosis d, bool of_warp);
diagnosis memcpy_overlaps(diagnosis d, size_t bytes, size_t distance, bool after);
// "kernel k, block (0,0,0), thread (1,0,0), at f.cu:12": `line` is "f.cu:12".
diagnosis found_at_line(report_kind kind, const doer &by, const source_position &at, const std::string &block,
                        const std::string &thread, const std::string &line);
} // namespace cpu_device
