// SPDX-License-Identifier: MIT
#include "spinning.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "../platform/program_image.h"
#include "../platform/registers.h"
#include "../platform/source_line.h"
#include "../say/report.h"
#include "core.h"
#include "launch.h"
#include "switch_stack.h"

namespace cpu_device
{
std::atomic<unsigned> looking{0}, asked_where{0};

void spinning::begin(unsigned look)
{
    if (look_ == 0)
        store_.address = nullptr;
    look_ = look;
    seen.store(look, std::memory_order_release);
}

// The store comes after this call; whether it changes anything shows at the next one.
void spinning::writes(const char *address, size_t size)
{
    finish_store();
    if (size > sizeof store_.old)
        return progress();
    store_.address = address;
    store_.size = size;
    memcpy(store_.old, address, size);
}

void spinning::finish_store()
{
    if (store_.address != nullptr && memcmp(store_.address, store_.old, store_.size) != 0)
        progress();
    store_.address = nullptr;
}

bool spinning::yields(unsigned number, uint64_t state)
{
    finish_store();
    thread &t = threads_[number];
    if (t.look != look_ || t.changes != changes()) {
        t.look = look_;
        t.changes = changes();
        t.state = state;
        t.matches = t.others = 0;
    } else if (t.state == state) {
        ++t.matches;
    } else if (const unsigned before = t.others++;
               (before & t.others) == 0) { // a loop has several places where it yields
        t.state = state;
        t.matches = 0;
    }
    return t.matches >= enough;
}

// --- of a core ---

namespace
{
struct {
    std::mutex mutex;
    std::set<core *> cores;
    std::vector<described_block> described;
} &watched = *new std::remove_reference_t<decltype(watched)>;
} // namespace

void core_begins_launch(core *which)
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    watched.cores.insert(which);
}

void core_ends_launch(core *which)
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    watched.cores.erase(which);
}

std::vector<spinning *> looks_of_cores()
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    std::vector<spinning *> all;
    for (core *c : watched.cores)
        all.push_back(&c->looks());
    return all;
}

void describe_block(const described_block &block)
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    watched.described.push_back(block);
}

std::vector<described_block> descriptions()
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    return watched.described;
}

std::vector<described_block> take_descriptions()
{
    std::lock_guard<std::mutex> lock(watched.mutex);
    return std::exchange(watched.described, {});
}
} // namespace cpu_device
