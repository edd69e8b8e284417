// SPDX-License-Identifier: MIT
// early_end.cu: a program that ends with an error of a call is not blamed for what it has not freed.
// CPU exits 1
// CPU finds refused-call: at {set}
// CPU says SUMMARY: 1 error, 0 warnings
int main()
{
    char *a;
    if (cudaMalloc(&a, 1000) != cudaSuccess)
        return 2;
    return cudaMemset(a, 0, 1001) == cudaErrorInvalidValue; // {set}
}
