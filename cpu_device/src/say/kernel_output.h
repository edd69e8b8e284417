// SPDX-License-Identifier: MIT
// What kernels print: kept until the host synchronizes, as on a GPU. The output of a launch goes to a buffer that drops
// the oldest output when it is full.
#pragma once

#include <atomic>
#include <string>

namespace cpu_device
{
// By cudaLimitPrintfFifoSize: bytes of the buffer. An H100 takes no less than 512 KB.
constexpr size_t least_output = 512 << 10;
extern std::atomic<size_t> output_limit;
// `size`: what the call takes there, not its text, but a mark and its arguments.
void keep_kernel_output(const std::string &text, size_t size);
// Another launch begins: what was printed is not dropped any more.
void settle_kernel_output();
// To stdout.
void show_kernel_output();
bool kernels_have_printed();
// At the end of the program: reports output that was never fetched, which is lost, as on a GPU.
void report_lost_output();
} // namespace cpu_device
