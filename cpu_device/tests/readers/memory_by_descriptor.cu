// SPDX-License-Identifier: MIT
// memory_by_descriptor.cu: a parent and a child share device memory by a file descriptor that is sent through a socket
// Feature: cuMemExportToShareableHandle, cuMemImportFromShareableHandle, fork before CUDA begins, SCM_RIGHTS
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define DRV(x)                                                                                                         \
    do {                                                                                                               \
        CUresult r = (x);                                                                                              \
        if (r != CUDA_SUCCESS) {                                                                                       \
            const char *s = "?";                                                                                       \
            cuGetErrorName(r, &s);                                                                                     \
            fprintf(stderr, "%d: %s: %s\n", (int)getpid(), #x, s);                                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void add_each(int *data, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += i * k;
}

static void send_fd(int socket, int fd)
{
    char byte = 'x', room[CMSG_SPACE(sizeof(int))] = {};
    struct iovec part = {&byte, 1};
    struct msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    if (sendmsg(socket, &message, 0) != 1)
        exit(1);
}

static int receive_fd(int socket)
{
    char byte, room[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&byte, 1};
    struct msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    if (recvmsg(socket, &message, 0) != 1)
        exit(1);
    int fd;
    memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
    return fd;
}

static CUdeviceptr map_all(CUmemGenericAllocationHandle handle, size_t bytes)
{
    CUdeviceptr at;
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DRV(cuMemAddressReserve(&at, bytes, 0, 0, 0));
    DRV(cuMemMap(at, bytes, 0, handle, 0));
    DRV(cuMemSetAccess(at, bytes, &access, 1));
    return at;
}

static void unmap_all(CUdeviceptr at, size_t bytes, CUmemGenericAllocationHandle handle)
{
    DRV(cuMemUnmap(at, bytes));
    DRV(cuMemRelease(handle));
    DRV(cuMemAddressFree(at, bytes));
}

static void begin(void)
{
    CUcontext context;
    DRV(cuInit(0));
    DRV(cuDevicePrimaryCtxRetain(&context, 0));
    DRV(cuCtxSetCurrent(context));
}

static const size_t bytes = 2 << 20;
static const int n = (2 << 20) / sizeof(int);

static void child(int socket)
{
    char token;
    CUmemGenericAllocationHandle handle;
    begin();
    int fd = receive_fd(socket);
    DRV(cuMemImportFromShareableHandle(&handle, (void *)(uintptr_t)fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    close(fd);
    CUdeviceptr data = map_all(handle, bytes);
    add_each<<<n / 256, 256>>>((int *)data, n, 2);
    DRV(cuCtxSynchronize());
    if (write(socket, "d", 1) != 1 || read(socket, &token, 1) != 1) // done; and the parent has read it
        exit(1);
    unmap_all(data, bytes, handle);
    exit(0);
}

int main(void)
{
    int sockets[2], fd, status = 1;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        return 1;
    const pid_t pid = fork();
    if (pid == 0) {
        close(sockets[0]);
        child(sockets[1]);
    }
    close(sockets[1]);
    begin();
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CUmemGenericAllocationHandle handle;
    DRV(cuMemCreate(&handle, bytes, &prop, 0));
    CUdeviceptr data = map_all(handle, bytes);
    DRV(cuMemsetD32(data, 5, n));
    add_each<<<n / 256, 256>>>((int *)data, n, 1);
    DRV(cuCtxSynchronize());
    DRV(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    send_fd(sockets[0], fd);
    close(fd);
    char token;
    if (read(sockets[0], &token, 1) != 1)
        return 1;
    int *host = (int *)malloc(bytes), wrong = 0;
    DRV(cuMemcpyDtoH(host, data, bytes));
    if (write(sockets[0], "r", 1) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        wrong += host[i] != 5 + 3 * i;
    waitpid(pid, &status, 0);
    unmap_all(data, bytes, handle);
    printf("%d numbers, %d wrong, the child's status is %d\n", n, wrong, status);
    free(host);
    return wrong != 0 || status != 0;
}
