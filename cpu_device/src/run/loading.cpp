// SPDX-License-Identifier: MIT
#include "loading.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../platform/symbols.h"
#include "device.h"

namespace cpu_device
{
loaded_kernels &loaded = *new loaded_kernels;

void loaded_kernels::used(const void *kernel)
{
    std::lock_guard<std::mutex> lock(mutex_);
    used_.emplace(current_device, kernel);
}

bool loaded_kernels::is_first_use(const char *body_type)
{
    const char *asked = getenv("CUDA_MODULE_LOADING");
    if (asked != nullptr && strcmp(asked, "EAGER") == 0)
        return false;
    std::lock_guard<std::mutex> lock(mutex_);
    return launched_.emplace(current_device, body_type).second &&
           std::none_of(used_.begin(), used_.end(), [=](const auto &one) {
               return one.first == current_device && is_body_of(body_type, one.second);
           });
}
} // namespace cpu_device
