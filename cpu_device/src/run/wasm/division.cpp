// SPDX-License-Identifier: MIT
// Integer division in a program: the instruction would end it where the divisor is 0, or where the quotient of the
// smallest integer and -1 does not fit. Within a kernel that is a fault, and the smallest integer, as on a GPU.
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../core.h"

namespace cpu_device
{
namespace
{
// Whether the instruction can be executed. If not, the result is that of the smallest integer.
template <class T> inline bool is_ordinary(T a, T b, const void *pc)
{
    if (this_core == nullptr || !this_core->in_kernel())
        return true;
    if (b == 0) {
        fault_record f = {};
        f.is = fault_record::kind::division;
        f.instruction = static_cast<const char *>(pc) - 1;
        f.stack = static_cast<const char *>(__builtin_frame_address(0));
        this_core->ending.fault(f);
    }
    return !std::is_signed_v<T> || a != std::numeric_limits<T>::min() || b != (T)-1;
}
} // namespace
} // namespace cpu_device

#define DIVISION(suffix, type)                                                                                         \
    type cpu_device_quotient_##suffix(type a, type b)                                                                  \
    {                                                                                                                  \
        return cpu_device::is_ordinary(a, b, __builtin_return_address(0)) ? a / b : a;                                 \
    }                                                                                                                  \
    type cpu_device_rest_##suffix(type a, type b)                                                                      \
    {                                                                                                                  \
        return cpu_device::is_ordinary(a, b, __builtin_return_address(0)) ? a % b : 0;                                 \
    }

extern "C" {
DIVISION(s32, int32_t)
DIVISION(u32, uint32_t)
DIVISION(s64, int64_t)
DIVISION(u64, uint64_t)
}
