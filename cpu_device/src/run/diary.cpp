// SPDX-License-Identifier: MIT
#include "../../include/cpu_device/diary.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core.h"

namespace
{
// On the heap, where a kernel has no address that it may store to.
struct all_notes {
    std::mutex mutex;
    std::vector<diary_note> notes;
};

all_notes &diary()
{
    static all_notes *only = new all_notes;
    return *only;
}
} // namespace

void cpu_device_diary_note(int topic, int value)
{
    const cpu_device::core &core = cpu_device::running_core("cpu_device_diary_note()");
    std::lock_guard<std::mutex> lock(diary().mutex);
    diary().notes.push_back({core.block_number(), core.rank(), topic, value});
}

size_t cpu_device_diary_take(diary_note *notes, size_t most)
{
    std::lock_guard<std::mutex> lock(diary().mutex);
    const size_t count = diary().notes.size();
    std::copy_n(diary().notes.begin(), std::min(count, most), notes);
    diary().notes.clear();
    return count;
}
