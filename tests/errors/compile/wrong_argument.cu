// SPDX-License-Identifier: MIT
// CPU exits 1
// CPU says wrong_argument.cu:{launch}
__global__ void k(int *a)
{
    a[0] = 1;
}
int main()
{
    float *a = 0;
    k<<<1, 1>>>(a); // {launch}
    return 0;
}
