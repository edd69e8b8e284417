// SPDX-License-Identifier: MIT
#include "refused_division.h"

#include <cstring>

#include "../zero_divisions.h"

namespace cpu_device
{
#if defined(__x86_64__)
namespace
{
// A register of a general-purpose number, as instructions have them.
greg_t register_of(const ucontext_t &context, unsigned number)
{
    static const int of_number[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return context.uc_mcontext.gregs[of_number[number]];
}

int64_t extended(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}
} // namespace

refused_division::refused_division(void *context) : context_(static_cast<ucontext_t *>(context))
{
    read();
}

// The address of an operand in memory; `at` goes past the bytes that say it.
uint64_t refused_division::read_address(const uint8_t *&at, unsigned rex, unsigned mode, unsigned low) const
{
    uint64_t address = 0;
    bool wide = mode == 2; // a displacement of 4 bytes
    const bool of_code = mode == 0 && low == 5;
    if (low == 4) {
        const unsigned base = *at & 7, index = (*at >> 3 & 7) | (rex & 2) << 2, scale = *at >> 6;
        ++at;
        const bool without_base = mode == 0 && base == 5;
        wide |= without_base;
        address = without_base ? 0 : (uint64_t)register_of(*context_, base | (rex & 1) << 3);
        address += index != 4 ? (uint64_t)register_of(*context_, index) << scale : 0;
    } else if (!of_code) {
        address = (uint64_t)register_of(*context_, low | (rex & 1) << 3);
    }
    int32_t displacement = 0;
    if (wide || of_code)
        memcpy(&displacement, at, sizeof displacement);
    else if (mode == 1)
        displacement = (int8_t)*at;
    at += wide || of_code ? 4 : mode == 1 ? 1 : 0;
    return (of_code ? (uint64_t)at : address) + (uint64_t)(int64_t)displacement;
}

// f6 and f7 with 6 (div) or 7 (idiv) in the byte after; a prefix 66 for 16 bits, a prefix 48 to 4f for 64.
void refused_division::read()
{
    const auto *begin = reinterpret_cast<const uint8_t *>(context_->uc_mcontext.gregs[REG_RIP]), *at = begin;
    const bool is_narrow = *at == 0x66;
    at += is_narrow;
    const unsigned rex = (*at & 0xf0) == 0x40 ? *at++ : 0, opcode = *at++, kind = *at >> 3 & 7;
    if ((opcode != 0xf6 && opcode != 0xf7) || kind < 6)
        return;
    is_signed_ = kind == 7;
    bits_ = opcode == 0xf6 ? 8 : rex & 8 ? 64 : is_narrow ? 16 : 32;
    const unsigned mode = *at >> 6, low = *at & 7;
    ++at;
    uint64_t value = 0;
    if (mode != 3) {
        const uint64_t address = read_address(at, rex, mode, low);
        memcpy(&value, reinterpret_cast<const void *>(address), bits_ / 8);
    } else if (bits_ == 8 && rex == 0 && low >= 4) { // ah, ch, dh, bh
        value = (uint64_t)register_of(*context_, low - 4) >> 8;
    } else {
        value = (uint64_t)register_of(*context_, low | (rex & 1) << 3);
    }
    divisor_ = extended(value, bits_);
    length_ = (size_t)(at - begin);
}

void refused_division::give(uint64_t quotient, uint64_t remainder)
{
    greg_t *registers = context_->uc_mcontext.gregs;
    const auto replace = [&](int which, uint64_t mask, uint64_t value) {
        registers[which] = (greg_t)(((uint64_t)registers[which] & ~mask) | (value & mask));
    };
    if (bits_ == 8) {
        replace(REG_RAX, 0xffff, (remainder & 0xff) << 8 | (quotient & 0xff));
    } else {
        const uint64_t mask = bits_ == 16 ? 0xffff : UINT64_MAX; // the upper half of 32 bits becomes zero
        const uint64_t kept = UINT64_MAX >> (64 - bits_);
        replace(REG_RAX, mask, quotient & kept);
        replace(REG_RDX, mask, remainder & kept);
    }
    registers[REG_RIP] += (greg_t)length_;
}

void refused_division::give_of_zero()
{
    const uint64_t x = bits_ == 64 ? (uint64_t)context_->uc_mcontext.gregs[REG_RAX] : UINT64_MAX;
    give(divided_by_zero(x), divided_by_zero(x));
}

void refused_division::give_smallest()
{
    give(1ull << (bits_ - 1), 0);
}
#else
refused_division::refused_division(void *context) : context_(static_cast<ucontext_t *>(context)) {}
void refused_division::give_of_zero() {}
void refused_division::give_smallest() {}
#endif
} // namespace cpu_device
