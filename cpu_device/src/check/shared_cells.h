// SPDX-License-Identifier: MIT
// Shadow memory of a block's shared memory: its cells, and a bit for each byte that says whether it was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include "cell.h"

namespace cpu_device
{
// One for each core. Offsets are those of bytes in static and dynamic shared memory, see
// running_block::offset_in_shared().
class shared_cells
{
  public:
    // `anew`: the numbers of segments have begun anew, so shadow values of older launches would look like later ones.
    void launch_begins(size_t size, bool anew)
    {
        if (anew)
            cells_.reset();
        if (cells_ == nullptr || size_ < size) {
            const size_t count = (size + 3) / 4 + 8;
            cells_.reset(new cell[count]());
            written_.reset(new uint8_t[count / 2 + 1]);
            size_ = size;
        }
        used_ = size;
    }
    void forget_all()
    {
        for (size_t i = 0; i < (used_ + 3) / 4 + 8; ++i) {
            cells_[i].store.store(shadow_value{}, std::memory_order_relaxed);
            cells_[i].others.store(shadow_value{}, std::memory_order_relaxed);
        }
    }
    void block_begins()
    {
        memset(written_.get(), 0, used_ / 8 + 1);
    }
    cell &at(size_t offset) const
    {
        return cells_[offset / 4];
    }
    // Whether all these bytes of a cell were written in this block. `bytes`: a mask.
    bool were_written(size_t offset, unsigned bytes) const
    {
        return (written_[offset / 8] >> (offset & 4) & bytes) == bytes;
    }
    void set_written(size_t offset, unsigned bytes)
    {
        written_[offset / 8] |= (uint8_t)(bytes << (offset & 4));
    }
    bool were_written(const cell &c, unsigned bytes) const
    {
        return were_written(4 * (size_t)(&c - cells_.get()), bytes);
    }
    void set_written(const cell &c, unsigned bytes)
    {
        set_written(4 * (size_t)(&c - cells_.get()), bytes);
    }
    void set_all_written(size_t offset, size_t size)
    {
        for (size_t i = offset; i < offset + size; ++i)
            written_[i / 8] |= (uint8_t)(1u << i % 8);
    }
    void set_not_written(size_t offset, size_t size)
    {
        for (size_t i = offset; i < offset + size; ++i)
            written_[i / 8] &= (uint8_t)(0xff ^ 1u << i % 8);
    }
    bool any_written(size_t offset, size_t size) const
    {
        bool any = false;
        for (size_t i = offset; i < offset + size; ++i)
            any |= written_[i / 8] >> i % 8 & 1;
        return any;
    }

  private:
    std::unique_ptr<cell[]> cells_;
    std::unique_ptr<uint8_t[]> written_;
    size_t size_ = 0, used_ = 0; // bytes: that there are cells for; of this launch
};
} // namespace cpu_device
