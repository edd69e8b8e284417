// SPDX-License-Identifier: MIT
// The words of <stdint.h> for the device's own headers, by names of their own: as with the toolkit's headers, a program
// that uses uint32_t includes <stdint.h> or <cstdint> itself.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

namespace cpu_device
{
using int8_t = __INT8_TYPE__;
using int16_t = __INT16_TYPE__;
using int32_t = __INT32_TYPE__;
using int64_t = __INT64_TYPE__;
using uint8_t = __UINT8_TYPE__;
using uint16_t = __UINT16_TYPE__;
using uint32_t = __UINT32_TYPE__;
using uint64_t = __UINT64_TYPE__;
using uintptr_t = __UINTPTR_TYPE__;
} // namespace cpu_device
