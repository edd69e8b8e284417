// SPDX-License-Identifier: MIT
#include "../registers.h"

#include <algorithm>
#include <csetjmp>
#include <cstring>

namespace cpu_device
{
void read_registers(char (&values)[registers_size])
{
    jmp_buf registers;
    memset(&registers, 0, sizeof registers);
    memset(values, 0, sizeof values);
    _setjmp(registers);
    memcpy(values, registers[0].__jmpbuf, std::min(sizeof values, sizeof registers[0].__jmpbuf));
}
} // namespace cpu_device
