// SPDX-License-Identifier: MIT
// ptx_unknown_instruction.cu: inline PTX with an instruction that the device does not have.
// CPU exits 1
// CPU says ptx_unknown_instruction.cu:{asm}: error: the CPU device has no PTX instruction szext.wrap.s32
static __global__ void k(int *out)
{
    int extended;
    asm volatile("szext.wrap.s32 %0, %1, 5;" : "=r"(extended) : "r"(*out)); // {asm}
    *out = extended;
}

int main()
{
    k<<<1, 1>>>(nullptr);
}
