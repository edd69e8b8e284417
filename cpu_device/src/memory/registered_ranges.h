// SPDX-License-Identifier: MIT
// Registered host memory: the program's own, and kernels may access it.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace cpu_device
{
struct registered_range {
    size_t size;
    unsigned flags;
    char *cells; // null: it is not checked for races
    size_t cells_size;
};

class registered_ranges
{
  public:
    using range = std::pair<const char *const, registered_range>; // its begin, and the rest
    // The one that an address lies in; null: it lies in none.
    const range *find(const void *address) const;
    // False: a part of it is registered already.
    bool add(const char *begin, size_t size, unsigned flags, bool with_cells);
    bool remove(const char *begin); // no kernel runs; false: it is not registered
    const std::map<const char *, registered_range> &all() const
    {
        return all_;
    }

  private:
    std::map<const char *, registered_range> all_;
};
} // namespace cpu_device
