// SPDX-License-Identifier: MIT
// What <stdint.h> has, for the device's own headers: as with the toolkit's, a program that uses uint32_t includes
// <stdint.h> or <cstdint> itself, and gets the compiler's usual message if not.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

namespace cpu_device
{
using signed8 = __INT8_TYPE__;
using signed16 = __INT16_TYPE__;
using signed32 = __INT32_TYPE__;
using signed64 = __INT64_TYPE__;
using unsigned8 = __UINT8_TYPE__;
using unsigned16 = __UINT16_TYPE__;
using unsigned32 = __UINT32_TYPE__;
using unsigned64 = __UINT64_TYPE__;
using unsigned_pointer = __UINTPTR_TYPE__;
} // namespace cpu_device
