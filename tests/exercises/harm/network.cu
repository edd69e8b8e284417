// SPDX-License-Identifier: MIT
// Connects to the machine itself and to another: there is no network, and what is left is a solution. Status: 0
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "judge/add.h"

__attribute__((constructor)) static void harm()
{
    for (const char *address : {"127.0.0.1", "1.1.1.1"})
        for (int port : {22, 53, 80, 443, 48765}) {
            struct sockaddr_in to = {};
            to.sin_family = AF_INET;
            to.sin_port = htons(port);
            inet_pton(AF_INET, address, &to.sin_addr);
            int s = socket(AF_INET, SOCK_STREAM, 0);
            if (s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0)
                _Exit(9);
        }
}

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
