// SPDX-License-Identifier: MIT
#include "pending_store.h"

#include <cstring>
#include <thread>

namespace cpu_device
{
static std::atomic<unsigned> pending_stores_made{0};
pending_store::announcement pending_store::announced[most_cores];

pending_store::pending_store() : core_(pending_stores_made++ % most_cores) {}

void pending_store::launch_begins()
{
    wait_left_ = most_wait;
}

void pending_store::wait_for_others(uint64_t address)
{
    auto stores_there = [&](unsigned core) {
        uint64_t bytes = announced[core].bytes.load(std::memory_order_acquire);
        return address / 4 * 4 + 4 > bytes >> 16 && address < (bytes >> 16) + (bytes & 0xffff);
    };
    using clock = std::chrono::steady_clock;
    for (unsigned i = 0; i < std::min(pending_stores_made.load(), most_cores); ++i) {
        for (unsigned tries = 0; i != core_ && tries < 10000 && stores_there(i); ++tries) {
        }
        if (i == core_ || !stores_there(i))
            continue;
        // That core has no processor now, or has stored long ago and does something else.
        const auto begin = clock::now();
        while (stores_there(i) && clock::now() - begin < wait_left_)
            std::this_thread::yield();
        wait_left_ -= std::min<clock::duration>(clock::now() - begin, wait_left_);
    }
}

void pending_store::remember(const char *address, size_t size)
{
    if (size > sizeof old_)
        return;
    address_ = address;
    size_ = size;
    memcpy(old_, address, size);
}

void pending_store::remember_anew()
{
    if (address_ != nullptr)
        memcpy(old_, address_, size_);
}

bool pending_store::changed_value() const
{
    return memcmp(address_, old_, size_) != 0;
}
} // namespace cpu_device
