// SPDX-License-Identifier: MIT
// absent_header.cu: a header of a library that the device does not have.
// CPU exits 1
// CPU says error: the CPU device has no cuFFT: write the transform as a kernel
#include <cufft.h>

int main()
{
    cufftHandle plan;
    return cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
}
