// SPDX-License-Identifier: MIT
// leak_after_refusal.cu: a refused call in between hides no leak.
// CPU finds leak
// CPU says from cudaMalloc at leak_after_refusal.cu:{malloc}: cudaFree() is missing
int main()
{
    char *a;
    if (cudaMalloc(&a, 1000) != cudaSuccess) // {malloc}
        return 1;
    return cudaMemset(a, 0, 1001) != cudaErrorInvalidValue;
}
