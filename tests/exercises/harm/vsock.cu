// SPDX-License-Identifier: MIT
// Makes sockets of kinds that know no network namespace, or whose buffers belong to no process. Status: 0
#include <stdlib.h>
#include <sys/socket.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    int pair[2];
    for (int family : {AF_VSOCK, AF_NETLINK, AF_ALG, AF_UNIX})
        if (socket(family, SOCK_STREAM, 0) >= 0)
            _Exit(9);
    _Exit(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 ? 9 : 0);
}

__global__ void add(const int *, const int *, int *, int) {}
