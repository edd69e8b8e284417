// SPDX-License-Identifier: MIT
// ptx_unknown_instruction.cu: inline PTX with an instruction that the device does not have.
// CPU exits 1
// CPU says ptx_unknown_instruction.cu:{asm}: error: the CPU device has no PTX instruction mapa.u64
static __global__ void k(unsigned long long *out)
{
    unsigned long long address;
    asm volatile("mapa.u64 %0, %1, 0;" : "=l"(address) : "l"(out)); // {asm}
    *out = address;
}

int main()
{
    k<<<1, 1>>>(nullptr);
}
