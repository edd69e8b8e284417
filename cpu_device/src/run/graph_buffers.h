// SPDX-License-Identifier: MIT
// Pageable memory of the host that nodes of graphs use: a launch reads and writes it when the node runs, however long
// ago the node was made. So the node remembers that the program has freed it since.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace cpu_device
{
struct operation;

// The operation becomes a node's.
void watch_buffers_of(const std::shared_ptr<operation> &op);

// Whether any node uses such memory; the program frees a buffer there.
extern std::atomic<bool> any_watched_buffers;
void buffer_of_graph_ends(const char *begin, size_t size, const void *pc);

// The buffer of a node that was freed first.
struct freed_buffer {
    bool was_freed = false, is_target = false; // of a copy; neither: its source, or a host function's
    const void *freed_at = nullptr;            // an instruction
};
freed_buffer freed_buffer_of(const operation &op);
} // namespace cpu_device
