// SPDX-License-Identifier: MIT
// CPU exits 1
// CPU says launch_without_block.cu:{launch}: error: a launch needs a grid and a block: <<<blocks, threads>>>
__global__ void k() {}
int main()
{
    k<<<1>>>(); // {launch}
    return 0;
}
