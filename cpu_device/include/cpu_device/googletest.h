// SPDX-License-Identifier: MIT
// For GoogleTest: the test in which the device reports an error fails. Before RUN_ALL_TESTS():
//
//     testing::UnitTest::GetInstance()->listeners().Append(new cpu_device::googletest_listener);
#pragma once

#include "../cuda_runtime_api.h"
#include "reports.h"
#include <gtest/gtest.h>

namespace cpu_device
{
class googletest_listener : public testing::EmptyTestEventListener
{
  private:
    unsigned long long before_ = 0;

    void OnTestStart(const testing::TestInfo &) override
    {
        before_ = cpu_device_error_count();
    }
    void OnTestEnd(const testing::TestInfo &) override
    {
        cudaDeviceSynchronize();
        if (const unsigned long long found = cpu_device_error_count() - before_; found > 0)
            ADD_FAILURE() << "the CUDA device has reported " << found << (found == 1 ? " error" : " errors");
    }
};
} // namespace cpu_device
