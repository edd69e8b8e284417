// SPDX-License-Identifier: MIT
// launch_without_arguments.cu: a launch without its list of arguments.
// CPU exits 1
// CPU says launch_without_arguments.cu:{launch}: error: '>>>' is not followed by the arguments of the kernel
__global__ void k() {}
int main()
{
    k<<<1, 1>>>; // {launch}
    return 0;
}
