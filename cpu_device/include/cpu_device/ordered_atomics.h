// SPDX-License-Identifier: MIT
// In front of libcu++'s headers that have atomics with an order: marks that the program has fences, and compares and
// swaps (CPU_DEVICE_HAS in interface.h).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

asm(".pushsection cpu_device_fences,\"a\"\n.byte 0\n.popsection");
asm(".pushsection cpu_device_swaps,\"a\"\n.byte 0\n.popsection");
