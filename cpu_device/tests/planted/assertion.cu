// SPDX-License-Identifier: MIT
// assertion.cu: an assert in a kernel fails.
// CPU exits 3
// CPU finds assertion
// CPU says kernel check, block (0,0,0), thread (9,0,0)
// CPU says assertion.cu:{assert}: `threadIdx.x < 9`
// CPU prints device-side assert triggered
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

__global__ void check()
{
    assert(threadIdx.x < 9); // {assert}
}

int main()
{
    check<<<1, 16>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
