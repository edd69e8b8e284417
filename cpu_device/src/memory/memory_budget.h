// SPDX-License-Identifier: MIT
// How much memory the devices have, and how much of it is allocated.
#pragma once

#include <cstddef>

#include "../limits.h"

namespace cpu_device
{
class memory_budget
{
  public:
    // `machine`: what the devices have together if there are enough addresses.
    void begin(size_t machine, size_t all, int devices)
    {
        machine_ = machine;
        all_ = all;
        of_each_ = all / (size_t)devices;
    }
    size_t all() const
    {
        return all_;
    }
    size_t of_each() const // of the devices
    {
        return of_each_;
    }
    size_t used(int device) const
    {
        return used_by_[device];
    }
    bool has(size_t size, int device) const
    {
        return size <= of_each_ - used_by_[device];
    }
    bool take(size_t size, int device) // false: there is not so much
    {
        if (!has(size, device))
            return false;
        used_ += size;
        used_by_[device] += size;
        return true;
    }
    void give_back(size_t size, int device)
    {
        used_ -= size;
        used_by_[device] -= size;
    }
    bool lacks_addresses(size_t size) const // for so many bytes more
    {
        return all_ != machine_ && size <= machine_ - used_;
    }

  private:
    size_t machine_ = 0, all_ = 0, of_each_ = 0;
    size_t used_ = 0, used_by_[most_devices] = {};
};
} // namespace cpu_device
