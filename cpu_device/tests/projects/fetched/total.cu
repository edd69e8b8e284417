// SPDX-License-Identifier: MIT
#include "sums.h"
#include <stdio.h>

int main()
{
    int words[300];
    for (int i = 0; i < 300; i++)
        words[i] = 2 * i + 1;
    int sum = total(words, 300);
    printf("%d\n", sum);
    return sum == 300 * 300 ? 0 : 1;
}
