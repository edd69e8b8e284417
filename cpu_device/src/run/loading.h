// SPDX-License-Identifier: MIT
// Which kernels are loaded. CUDA loads a kernel when it is first used, unless the variable CUDA_MODULE_LOADING says
// EAGER, and may wait until the kernels that run have ended (CUDA Programming Guide, "Lazy Loading"; on an H200 with
// CUDA 13.0 it does: docs/results/lazy-loading-h200.txt). So does this device: a launch that loads its kernel begins
// after the kernels that run on its device in other streams (queues.cpp).
#pragma once

#include <mutex>
#include <set>
#include <utility>

namespace cpu_device
{
class loaded_kernels
{
  public:
    // A call other than a launch has used that kernel, on the current device.
    void used(const void *kernel);
    // Whether the launch of a kernel with a body of that type is its first use on the current device.
    bool is_first_use(const char *body_type);

  private:
    std::mutex mutex_; // no other lock is taken after it
    std::set<std::pair<int, const void *>> used_;
    std::set<std::pair<int, const char *>> launched_;
};
extern loaded_kernels &loaded;
} // namespace cpu_device
