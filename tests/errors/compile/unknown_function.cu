// SPDX-License-Identifier: MIT
// CPU exits 1
// CPU says unknown_function.cu:{call}
// CPU says cudaGraphCreate
int main()
{
    cudaGraphCreate(0, 0); // {call}
    return 0;
}
