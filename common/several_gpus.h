// SPDX-License-Identifier: MIT
// several_gpus.h: checked calls of NCCL, and the host's clock, for programs that use more than one GPU.
//
//     int gpus = gpus_to_use(wanted);          0: all that are here; more than there are: one line and status 2
//     prepare_nccl();                          before the first call of NCCL
//     HANDLE_NCCL(ncclCommInitAll(...));       the call failed: its text, place and reason on stderr, exit status 1
//     double begin = host_seconds();
//
// Events measure on one GPU. What several GPUs do together is measured by the host, which waits for all of them.
#pragma once

#include <nccl.h>
#include <stdlib.h>
#include <time.h>

#include "book.h"

inline void handle_nccl(ncclResult_t result, const char *call, const char *file, int line)
{
    if (result == ncclSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, ncclGetErrorString(result),
            ncclGetLastError(NULL));
    exit(EXIT_FAILURE);
}

#define HANDLE_NCCL(call) handle_nccl((call), #call, __FILE__, __LINE__)

// NVLink multicast (NVLS) stays off unless the user sets it: NCCL cannot start with it where the machine's fabric is
// not shared with the container.
inline void prepare_nccl(void)
{
    setenv("NCCL_NVLS_ENABLE", "0", 0);
}

inline int gpus_to_use(int wanted)
{
    int here;
    HANDLE_ERROR(cudaGetDeviceCount(&here));
    if (wanted > here) {
        fprintf(stderr, "%s: --gpus %d, but here %s %d\n", program_name(), wanted, here == 1 ? "is" : "are", here);
        exit(2);
    }
    return wanted == 0 ? here : wanted;
}

inline double host_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
