// SPDX-License-Identifier: MIT
// median.h: the middle one of what several runs measured, since a mean follows the one run that was disturbed.
//
//     double values[15] = ...;
//     double middle = median(values, 15); // sorts the values
#pragma once

#include <stdlib.h>

inline int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

inline double median(double *values, int count)
{
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}
