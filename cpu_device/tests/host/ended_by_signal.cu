// SPDX-License-Identifier: MIT
// ended_by_signal.cu: a signal ends a program while a kernel runs that has a race and waits for ever. The report and
// the summary come first; and a handler of the program's own is left alone.
// running exits 143
// running says Error: race on shared memory
// running says reads at ended_by_signal.cu:{read}
// running says writes at ended_by_signal.cu:{write}
// running says SUMMARY: 1 error, 0 warnings
// over exits 130
// over says Error: race on shared memory
// over says SUMMARY: 1 error, 0 warnings
// silent exits 130
// own exits 3
// own says Error: race on shared memory
// own says SUMMARY: 1 error, 0 warnings
// own prints before: the default; the handler ran
// again exits 130
// again says Error: race on shared memory
// again says SUMMARY: 1 error, 0 warnings
// again prints the handler ran
// ignored exits 3
// ignored says Error: race on shared memory
// ignored says SUMMARY: 1 error, 0 warnings
// child exits 3
// child says Error: race on shared memory
// child says SUMMARY: 1 error, 0 warnings
// child prints the child ended by signal 15
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void race(const volatile int *stop, volatile int *begun, int *out, bool is_sound)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = (int)threadIdx.x; // {write}
    if (is_sound)
        __syncthreads();
    out[threadIdx.x] = cache[63 - threadIdx.x]; // {read}
    __syncthreads();
    if (threadIdx.x == 0)
        *begun = 1;
    while (*stop == 0)
        ;
}

volatile sig_atomic_t handled = 0;
void handle(int)
{
    handled = 1;
}

int run(const char *what)
{
    volatile int *stop, *begun;
    int *out;
    cudaHostAlloc((void **)&stop, sizeof *stop, cudaHostAllocMapped);
    cudaHostAlloc((void **)&begun, sizeof *begun, cudaHostAllocMapped);
    cudaMalloc(&out, 64 * sizeof *out);
    const bool waits = strcmp(what, "running") == 0;
    *stop = !waits;
    *begun = 0;
    race<<<1, 64>>>((int *)stop, (int *)begun, out, strcmp(what, "silent") == 0);
    if (waits) {
        while (*begun == 0)
            ;
        raise(SIGTERM);
    }
    cudaDeviceSynchronize();
    if (strcmp(what, "own") == 0) {
        void (*before)(int) = signal(SIGINT, handle);
        raise(SIGINT);
        printf("before: %s; the handler %s\n", before == SIG_DFL ? "the default" : "another",
               handled ? "ran" : "did not");
    } else if (strcmp(what, "again") == 0) {
        signal(SIGINT, handle);
        raise(SIGINT);
        printf("the handler %s\n", handled ? "ran" : "did not");
        fflush(stdout);
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    } else if (strcmp(what, "ignored") == 0) {
        signal(SIGINT, SIG_IGN);
        raise(SIGINT);
    } else if (strcmp(what, "child") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            raise(SIGTERM);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("the child ended by signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    } else {
        raise(SIGINT);
    }
    cudaFreeHost((void *)stop);
    cudaFreeHost((void *)begun);
    cudaFree(out);
    return 0;
}

// As a shell does it, the signal that ended the program becomes its exit status.
int main(int count, char **words)
{
    const pid_t child = fork();
    if (child == 0)
        exit(run(count > 1 ? words[1] : ""));
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
