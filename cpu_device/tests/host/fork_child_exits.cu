// SPDX-License-Identifier: MIT
// fork_child_exits.cu: a child process that just ends is silent, and its status is its own: its parent's memory is no
// leak of its, and its parent's errors and unfetched output are its parent's.
// CPU exits 3
// CPU prints a child's status: 0, it said 0 bytes
// CPU prints a child's status: 5, it said 0 bytes
// CPU prints 1 + 1 = 2
// CPU says Error: race on shared memory
// CPU says SUMMARY: 1 error, 0 warnings
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../handle_error.h"

__global__ void turn_round(int *a)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = cache[63 - threadIdx.x]; // no __syncthreads()
}

__global__ void add(int a, int b)
{
    printf("%d + %d = %d\n", a, b, a + b);
}

int main(void)
{
    int *dev, status;
    HANDLE_ERROR(cudaMalloc((void **)&dev, 64 * sizeof *dev));
    HANDLE_ERROR(cudaMemset(dev, 0, 64 * sizeof *dev));
    turn_round<<<1, 64>>>(dev);
    HANDLE_ERROR(cudaDeviceSynchronize());
    cudaEvent_t done;
    HANDLE_ERROR(cudaEventCreate(&done));
    add<<<1, 1>>>(1, 1);
    HANDLE_ERROR(cudaEventRecord(done));
    while (cudaEventQuery(done) == cudaErrorNotReady) // which fetches no output
        ;
    for (int ends_with : {0, 5}) {
        int ends[2], said = 0;
        fflush(stdout);
        if (pipe(ends) != 0)
            return 1;
        pid_t pid = fork();
        if (pid == 0) {
            dup2(ends[1], STDOUT_FILENO);
            dup2(ends[1], STDERR_FILENO);
            close(ends[0]);
            close(ends[1]);
            return ends_with;
        }
        close(ends[1]);
        for (char byte; read(ends[0], &byte, 1) == 1;)
            said++;
        close(ends[0]);
        if (pid < 0 || waitpid(pid, &status, 0) != pid)
            return 1;
        printf("a child's status: %d, it said %d bytes\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1, said);
    }
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaEventDestroy(done));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
