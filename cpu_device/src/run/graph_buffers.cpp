// SPDX-License-Identifier: MIT
#include "graph_buffers.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "device.h"

namespace cpu_device
{
std::atomic<bool> any_watched_buffers{false};

namespace
{
struct watched_node {
    std::weak_ptr<operation> op;
    freed_buffer freed;
};

struct {
    std::mutex mutex;
    std::vector<watched_node> nodes;
} &buffers_of_graphs = *new std::remove_reference_t<decltype(buffers_of_graphs)>;

// Whether the node uses any of these bytes of the host; `as_target`: for its result.
bool uses(const operation &op, const char *begin, size_t size, bool as_target)
{
    if (op.type == cudaGraphNodeTypeHost) {
        const char *data = static_cast<const char *>(op.parameters->host.userData);
        return !as_target && data >= begin && data < begin + size;
    }
    return op.copy.pageable && (as_target ? op.uses.to : op.uses.taken).overlaps(begin, size);
}
} // namespace

void watch_buffers_of(const std::shared_ptr<operation> &op)
{
    const bool of_function = op->type == cudaGraphNodeTypeHost && op->parameters != nullptr;
    if (!of_function && !op->copy.pageable)
        return;
    std::lock_guard<std::mutex> lock(buffers_of_graphs.mutex);
    auto &nodes = buffers_of_graphs.nodes;
    nodes.erase(std::remove_if(nodes.begin(), nodes.end(), [](const watched_node &n) { return n.op.expired(); }),
                nodes.end());
    nodes.push_back({op, {}});
    any_watched_buffers = true;
}

void buffer_of_graph_ends(const char *begin, size_t size, const void *pc)
{
    std::lock_guard<std::mutex> lock(buffers_of_graphs.mutex);
    for (watched_node &n : buffers_of_graphs.nodes) {
        const std::shared_ptr<operation> op = n.op.lock();
        for (const bool as_target : {true, false})
            if (op != nullptr && !n.freed.was_freed && uses(*op, begin, size, as_target))
                n.freed = {true, as_target, pc};
    }
}

freed_buffer freed_buffer_of(const operation &op)
{
    std::lock_guard<std::mutex> lock(buffers_of_graphs.mutex);
    for (const watched_node &n : buffers_of_graphs.nodes)
        if (n.op.lock().get() == &op)
            return n.freed;
    return {};
}
} // namespace cpu_device
