// SPDX-License-Identifier: MIT
// CPU exits 1
// CPU says unclosed_brace.cu:{open}: error: '{' is never closed
__global__ void k()
{ // {open}
    if (threadIdx.x == 0) {
    }
