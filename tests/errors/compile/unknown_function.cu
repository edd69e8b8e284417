// SPDX-License-Identifier: MIT
// CPU exits 1
// CPU says unknown_function.cu:{call}
// CPU says cudaIpcOpenMemHandle
int main()
{
    cudaIpcOpenMemHandle(0, 0, 0); // {call}
    return 0;
}
