// SPDX-License-Identifier: MIT
// wrong_argument.cu: a kernel gets a pointer to another type than its parameter has.
// CPU exits 1
// CPU says wrong_argument.cu:{launch}
// CPU says error: cannot convert
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
