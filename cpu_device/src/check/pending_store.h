// SPDX-License-Identifier: MIT
// The last plain store of a core. It is checked before it happens, and only afterwards can one see whether it changed
// the value. Until then, other cores that store in the same place wait.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "../settings.h"

namespace cpu_device
{
// One for each core.
class pending_store
{
  public:
    pending_store();
    void launch_begins();
    // A plain store to global memory comes next; other cores may have to wait for it.
    void announce(uint64_t address, size_t size)
    {
        announced[core_].bytes.store(address << 16 | std::min<size_t>(size, 0xffff), std::memory_order_relaxed);
    }
    void none_comes()
    {
        announced[core_].bytes.store(0, std::memory_order_release);
    }
    // Another core's store of this cell may still be under way. This waits until its value is in memory.
    void wait_for_others(uint64_t address);

    void remember(const char *address, size_t size); // the value before the store
    void remember_anew();                            // the value may have changed since
    bool is_remembered() const
    {
        return address_ != nullptr;
    }
    bool changed_value() const;
    void forget()
    {
        address_ = nullptr;
    }

  private:
    // By core: the plain store to global memory that it last announced.
    struct alignas(64) announcement {
        std::atomic<uint64_t> bytes{0}; // address; in the lower 16 bits, how many bytes
    };
    static announcement announced[most_cores];

    const unsigned core_;
    static constexpr std::chrono::milliseconds most_wait{100}; // in a launch
    std::chrono::steady_clock::duration wait_left_{};
    const char *address_ = nullptr;
    size_t size_ = 0;
    char old_[256];
};
} // namespace cpu_device
