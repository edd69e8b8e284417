// SPDX-License-Identifier: MIT
// In front of libcu++'s headers that have atomics with an order: marks that the program has fences, and compares and
// swaps (CPU_DEVICE_HAS in interface.h).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#ifdef __wasm__
__attribute__((used, section("cpu_device_fences"))) static const char cpu_device_has_fences = 0;
__attribute__((used, section("cpu_device_swaps"))) static const char cpu_device_has_swaps = 0;
#else
asm(".pushsection cpu_device_fences,\"a\"\n.byte 0\n.popsection");
asm(".pushsection cpu_device_swaps,\"a\"\n.byte 0\n.popsection");
#endif
