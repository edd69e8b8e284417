// SPDX-License-Identifier: MIT
// fork_first.cu: a process that forks before its first CUDA call may use CUDA in both, and may run other programs
// later.
// CPU prints the child's sum: 2016
// CPU prints the parent's sum: 2016
// CPU prints another program: 0
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../handle_error.h"

__global__ void number(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

static void sum(const char *whose)
{
    int *dev, a[64], total = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof a));
    number<<<1, 64>>>(dev);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(a, dev, sizeof a, cudaMemcpyDeviceToHost));
    for (int value : a)
        total += value;
    printf("%s sum: %d\n", whose, total);
    HANDLE_ERROR(cudaFree(dev));
}

int main(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        sum("the child's");
        return 0;
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
    sum("the parent's");
    fflush(stdout);
    printf("another program: %d\n", system("true"));
    return 0;
}
