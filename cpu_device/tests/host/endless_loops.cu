// SPDX-License-Identifier: MIT
// endless_loops.cu: kernels that never end, in ways that are no deadlock. After some seconds, and when a signal ends
// the program, one line says where the threads are; the reports so far and the summary come, too.
// plain exits 130
// plain says Error: race on shared memory
// plain says kernel plain, launched at endless_loops.cu:{launch}, has been running for
// plain says block (0,0,0): thread (1,0,0) at endless_loops.cu:
// plain says SUMMARY: 1 error, 0 warnings
// late exits 130
// late says Error: race on shared memory
// late says has been running for
// late says block (0,0,0): thread (1,0,0) at endless_loops.cu:
// late says has been running for
// late says SUMMARY: 1 error, 0 warnings
// sleeps exits 130
// sleeps says Error: race on shared memory
// sleeps says block (0,0,0)
// sleeps says at endless_loops.cu:{sleep}
// sleeps says SUMMARY: 1 error, 0 warnings
// meets exits 130
// meets says Error: race on shared memory
// meets says block (0,0,0)
// meets says 64 threads in __syncthreads() at endless_loops.cu:{meet}
// meets says SUMMARY: 1 error, 0 warnings
// clock exits 130
// clock says Error: race on shared memory
// clock says block (0,0,0)
// clock says at endless_loops.cu:{clock}
// clock says SUMMARY: 1 error, 0 warnings
// stores exits 130
// stores says Error: race on shared memory
// stores says block (0,0,0): thread (1,0,0) at endless_loops.cu:
// stores says SUMMARY: 1 error, 0 warnings
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/wait.h>
#include <unistd.h>

__device__ void begin(volatile int *begun, int *out)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = (int)threadIdx.x;
    out[threadIdx.x] = cache[63 - threadIdx.x]; // a race
    __syncthreads();
    *begun = 1;
}

__global__ void plain(volatile int *begun, int *out)
{
    begin(begun, out);
    while (true)
        ;
}

__global__ void sleeps(volatile int *begun, int *out)
{
    begin(begun, out);
    while (true)
        __nanosleep(100); // {sleep}
}

__global__ void meets(volatile int *begun, int *out)
{
    begin(begun, out);
    while (true)
        __syncthreads(); // {meet}
}

__global__ void reads_clock(volatile int *begun, int *out)
{
    begin(begun, out);
    while (clock64() != 0) // {clock}
        ;
}

__global__ void stores(volatile int *begun, int *out)
{
    begin(begun, out);
    for (int i = 0; true; i++)
        out[threadIdx.x] = i;
}

int run(const char *what)
{
    volatile int *begun;
    int *out;
    if (cudaMallocHost((void **)&begun, sizeof *begun) || cudaMalloc(&out, 64 * sizeof *out))
        return 1;
    *begun = 0;
    const bool late = strcmp(what, "late") == 0;
    if (late || strcmp(what, "plain") == 0)
        plain<<<1, 64>>>(begun, out); // {launch}
    else if (strcmp(what, "sleeps") == 0)
        sleeps<<<1, 64>>>(begun, out);
    else if (strcmp(what, "meets") == 0)
        meets<<<1, 64>>>(begun, out);
    else if (strcmp(what, "clock") == 0)
        reads_clock<<<1, 64>>>(begun, out);
    else
        stores<<<1, 64>>>(begun, out);
    while (*begun == 0 || (late && clock() < 4 * CLOCKS_PER_SEC))
        usleep(10000);
    usleep(300000);
    raise(SIGINT);
    return 1;
}

int main(int, char **argv)
{
    const pid_t child = fork(); // before it has called CUDA
    if (child == 0)
        return run(argv[1]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 1;
}
