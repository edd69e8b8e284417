// SPDX-License-Identifier: MIT
// report_while_running.cu: a kernel has a race and then waits. Its report comes while the kernel still runs: the host
// waits for the report, and only then lets the kernel end.
// CPU exits 3
// CPU says Error: race on shared memory
// CPU says kernel wait_after_race, block (0,0,0), cache
// CPU says reads at report_while_running.cu:{read}
// CPU says writes at report_while_running.cu:{write}
// CPU says SUMMARY: 1 error, 0 warnings
// CPU prints the report came first
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

__global__ void wait_after_race(const volatile int *stop, int *out)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = (int)threadIdx.x;      // {write}
    out[threadIdx.x] = cache[63 - threadIdx.x]; // {read}
    while (*stop == 0)
        ;
}

int main()
{
    volatile int *stop;
    int *out;
    cudaHostAlloc((void **)&stop, sizeof *stop, cudaHostAllocMapped);
    cudaMalloc(&out, 64 * sizeof *out);
    *stop = 0;

    // From here on the program itself reads what the device writes to standard error.
    int ends[2], standard_error = dup(STDERR_FILENO);
    if (pipe(ends) != 0)
        return 1;
    dup2(ends[1], STDERR_FILENO);

    wait_after_race<<<1, 64>>>((int *)stop, out);
    std::string said;
    char some[1000];
    while (said.find("between them") == std::string::npos) {
        ssize_t size = read(ends[0], some, sizeof some);
        if (size <= 0)
            return 1;
        said.append(some, (size_t)size);
    }
    dup2(standard_error, STDERR_FILENO);
    fputs(said.c_str(), stderr);
    *stop = 1;
    if (cudaDeviceSynchronize() == cudaSuccess)
        printf("the report came first\n");
    cudaFreeHost((void *)stop);
    cudaFree(out);
}
