// SPDX-License-Identifier: MIT
// unknown_function.cu: a function of the runtime that the device does not have.
// CPU exits 1
// CPU says unknown_function.cu:{call}
// CPU says error: the CPU device has no cudaImportExternalMemory
int main()
{
    cudaImportExternalMemory(0, 0); // {call}
    return 0;
}
