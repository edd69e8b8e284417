// SPDX-License-Identifier: MIT
// main_exits_alone.cu: main() leaves by pthread_exit() while another thread uses CUDA. The program ends with that
// thread; with the argument "stays", which stays, it ends by a signal.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__global__ void store(int *p)
{
    *p = 7;
}

static void *use(void *stays)
{
    int *dev, host = 0;
    usleep(100000);
    if (cudaMalloc(&dev, sizeof *dev) != cudaSuccess)
        return NULL;
    store<<<1, 1>>>(dev);
    cudaMemcpy(&host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("stored %d\n", host);
    fflush(stdout);
    while (stays != NULL)
        pause();
    return NULL;
}

int main(int count, char **)
{
    pthread_t thread;
    cudaFree(0); // the device's threads are there
    pthread_create(&thread, NULL, use, count > 1 ? &count : NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}
