// SPDX-License-Identifier: MIT
// In place of the header of this name of Thrust before CCCL 2, which takes __host__ and __device__ away from compilers
// other than nvcc.
#pragma once
