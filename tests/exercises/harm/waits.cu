// SPDX-License-Identifier: MIT
// Its kernel never ends. Grade: takes longer
#include "judge/add.h"

__global__ void add(const int *, const int *, int *c, int)
{
    for (volatile int *flag = c; *flag != -1;)
        ;
}
