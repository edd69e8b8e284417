// SPDX-License-Identifier: MIT
// unclosed_brace.cu: a kernel's brace is never closed.
// CPU exits 1
// CPU says unclosed_brace.cu:{open}: error: '{' is never closed
__global__ void k()
{ // {open}
    if (threadIdx.x == 0) {
    }
