// SPDX-License-Identifier: MIT
// Which indices of threads and blocks a kernel reads, and from which of them it computes the index of an element, by
// its text. If the text is not understood, it says nothing.
#pragma once

#include <algorithm>
#include <string>

#include "source_text.h"

namespace cpu_device
{
// threadIdx.x, .y and .z, and the same of blockIdx.
struct indices_read {
    bool understood = false;
    bool thread[3] = {}, block[3] = {};

    bool any_thread() const
    {
        return thread[0] || thread[1] || thread[2];
    }
    bool any_block() const
    {
        return block[0] || block[1] || block[2];
    }
    bool operator==(const indices_read &other) const
    {
        return understood == other.understood && std::equal(thread, thread + 3, other.thread) &&
               std::equal(block, block + 3, other.block);
    }
};
// `line`: one of the kernel itself. A kernel that can tell its threads apart by other means, such as the result of an
// atomic operation, is not understood.
indices_read find_indices_read(const source_position &line);

// The index of the element that a statement stores to, if it is a sum of products of threadIdx, blockIdx, sizes and
// variables that are made of these, so that each thread should have another element.
struct index_of_store {
    std::string index;               // "i"; "": it is something else
    int line = 0;                    // where the variable gets its value; that of the store, if it is none
    bool of_blocks = false;          // it is computed from blockIdx too
    bool by_grid = false;            // blockIdx.x is multiplied by gridDim.x
    bool is_in_one_dimension = true; // .y and .z are not in it
};
index_of_store find_index_of_store(const source_position &line);
} // namespace cpu_device
