// SPDX-License-Identifier: MIT
// ipc_memory.cu: one process's device memory in another: the child doubles what the parent has put there.

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../handle_error.h"

const int N = 1000;

__global__ void twice(int *data)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < N)
        data[i] *= 2;
}

static void must(bool ok)
{
    if (!ok) {
        fprintf(stderr, "a pipe is broken\n");
        exit(EXIT_FAILURE);
    }
}

// Exit status: how many calls did not do what they should.
static int child(int from_parent)
{
    cudaIpcMemHandle_t handle;
    must(read(from_parent, &handle, sizeof handle) == sizeof handle);
    int *data, *again, wrong = 0;
    HANDLE_ERROR(cudaIpcOpenMemHandle((void **)&data, handle, cudaIpcMemLazyEnablePeerAccess));
    HANDLE_ERROR(cudaIpcOpenMemHandle((void **)&again, handle, cudaIpcMemLazyEnablePeerAccess));
    wrong += again != data;
    twice<<<(N + 255) / 256, 256>>>(data);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaIpcCloseMemHandle(data));
    HANDLE_ERROR(cudaIpcCloseMemHandle(data));
    return wrong;
}

int main(void)
{
    int to_child[2], status = -1, host[N];
    must(pipe(to_child) == 0);
    const pid_t process = fork(); // before the first call of CUDA
    must(process >= 0);
    if (process == 0) {
        close(to_child[1]);
        return child(to_child[0]);
    }
    close(to_child[0]);
    for (int i = 0; i < N; ++i)
        host[i] = i;
    int *data;
    cudaIpcMemHandle_t handle;
    HANDLE_ERROR(cudaMalloc(&data, sizeof host));
    HANDLE_ERROR(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaIpcGetMemHandle(&handle, data));
    must(write(to_child[1], &handle, sizeof handle) == sizeof handle);
    waitpid(process, &status, 0);
    HANDLE_ERROR(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    int right = 0;
    for (int i = 0; i < N; ++i)
        right += host[i] == 2 * i;
    printf("the child's status %d, %d of %d right\n", status, right, N);
    HANDLE_ERROR(cudaFree(data));
    return 0;
}
