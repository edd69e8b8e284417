// SPDX-License-Identifier: MIT
// Integer division in a program: the instruction would end it where the divisor is 0, or where the quotient of the
// smallest integer and -1 does not fit. Within a kernel, both have a GPU's result, and the first one a report.
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../core.h"

namespace cpu_device
{
namespace
{
enum class division { ordinary, by_zero, overflows };

// What comes of the instruction; a division by zero is noted.
template <class T> inline division kind_of(T a, T b, const void *pc)
{
    if (this_core == nullptr || !this_core->in_kernel())
        return division::ordinary;
    if (b == 0) {
        this_core->accesses.divides_by_zero(static_cast<const char *>(pc) - 1,
                                            static_cast<const char *>(__builtin_frame_address(0)));
        return division::by_zero;
    }
    const bool overflows = std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == (T)-1;
    return overflows ? division::overflows : division::ordinary;
}

template <class T> inline T quotient_of(T a, T b, const void *pc)
{
    switch (kind_of(a, b, pc)) {
    case division::by_zero: return divided_by_zero(a);
    case division::overflows: return a;
    case division::ordinary: break;
    }
    return a / b;
}

template <class T> inline T rest_of(T a, T b, const void *pc)
{
    switch (kind_of(a, b, pc)) {
    case division::by_zero: return divided_by_zero(a);
    case division::overflows: return 0;
    case division::ordinary: break;
    }
    return a % b;
}
} // namespace
} // namespace cpu_device

#define DIVISION(suffix, type)                                                                                         \
    type cpu_device_quotient_##suffix(type a, type b)                                                                  \
    {                                                                                                                  \
        return cpu_device::quotient_of(a, b, __builtin_return_address(0));                                             \
    }                                                                                                                  \
    type cpu_device_rest_##suffix(type a, type b)                                                                      \
    {                                                                                                                  \
        return cpu_device::rest_of(a, b, __builtin_return_address(0));                                                 \
    }

extern "C" {
DIVISION(s32, int32_t)
DIVISION(u32, uint32_t)
DIVISION(s64, int64_t)
DIVISION(u64, uint64_t)
}
