// SPDX-License-Identifier: MIT
// argument_destructor.cu: a kernel's argument with a destructor. CUDA copies its bytes to the device, and destroys the
// host's copy after the launch, once, also where the launch is refused; no thread runs a destructor. These are an
// H100's numbers with CUDA 13.0.
// CPU prints an object: 1 destroyed, 512 threads see it
// CPU prints a temporary: 1 destroyed, 512 threads see it
// CPU prints two launches: 2 destroyed, 1024 threads see it
// CPU prints a refused launch: 1 destroyed, 0 threads see it
#include <stdio.h>

#include "../handle_error.h"

static int destroyed;

struct marked { // its copy constructor is trivial
    int value, *seen;
    ~marked()
    {
        destroyed++;
        value = 0;
    }
};

__global__ void count(marked argument)
{
    if (argument.value == 42)
        atomicAdd(argument.seen, 1);
    __syncthreads(); // each thread has an argument of its own, until its end
    argument.value = 0;
}

static void show(const char *what, int *seen)
{
    int threads = 0;
    int at_once = destroyed;
    HANDLE_ERROR(cudaMemcpy(&threads, seen, sizeof threads, cudaMemcpyDeviceToHost));
    if (destroyed != at_once)
        printf("destroyed after the kernel: %d\n", destroyed - at_once);
    printf("%s: %d destroyed, %d threads see it\n", what, destroyed, threads);
    HANDLE_ERROR(cudaMemset(seen, 0, sizeof threads));
    destroyed = 0;
}

int main(void)
{
    int *seen;
    HANDLE_ERROR(cudaMalloc((void **)&seen, sizeof *seen));
    HANDLE_ERROR(cudaMemset(seen, 0, sizeof *seen));
    {
        marked object = {42, seen};
        count<<<4, 128>>>(object);
        HANDLE_ERROR(cudaGetLastError());
        show("an object", seen);
        count<<<4, 128>>>(marked{42, seen});
        HANDLE_ERROR(cudaGetLastError());
        show("a temporary", seen);
        count<<<4, 128>>>(object);
        count<<<4, 128>>>(object);
        HANDLE_ERROR(cudaGetLastError());
        show("two launches", seen);
        count<<<4, 4096>>>(object);
        if (cudaGetLastError() == cudaSuccess)
            return 1;
        show("a refused launch", seen);
        if (object.value != 42)
            return 1;
    }
    HANDLE_ERROR(cudaFree(seen));
    return destroyed != 1;
}
