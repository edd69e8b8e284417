// SPDX-License-Identifier: MIT
// ptx_unknown_register.cu: inline PTX with a register that the device does not have.
// CPU exits 1
// CPU says ptx_unknown_register.cu:{asm}: error: the CPU device has no PTX register %envreg0
static __global__ void k(unsigned *out)
{
    asm("mov.u32 %0, %%envreg0;" // {asm}
        : "=r"(*out));
}

int main()
{
    k<<<1, 1>>>(nullptr);
}
