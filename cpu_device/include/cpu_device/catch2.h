// SPDX-License-Identifier: MIT
// For Catch2: the test case in which the device reports an error fails. Catch2's listeners cannot let a test case fail,
// so this is a fixture: TEST_CASE_METHOD(cpu_device::no_errors, "name"), or an object at the beginning of a test case.
// Include Catch2 first.
#pragma once

#include "../cuda_runtime_api.h"
#include "reports.h"

namespace cpu_device
{
class no_errors
{
  private:
    const unsigned long long before_ = cpu_device_error_count();

  public:
    ~no_errors()
    {
        cudaDeviceSynchronize();
        const unsigned long long errors_reported = cpu_device_error_count() - before_;
        CHECK(errors_reported == 0);
    }
};
} // namespace cpu_device
