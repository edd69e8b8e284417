// SPDX-License-Identifier: MIT
// PTX in asm statements becomes calls of these functions (rewrite/ptx.c): one function for each
// instruction, whose operands are registers, which have bits and no type, and numbers. The names after op_ are PTX's.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "atomics.h"
#include "clusters.h"
#include "math.h"
#include "rounding.h"
#include "threads.h"
#include "warps.h"

namespace cpu_device::ptx
{
using b8 = unsigned8;
using b16 = unsigned16;
using b32 = unsigned32;
using b64 = unsigned64;
using u8 = unsigned8;
using u16 = unsigned16;
using u32 = unsigned32;
using u64 = unsigned64;
using s8 = signed8;
using s16 = signed16;
using s32 = signed32;
using s64 = signed64;
using f32 = float;
using f64 = double;
using pred = bool;

#define CPU_DEVICE_PTX [[gnu::always_inline]] __device__ inline

// --- registers and operands ---

// Narrow numbers are kept as 64 bits: with their sign, where they have one.
struct reg {
    unsigned64 bits;
    __device__ reg &self() // of one that is never read
    {
        return *this;
    }
};

template <class T, class Operand> CPU_DEVICE_PTX T get(const Operand &x)
{
    if constexpr (std::is_arithmetic_v<Operand>)
        return (T)x;
    else if constexpr (std::is_same_v<T, bool>)
        return x.bits != 0;
    else if constexpr (std::is_same_v<T, float>)
        return bits_as<float>((unsigned32)x.bits);
    else if constexpr (std::is_same_v<T, double>)
        return bits_as<double>(x.bits);
    else
        return (T)x.bits;
}

template <class T> CPU_DEVICE_PTX void set(reg &r, T value)
{
    if constexpr (std::is_same_v<T, float>)
        r.bits = bits_as<unsigned32>(value);
    else if constexpr (std::is_same_v<T, double>)
        r.bits = bits_as<unsigned64>(value);
    else
        r.bits = (unsigned64)value;
}

template <char constraint, class T> constexpr bool fits()
{
#ifdef __wasm__ // where addresses and `long` have 32 bits
    if (constraint == 'l' && (std::is_pointer_v<T> || std::is_same_v<T, long> || std::is_same_v<T, unsigned long>))
        return true;
#endif
    return constraint == 'h'                        ? sizeof(T) == 2
           : constraint == 'r' || constraint == 'f' ? sizeof(T) == 4
           : constraint == 'l' || constraint == 'd' ? sizeof(T) == 8
                                                    : true;
}
#define CPU_DEVICE_PTX_FITS(constraint, T)                                                                             \
    static_assert(constraint == 'h' || constraint == 'r' || constraint == 'l' || constraint == 'f' ||                  \
                      constraint == 'd' || constraint == 'n',                                                          \
                  "the CPU device has the operands of PTX \"h\", \"r\", \"l\", \"f\", \"d\" and \"n\"");               \
    static_assert(fits<constraint, T>(), "the size of an operand of PTX does not match its constraint")

// A result of the statement: what it is written to at the end, read at the begin where it was "+r".
template <class T> struct output : reg {
    T &variable;
    __device__ output(T &v, bool reads) : reg{0}, variable(v)
    {
        if (reads)
            __builtin_memcpy(&bits, &v, sizeof v);
    }
    __device__ ~output()
    {
        T value;
        __builtin_memcpy(&value, &bits, sizeof value);
        variable = value;
    }
};

template <char constraint, bool reads, class T> CPU_DEVICE_PTX output<T> out(T &variable)
{
    CPU_DEVICE_PTX_FITS(constraint, T);
    return output<T>(variable, reads);
}

template <char constraint, class T> CPU_DEVICE_PTX reg in(T value)
{
    CPU_DEVICE_PTX_FITS(constraint, T);
    if constexpr (constraint == 'n' && std::is_integral_v<T>) {
        return {(unsigned64)value};
    } else {
        reg r = {0};
        __builtin_memcpy(&r.bits, &value, sizeof value);
        return r;
    }
}

template <class Operand> CPU_DEVICE_PTX reg negated(const Operand &x)
{
    return {!get<bool>(x)};
}
CPU_DEVICE_PTX reg bits_f(unsigned64 bits)
{
    return {bits};
}
CPU_DEVICE_PTX reg bits_d(unsigned64 bits)
{
    return {bits};
}

// In shared memory, an address has 32 bits.
template <class Operand> CPU_DEVICE_PTX char *address(const Operand &x, long long offset = 0)
{
    return (char *)get<u64>(x) + offset;
}
template <class Operand> CPU_DEVICE_PTX char *address_shared(const Operand &x, long long offset = 0)
{
    return (char *)__cvta_shared_to_generic(get<u32>(x)) + offset;
}

template <class Operand> CPU_DEVICE_PTX char *address_cluster(const Operand &x, long long offset = 0)
{
    return (char *)cpu_device_cluster_address(get<u32>(x)) + offset;
}

// --- special registers ---

#define CPU_DEVICE_PTX_SPECIAL(name, T, value)                                                                         \
    CPU_DEVICE_PTX T special_##name()                                                                                  \
    {                                                                                                                  \
        return (T)(value);                                                                                             \
    }
#define CPU_DEVICE_PTX_INDEX(name, variable)                                                                           \
    CPU_DEVICE_PTX_SPECIAL(name##_x, u32, variable.x)                                                                  \
    CPU_DEVICE_PTX_SPECIAL(name##_y, u32, variable.y)                                                                  \
    CPU_DEVICE_PTX_SPECIAL(name##_z, u32, variable.z)
CPU_DEVICE_PTX_INDEX(tid, threadIdx)
CPU_DEVICE_PTX_INDEX(ntid, blockDim)
CPU_DEVICE_PTX_INDEX(ctaid, blockIdx)
CPU_DEVICE_PTX_INDEX(nctaid, gridDim)
CPU_DEVICE_PTX_SPECIAL(laneid, u32, cpu_device_lane())
CPU_DEVICE_PTX_SPECIAL(warpid, u32,
                       (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / (unsigned)warpSize)
CPU_DEVICE_PTX_SPECIAL(nwarpid, u32, 1024 / warpSize)
CPU_DEVICE_PTX_SPECIAL(smid, u32, cpu_device_multiprocessor())
CPU_DEVICE_PTX_SPECIAL(nsmid, u32, cpu_device_multiprocessors())
CPU_DEVICE_PTX_SPECIAL(lanemask_eq, u32, 1u << cpu_device_lane())
CPU_DEVICE_PTX_SPECIAL(lanemask_lt, u32, (1u << cpu_device_lane()) - 1)
CPU_DEVICE_PTX_SPECIAL(lanemask_le, u32, ~0u >> (31 - cpu_device_lane()))
CPU_DEVICE_PTX_SPECIAL(lanemask_gt, u32, ~(~0u >> (31 - cpu_device_lane())))
CPU_DEVICE_PTX_SPECIAL(lanemask_ge, u32, ~0u << cpu_device_lane())
CPU_DEVICE_PTX_SPECIAL(clock, u32, cpu_device_clock())
CPU_DEVICE_PTX_SPECIAL(clock_hi, u32, (u64)cpu_device_clock() >> 32)
CPU_DEVICE_PTX_SPECIAL(clock64, u64, cpu_device_clock())
CPU_DEVICE_PTX_SPECIAL(globaltimer, u64, cpu_device_clock())
CPU_DEVICE_PTX_SPECIAL(globaltimer_lo, u32, cpu_device_clock())
CPU_DEVICE_PTX_SPECIAL(globaltimer_hi, u32, (u64)cpu_device_clock() >> 32)
CPU_DEVICE_PTX_INDEX(clusterid, __clusterIdx())
CPU_DEVICE_PTX_INDEX(nclusterid, __clusterGridDimInClusters())
CPU_DEVICE_PTX_INDEX(cluster_ctaid, __clusterRelativeBlockIdx())
CPU_DEVICE_PTX_INDEX(cluster_nctaid, __clusterDim())
CPU_DEVICE_PTX_SPECIAL(cluster_ctarank, u32, __clusterRelativeBlockRank())
CPU_DEVICE_PTX_SPECIAL(cluster_nctarank, u32, __clusterSizeInBlocks())
#undef CPU_DEVICE_PTX_INDEX
#undef CPU_DEVICE_PTX_SPECIAL

// --- moves ---

template <class T, class A> CPU_DEVICE_PTX void op_mov(reg &d, const A &a)
{
    set<T>(d, get<T>(a));
}
// A vector of parts of T, to T and back; the first part is the low one.
template <class T, class A, class B> CPU_DEVICE_PTX void op_mov_pack(reg &d, const A &a, const B &b)
{
    constexpr unsigned width = 4 * sizeof(T);
    set<T>(d, (T)((get<T>(a) & (((T)1 << width) - 1)) | get<T>(b) << width));
}
template <class T, class A> CPU_DEVICE_PTX void op_mov_unpack(reg &d, reg &e, const A &a)
{
    constexpr unsigned width = 4 * sizeof(T);
    T all = get<T>(a);
    set<T>(d, all & (((T)1 << width) - 1));
    set<T>(e, all >> width);
}
template <class T, class A, class B, class C, class D>
CPU_DEVICE_PTX void op_mov_pack4(reg &d, const A &a, const B &b, const C &c, const D &e)
{
    constexpr unsigned width = 2 * sizeof(T);
    constexpr T part = ((T)1 << width) - 1;
    set<T>(d, (T)((get<T>(a) & part) | (get<T>(b) & part) << width | (get<T>(c) & part) << 2 * width |
                  get<T>(e) << 3 * width));
}
template <class T, class A> CPU_DEVICE_PTX void op_mov_unpack4(reg &d, reg &e, reg &f, reg &g, const A &a)
{
    constexpr unsigned width = 2 * sizeof(T);
    constexpr T part = ((T)1 << width) - 1;
    T all = get<T>(a);
    set<T>(d, all & part);
    set<T>(e, all >> width & part);
    set<T>(f, all >> 2 * width & part);
    set<T>(g, all >> 3 * width);
}

// From S to D. To an integer it saturates; between two numbers of one kind it rounds to a whole one.
template <rounding r, class D, class S, class A> CPU_DEVICE_PTX void op_cvt(reg &d, const A &a)
{
    S x = get<S>(a);
    if constexpr (std::is_floating_point_v<S> && std::is_integral_v<D>)
        set<D>(d, to_integer<r, D>(x));
    else if constexpr (std::is_same_v<D, S> && std::is_floating_point_v<S>)
        set<D>(d, whole<r>(x));
    else if constexpr (std::is_floating_point_v<D>)
        set<D>(d, rounded<r>([](S y) { return (D)y; }, x));
    else
        set<D>(d, (D)x);
}

#define CPU_DEVICE_PTX_CVTA(name, value)                                                                               \
    template <class T, class A> CPU_DEVICE_PTX void op_cvta##name(reg &d, const A &a)                                  \
    {                                                                                                                  \
        set<T>(d, (T)(size_t)(value));                                                                                 \
    }
CPU_DEVICE_PTX_CVTA(, get<u64>(a))
CPU_DEVICE_PTX_CVTA(_to, get<u64>(a))
CPU_DEVICE_PTX_CVTA(_shared, __cvta_shared_to_generic(get<u32>(a)))
CPU_DEVICE_PTX_CVTA(_to_shared, __cvta_generic_to_shared((const void *)get<u64>(a)))
#undef CPU_DEVICE_PTX_CVTA

#define CPU_DEVICE_PTX_SPACE(name, Name)                                                                               \
    template <class A> CPU_DEVICE_PTX void op_isspacep_##name(reg &d, const A &a)                                      \
    {                                                                                                                  \
        set<bool>(d, __is##Name((const void *)get<u64>(a)));                                                           \
    }
CPU_DEVICE_PTX_SPACE(global, Global)
CPU_DEVICE_PTX_SPACE(shared, Shared)
CPU_DEVICE_PTX_SPACE(const, Constant)
CPU_DEVICE_PTX_SPACE(local, Local)
#undef CPU_DEVICE_PTX_SPACE

// --- arithmetic ---

template <class T> using unsigned_of = std::make_unsigned_t<T>;

template <class T> CPU_DEVICE_PTX T high_product(T x, T y)
{
    if constexpr (sizeof(T) == 8)
        return (T)((std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>)x * y >> 64);
    else
        return (T)((std::conditional_t<std::is_signed_v<T>, signed64, unsigned64>)x * y >> 8 * sizeof(T));
}
template <class T> CPU_DEVICE_PTX T low_product(T x, T y)
{
    return (T)((unsigned64)x * (unsigned64)y);
}

// For integers (computed as W: unsigned, so that they wrap) and for numbers that round.
#define CPU_DEVICE_PTX_ROUNDED_2(name, operation, W)                                                                   \
    template <rounding r, class T, class A, class B> CPU_DEVICE_PTX void op_##name(reg &d, const A &a, const B &b)     \
    {                                                                                                                  \
        if constexpr (std::is_floating_point_v<T>)                                                                     \
            set<T>(d, rounded<r>([](T x, T y) -> T { return x operation y; }, get<T>(a), get<T>(b)));                  \
        else                                                                                                           \
            set<T>(d, (T)((W)get<T>(a) operation(W) get<T>(b)));                                                       \
    }
CPU_DEVICE_PTX_ROUNDED_2(add, +, unsigned64)
CPU_DEVICE_PTX_ROUNDED_2(sub, -, unsigned64)
CPU_DEVICE_PTX_ROUNDED_2(mul, *, unsigned64)
CPU_DEVICE_PTX_ROUNDED_2(div, /, T)
#undef CPU_DEVICE_PTX_ROUNDED_2
template <rounding r, class T, class A, class B, class C>
CPU_DEVICE_PTX void op_fma(reg &d, const A &a, const B &b, const C &c)
{
    set<T>(d, rounded<r>([](T x, T y, T z) -> T { return std::fma(x, y, z); }, get<T>(a), get<T>(b), get<T>(c)));
}
template <rounding r, class T, class A, class B, class C>
CPU_DEVICE_PTX void op_mad(reg &d, const A &a, const B &b, const C &c) // of floating point it is the fused one
{
    op_fma<r, T>(d, a, b, c);
}
template <rounding r, class T, class A> CPU_DEVICE_PTX void op_rcp(reg &d, const A &a)
{
    set<T>(d, rounded<r>([](T x) -> T { return 1 / x; }, get<T>(a)));
}
template <rounding r, class T, class A> CPU_DEVICE_PTX void op_sqrt(reg &d, const A &a)
{
    set<T>(d, rounded<r>([](T x) -> T { return std::sqrt(x); }, get<T>(a)));
}

#define CPU_DEVICE_PTX_1(name, expression)                                                                             \
    template <class T, class A> CPU_DEVICE_PTX void op_##name(reg &d, const A &a)                                      \
    {                                                                                                                  \
        const T x = get<T>(a);                                                                                         \
        expression;                                                                                                    \
    }
#define CPU_DEVICE_PTX_2(name, expression)                                                                             \
    template <class T, class A, class B> CPU_DEVICE_PTX void op_##name(reg &d, const A &a, const B &b)                 \
    {                                                                                                                  \
        const T x = get<T>(a), y = get<T>(b);                                                                          \
        expression;                                                                                                    \
    }
#define CPU_DEVICE_PTX_3(name, expression)                                                                             \
    template <class T, class A, class B, class C>                                                                      \
    CPU_DEVICE_PTX void op_##name(reg &d, const A &a, const B &b, const C &c)                                          \
    {                                                                                                                  \
        const T x = get<T>(a), y = get<T>(b), z = get<T>(c);                                                           \
        expression;                                                                                                    \
    }

template <class T> CPU_DEVICE_PTX T saturated(long long x)
{
    constexpr long long low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return (T)(x < low ? low : x > high ? high : x);
}
CPU_DEVICE_PTX_2(add_sat, set<T>(d, saturated<T>((long long)x + y)))
CPU_DEVICE_PTX_2(sub_sat, set<T>(d, saturated<T>((long long)x - y)))

// x + y + carry, and where `keep`, the carry of it; the same of x - y - borrow.
template <class T, bool with, bool keep> CPU_DEVICE_PTX T sum(T x, T y)
{
    unsigned_of<T> first, result;
    bool carry = __builtin_add_overflow((unsigned_of<T>)x, (unsigned_of<T>)y, &first);
    carry |= __builtin_add_overflow(first, (unsigned_of<T>)(with ? cpu_device_carry() : 0), &result);
    if (keep)
        cpu_device_set_carry(carry);
    return (T)result;
}
template <class T, bool with, bool keep> CPU_DEVICE_PTX T difference(T x, T y)
{
    unsigned_of<T> first, result;
    bool borrow = __builtin_sub_overflow((unsigned_of<T>)x, (unsigned_of<T>)y, &first);
    borrow |= __builtin_sub_overflow(first, (unsigned_of<T>)(with ? cpu_device_carry() : 0), &result);
    if (keep)
        cpu_device_set_carry(borrow);
    return (T)result;
}
CPU_DEVICE_PTX_2(add_cc, set<T>(d, (sum<T, false, true>(x, y))))
CPU_DEVICE_PTX_2(addc, set<T>(d, (sum<T, true, false>(x, y))))
CPU_DEVICE_PTX_2(addc_cc, set<T>(d, (sum<T, true, true>(x, y))))
CPU_DEVICE_PTX_2(sub_cc, set<T>(d, (difference<T, false, true>(x, y))))
CPU_DEVICE_PTX_2(subc, set<T>(d, (difference<T, true, false>(x, y))))
CPU_DEVICE_PTX_2(subc_cc, set<T>(d, (difference<T, true, true>(x, y))))
CPU_DEVICE_PTX_2(mul_lo, set<T>(d, low_product(x, y)))
CPU_DEVICE_PTX_2(mul_hi, set<T>(d, high_product(x, y)))
CPU_DEVICE_PTX_3(mad_lo, set<T>(d, (sum<T, false, false>(low_product(x, y), z))))
CPU_DEVICE_PTX_3(mad_hi, set<T>(d, (sum<T, false, false>(high_product(x, y), z))))
CPU_DEVICE_PTX_3(mad_lo_cc, set<T>(d, (sum<T, false, true>(low_product(x, y), z))))
CPU_DEVICE_PTX_3(mad_hi_cc, set<T>(d, (sum<T, false, true>(high_product(x, y), z))))
CPU_DEVICE_PTX_3(madc_lo, set<T>(d, (sum<T, true, false>(low_product(x, y), z))))
CPU_DEVICE_PTX_3(madc_hi, set<T>(d, (sum<T, true, false>(high_product(x, y), z))))
CPU_DEVICE_PTX_3(madc_lo_cc, set<T>(d, (sum<T, true, true>(low_product(x, y), z))))
CPU_DEVICE_PTX_3(madc_hi_cc, set<T>(d, (sum<T, true, true>(high_product(x, y), z))))

template <class T> using twice_as_wide =
    std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, s32, u32>,
                       std::conditional_t<std::is_signed_v<T>, s64, u64>>;
CPU_DEVICE_PTX_2(mul_wide, set<twice_as_wide<T>>(d, (twice_as_wide<T>)x *y))
template <class T, class A, class B, class C>
CPU_DEVICE_PTX void op_mad_wide(reg &d, const A &a, const B &b, const C &c)
{
    using W = twice_as_wide<T>;
    set<W>(d, (W)((u64)((W)get<T>(a) * get<T>(b)) + (u64)get<W>(c)));
}
template <class T> CPU_DEVICE_PTX T low_24(T x) // with their sign
{
    return (T)(x << 8) >> 8;
}
CPU_DEVICE_PTX_2(mul24_lo, set<T>(d, low_product(low_24(x), low_24(y))))
CPU_DEVICE_PTX_2(rem, set<T>(d, x % y))
CPU_DEVICE_PTX_3(sad, set<T>(d, (sum<T, false, false>(z, x < y ? y - x : x - y))))

template <class T> CPU_DEVICE_PTX T least_of(T x, T y)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::fmin(x, y);
    else
        return x < y ? x : y;
}
template <class T> CPU_DEVICE_PTX T greatest_of(T x, T y)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::fmax(x, y);
    else
        return x > y ? x : y;
}
CPU_DEVICE_PTX_2(min, set<T>(d, least_of(x, y)))
CPU_DEVICE_PTX_2(max, set<T>(d, greatest_of(x, y)))
template <class T> CPU_DEVICE_PTX T opposite(T x)
{
    if constexpr (std::is_floating_point_v<T>)
        return -x;
    else
        return (T)(0 - (unsigned64)x);
}
template <class T> CPU_DEVICE_PTX T absolute(T x)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::fabs(x);
    else
        return x < 0 ? opposite(x) : x;
}
CPU_DEVICE_PTX_1(abs, set<T>(d, absolute(x)))
CPU_DEVICE_PTX_1(neg, set<T>(d, opposite(x)))
CPU_DEVICE_PTX_2(copysign, set<T>(d, std::copysign(y, x)))
CPU_DEVICE_PTX_1(rsqrt, set<T>(d, rsqrt(x)))
CPU_DEVICE_PTX_1(sin, set<T>(d, std::sin(x)))
CPU_DEVICE_PTX_1(cos, set<T>(d, std::cos(x)))
CPU_DEVICE_PTX_1(lg2, set<T>(d, std::log2(x)))
CPU_DEVICE_PTX_1(ex2, set<T>(d, std::exp2(x)))
CPU_DEVICE_PTX_1(tanh, set<T>(d, std::tanh(x)))

// Four products of bytes, signed or not each, added up.
template <class Operand, class Y, class A, class B, class C>
CPU_DEVICE_PTX void op_dp4a(reg &d, const A &a, const B &b, const C &c)
{
    using byte_x = std::conditional_t<std::is_signed_v<Operand>, s8, u8>;
    using byte_y = std::conditional_t<std::is_signed_v<Y>, s8, u8>;
    u32 sum = get<u32>(c);
    for (int i = 0; i < 32; i += 8)
        sum += (u32)((int)(byte_x)(get<u32>(a) >> i) * (int)(byte_y)(get<u32>(b) >> i));
    set<u32>(d, sum);
}

// --- bits ---

CPU_DEVICE_PTX_2(and, set<T>(d, x &y))
CPU_DEVICE_PTX_2(or, set<T>(d, x | y))
CPU_DEVICE_PTX_2(xor, set<T>(d, x ^ y))
template <class T> CPU_DEVICE_PTX T inverted(T x)
{
    if constexpr (std::is_same_v<T, bool>)
        return !x;
    else
        return (T)~x;
}
CPU_DEVICE_PTX_1(not, set<T>(d, inverted(x)))
CPU_DEVICE_PTX_1(cnot, set<T>(d, x == 0))
template <class T, class A, class B, class C, class D>
CPU_DEVICE_PTX void op_lop3(reg &d, const A &a, const B &b, const C &c, const D &table)
{
    u32 x = get<u32>(a), y = get<u32>(b), z = get<u32>(c), result = 0;
    for (unsigned i = 0; i < 8; ++i) // the bits for which it holds, of each combination
        if (get<u32>(table) >> i & 1)
            result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
    set<u32>(d, result);
}
template <class T, class A, class B> CPU_DEVICE_PTX void op_shl(reg &d, const A &a, const B &b)
{
    u32 shift = get<u32>(b);
    set<T>(d, shift >= 8 * sizeof(T) ? 0 : (T)((u64)get<T>(a) << shift));
}
template <class T, class A, class B> CPU_DEVICE_PTX void op_shr(reg &d, const A &a, const B &b)
{
    u32 shift = get<u32>(b);
    set<T>(d, get<T>(a) >> (shift >= 8 * sizeof(T) ? 8 * sizeof(T) - 1 : shift) >> (shift >= 8 * sizeof(T)));
}
CPU_DEVICE_PTX_3(shf_l_wrap, set<T>(d, __funnelshift_l(x, y, z)))
CPU_DEVICE_PTX_3(shf_l_clamp, set<T>(d, __funnelshift_lc(x, y, z)))
CPU_DEVICE_PTX_3(shf_r_wrap, set<T>(d, __funnelshift_r(x, y, z)))
CPU_DEVICE_PTX_3(shf_r_clamp, set<T>(d, __funnelshift_rc(x, y, z)))
CPU_DEVICE_PTX_1(popc, set<u32>(d, (u32)__builtin_popcountll(x)))
CPU_DEVICE_PTX_1(clz, set<u32>(d, (u32)leading_zeros(x, 8 * sizeof(T))))
CPU_DEVICE_PTX_1(brev, set<T>(d, reversed(x)))
// The highest bit that differs from the sign; ~0 for none.
template <class T> CPU_DEVICE_PTX u32 highest_bit(T x)
{
    auto bits = (unsigned_of<T>)(x < 0 ? ~x : x);
    return bits == 0 ? ~0u : 8 * (u32)sizeof(T) - 1 - (u32)leading_zeros(bits, 8 * sizeof(T));
}
CPU_DEVICE_PTX_1(bfind, set<u32>(d, highest_bit(x)))
CPU_DEVICE_PTX_1(bfind_shiftamt, set<u32>(d, highest_bit(x) == ~0u ? ~0u : 8 * (u32)sizeof(T) - 1 - highest_bit(x)))
// `length` bits of a, from bit `place` on. Those past the last bit of a are copies of the sign.
template <class T, class A, class B, class C> CPU_DEVICE_PTX void op_bfe(reg &d, const A &a, const B &b, const C &c)
{
    u32 place = get<u32>(b) & 0xff, length = get<u32>(c) & 0xff, width = 8 * sizeof(T);
    T x = get<T>(a), result = 0;
    u32 last = place + length - 1 < width - 1 ? place + length - 1 : width - 1;
    bool sign = std::is_signed_v<T> && length != 0 && (x >> last & 1);
    for (u32 i = 0; i < width; ++i) {
        bool bit = i < length && place + i < width ? x >> (place + i) & 1 : sign;
        result = (T)(result | (T)((u64)bit << i));
    }
    set<T>(d, result);
}
template <class T, class A, class B, class C, class D>
CPU_DEVICE_PTX void op_bfi(reg &d, const A &a, const B &b, const C &c, const D &e)
{
    u32 place = get<u32>(c) & 0xff, length = get<u32>(e) & 0xff;
    T x = get<T>(a), result = get<T>(b);
    for (u32 i = 0; i < length && place + i < 8 * sizeof(T); ++i)
        result = (T)((result & ~((T)1 << (place + i))) | (x >> i & 1) << (place + i));
    set<T>(d, result);
}
template <class T, class A, class B, class C> CPU_DEVICE_PTX void op_prmt(reg &d, const A &a, const B &b, const C &c)
{
    u64 bytes = (u64)get<u32>(b) << 32 | get<u32>(a);
    u32 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        u32 selector = get<u32>(c) >> 4 * i, byte = (u32)(bytes >> 8 * (selector & 7)) & 0xff;
        if (selector & 8) // its sign, eight times
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    set<u32>(d, result);
}
template <class T, class A, class B, class C> CPU_DEVICE_PTX void op_fns(reg &d, const A &a, const B &b, const C &c)
{
    set<u32>(d, __fns(get<u32>(a), get<u32>(b), get<s32>(c)));
}

// --- choice ---

template <class T, class A, class B, class P> CPU_DEVICE_PTX void op_selp(reg &d, const A &a, const B &b, const P &p)
{
    set<T>(d, get<bool>(p) ? get<T>(a) : get<T>(b));
}
template <class T, class S, class A, class B, class C>
CPU_DEVICE_PTX void op_slct(reg &d, const A &a, const B &b, const C &c)
{
    set<T>(d, get<S>(c) >= 0 ? get<T>(a) : get<T>(b));
}

// Those that end in u hold for a NaN too; lo, ls, hi and hs are of unsigned numbers.
enum class comparison {
    is_eq,
    is_ne,
    is_lt,
    is_le,
    is_gt,
    is_ge,
    is_lo,
    is_ls,
    is_hi,
    is_hs,
    is_equ,
    is_neu,
    is_ltu,
    is_leu,
    is_gtu,
    is_geu,
    is_num,
    is_nan
};
template <class T> CPU_DEVICE_PTX bool holds(comparison c, T x, T y)
{
    bool nan = x != x || y != y;
    switch (c) {
    case comparison::is_eq: return x == y;
    case comparison::is_ne: return x != y && !nan;
    case comparison::is_lo:
    case comparison::is_lt: return x < y;
    case comparison::is_ls:
    case comparison::is_le: return x <= y;
    case comparison::is_hi:
    case comparison::is_gt: return x > y;
    case comparison::is_hs:
    case comparison::is_ge: return x >= y;
    case comparison::is_equ: return x == y || nan;
    case comparison::is_neu: return x != y || nan;
    case comparison::is_ltu: return x < y || nan;
    case comparison::is_leu: return x <= y || nan;
    case comparison::is_gtu: return x > y || nan;
    case comparison::is_geu: return x >= y || nan;
    case comparison::is_num: return !nan;
    case comparison::is_nan: return nan;
    }
    return false;
}
template <class T, class A, class B> CPU_DEVICE_PTX void op_setp(comparison c, reg &d, const A &a, const B &b)
{
    set<bool>(d, holds<T>(c, get<T>(a), get<T>(b)));
}
#define CPU_DEVICE_PTX_SETP(name, operation)                                                                           \
    template <class T, class A, class B, class P>                                                                      \
    CPU_DEVICE_PTX void op_setp_##name(comparison c, reg &d, const A &a, const B &b, const P &p)                       \
    {                                                                                                                  \
        set<bool>(d, holds<T>(c, get<T>(a), get<T>(b)) operation get<bool>(p));                                        \
    }
CPU_DEVICE_PTX_SETP(and, &&)
CPU_DEVICE_PTX_SETP(or, ||)
CPU_DEVICE_PTX_SETP(xor, !=)
#undef CPU_DEVICE_PTX_SETP

// --- memory ---

template <class T, unsigned n> struct alignas(n * sizeof(T)) vector {
    T element[n];
};
template <class T> CPU_DEVICE_PTX void op_ld(reg &d, const char *from)
{
    set<T>(d, *(const T *)from);
}
template <class T> CPU_DEVICE_PTX void op_ld_v2(reg &d, reg &e, const char *from)
{
    vector<T, 2> v = *(const vector<T, 2> *)from;
    set<T>(d, v.element[0]);
    set<T>(e, v.element[1]);
}
template <class T> CPU_DEVICE_PTX void op_ld_v4(reg &d, reg &e, reg &f, reg &g, const char *from)
{
    vector<T, 4> v = *(const vector<T, 4> *)from;
    set<T>(d, v.element[0]);
    set<T>(e, v.element[1]);
    set<T>(f, v.element[2]);
    set<T>(g, v.element[3]);
}
template <class T> CPU_DEVICE_PTX void op_ld_nc(reg &d, const char *from)
{
    op_ld<T>(d, static_cast<const char *>(cpu_device_read_only(from, sizeof(T))));
}
template <class T> CPU_DEVICE_PTX void op_ld_nc_v2(reg &d, reg &e, const char *from)
{
    op_ld_v2<T>(d, e, static_cast<const char *>(cpu_device_read_only(from, 2 * sizeof(T))));
}
template <class T> CPU_DEVICE_PTX void op_ld_nc_v4(reg &d, reg &e, reg &f, reg &g, const char *from)
{
    op_ld_v4<T>(d, e, f, g, static_cast<const char *>(cpu_device_read_only(from, 4 * sizeof(T))));
}
template <class T> CPU_DEVICE_PTX void op_ld_volatile(reg &d, const char *from)
{
    set<T>(d, *(const volatile T *)from);
}
template <class T> CPU_DEVICE_PTX void op_ld_acquire(reg &d, const char *from)
{
    op_ld_volatile<T>(d, from);
    __threadfence();
}
template <class T> CPU_DEVICE_PTX void op_ld_acquire_cta(reg &d, const char *from)
{
    op_ld_volatile<T>(d, from);
    __threadfence_block();
}
template <class T, class A> CPU_DEVICE_PTX void op_st(char *to, const A &a)
{
    *(T *)to = get<T>(a);
}
template <class T, class A, class B> CPU_DEVICE_PTX void op_st_v2(char *to, const A &a, const B &b)
{
    *(vector<T, 2> *)to = {{get<T>(a), get<T>(b)}};
}
template <class T, class A, class B, class C, class D>
CPU_DEVICE_PTX void op_st_v4(char *to, const A &a, const B &b, const C &c, const D &e)
{
    *(vector<T, 4> *)to = {{get<T>(a), get<T>(b), get<T>(c), get<T>(e)}};
}
template <class T, class A> CPU_DEVICE_PTX void op_st_volatile(char *to, const A &a)
{
    *(volatile T *)to = get<T>(a);
}
template <class T, class A> CPU_DEVICE_PTX void op_st_release(char *to, const A &a)
{
    __threadfence();
    op_st_volatile<T>(to, a);
}
template <class T, class A> CPU_DEVICE_PTX void op_st_release_cta(char *to, const A &a)
{
    __threadfence_block();
    op_st_volatile<T>(to, a);
}
CPU_DEVICE_PTX void op_prefetch(const char *) {}
CPU_DEVICE_PTX void op_prefetchu(const char *) {}

// The types of the functions for atomics; a sum wraps, with a sign or without.
template <class T> using atomic_of =
    std::conditional_t<sizeof(T) == 8 && std::is_integral_v<T>,
                       std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>, T>;
template <class T> using atomic_sum_of =
    std::conditional_t<sizeof(T) == 8 && std::is_integral_v<T>, unsigned long long, T>;

#define CPU_DEVICE_PTX_ATOMIC(name, function, type)                                                                    \
    template <class T, bool block, bool ordered, class A>                                                              \
    CPU_DEVICE_PTX void op_atom_##name(reg &d, char *at, const A &a)                                                   \
    {                                                                                                                  \
        if (ordered)                                                                                                   \
            block ? __threadfence_block() : __threadfence();                                                           \
        auto *address = (type<T> *)at;                                                                                 \
        set<T>(d, (T)(block ? function##_block(address, (type<T>)get<T>(a)) : function(address, (type<T>)get<T>(a)))); \
        if (ordered)                                                                                                   \
            block ? __threadfence_block() : __threadfence();                                                           \
    }                                                                                                                  \
    template <class T, bool block, bool ordered, class A> CPU_DEVICE_PTX void op_red_##name(char *at, const A &a)      \
    {                                                                                                                  \
        reg old;                                                                                                       \
        op_atom_##name<T, block, ordered>(old, at, a);                                                                 \
    }
CPU_DEVICE_PTX_ATOMIC(add, atomicAdd, atomic_sum_of)
CPU_DEVICE_PTX_ATOMIC(min, atomicMin, atomic_of)
CPU_DEVICE_PTX_ATOMIC(max, atomicMax, atomic_of)
CPU_DEVICE_PTX_ATOMIC(inc, atomicInc, atomic_of)
CPU_DEVICE_PTX_ATOMIC(dec, atomicDec, atomic_of)
CPU_DEVICE_PTX_ATOMIC(and, atomicAnd, atomic_of)
CPU_DEVICE_PTX_ATOMIC(or, atomicOr, atomic_of)
CPU_DEVICE_PTX_ATOMIC(xor, atomicXor, atomic_of)
CPU_DEVICE_PTX_ATOMIC(exch, atomicExch, atomic_of)
#undef CPU_DEVICE_PTX_ATOMIC
template <class T, bool block, bool ordered, class A, class B>
CPU_DEVICE_PTX void op_atom_cas(reg &d, char *at, const A &a, const B &b)
{
    if (ordered)
        block ? __threadfence_block() : __threadfence();
    using U = atomic_of<T>;
    set<T>(d, (T)(block ? atomicCAS_block((U *)at, (U)get<T>(a), (U)get<T>(b))
                        : atomicCAS((U *)at, (U)get<T>(a), (U)get<T>(b))));
    if (ordered)
        block ? __threadfence_block() : __threadfence();
}

// Copies beside the computation, as cuda_pipeline.h has them. After `from` bytes of the source come zeros.
template <class N, class F> CPU_DEVICE_PTX void op_cp_async(char *to, const char *source, const N &size, const F &from)
{
    const u32 bytes = get<u32>(size), copied = get<u32>(from) < bytes ? get<u32>(from) : bytes;
    if (copied > 0)
        cpu_device_copy_aligned(to, source, copied, bytes);
    for (u32 i = copied; i < bytes; ++i)
        to[i] = 0;
}
template <class N> CPU_DEVICE_PTX void op_cp_async(char *to, const char *source, const N &size)
{
    op_cp_async(to, source, size, size);
}
CPU_DEVICE_PTX void op_cp_async_commit_group()
{
    cpu_device_commit_copies();
}
template <class N> CPU_DEVICE_PTX void op_cp_async_wait_group(const N &batches)
{
    cpu_device_wait_for_copies(get<u32>(batches));
}
CPU_DEVICE_PTX void op_cp_async_wait_all() // and those that were not committed
{
    cpu_device_commit_copies();
    cpu_device_wait_for_copies(0);
}

// --- threads ---

CPU_DEVICE_PTX void op_membar_cta()
{
    __threadfence_block();
}
CPU_DEVICE_PTX void op_membar_gl()
{
    __threadfence();
}
CPU_DEVICE_PTX void op_membar_sys()
{
    __threadfence_system();
}
#define CPU_DEVICE_PTX_FENCE(order, scope, name, ...)                                                                  \
    CPU_DEVICE_PTX void op_fence_##name()                                                                              \
    {                                                                                                                  \
        CPU_DEVICE_HAS(fences);                                                                                        \
        __VA_ARGS__;                                                                                                   \
        cpu_device_ordered_fence(scope, order);                                                                        \
    }
CPU_DEVICE_PTX_FENCE(__ATOMIC_ACQUIRE, cpu_device_scope_block, acquire_cta, CPU_DEVICE_HAS(block_scope))
CPU_DEVICE_PTX_FENCE(__ATOMIC_ACQUIRE, cpu_device_scope_device, acquire_gl)
CPU_DEVICE_PTX_FENCE(__ATOMIC_ACQUIRE, cpu_device_scope_system, acquire_sys)
CPU_DEVICE_PTX_FENCE(__ATOMIC_RELEASE, cpu_device_scope_block, release_cta, CPU_DEVICE_HAS(block_scope))
CPU_DEVICE_PTX_FENCE(__ATOMIC_RELEASE, cpu_device_scope_device, release_gl)
CPU_DEVICE_PTX_FENCE(__ATOMIC_RELEASE, cpu_device_scope_system, release_sys)
#undef CPU_DEVICE_PTX_FENCE
#define CPU_DEVICE_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
template <class A> CPU_DEVICE_PTX void op_bar_sync_all(const A &, CPU_DEVICE_HERE) // __syncthreads()
{
    cpu_device_named_barrier(0, 0, cpu_device_named_waits + cpu_device_named_aligned, file, line);
}
CPU_DEVICE_PTX void op_barrier_cluster_arrive(CPU_DEVICE_HERE)
{
    __cluster_barrier_arrive(file, line);
}
CPU_DEVICE_PTX void op_barrier_cluster_arrive_relaxed(CPU_DEVICE_HERE)
{
    __cluster_barrier_arrive_relaxed(file, line);
}
CPU_DEVICE_PTX void op_barrier_cluster_wait(CPU_DEVICE_HERE)
{
    __cluster_barrier_wait(file, line);
}
// The same place in another block's shared memory, and the block that has a place; by addresses of 64 bits, or of 32 in
// shared memory.
template <class T, class A, class B> CPU_DEVICE_PTX void op_mapa(reg &d, const A &a, const B &rank, CPU_DEVICE_HERE)
{
    set<T>(d, (T)(u64)cpu_device_cluster_map((const void *)get<u64>(a), get<u32>(rank), file, line));
}
template <class T, class A, class B>
CPU_DEVICE_PTX void op_mapa_shared(reg &d, const A &a, const B &rank, CPU_DEVICE_HERE)
{
    set<T>(d, (T)(u64)cpu_device_cluster_map(cpu_device_cluster_address(get<u32>(a)), get<u32>(rank), file, line));
}
template <class T, class A> CPU_DEVICE_PTX void op_getctarank(reg &d, const A &a)
{
    set<u32>(d, cpu_device_cluster_rank_of((const void *)get<u64>(a)));
}
template <class T, class A> CPU_DEVICE_PTX void op_getctarank_shared(reg &d, const A &a)
{
    set<u32>(d, cpu_device_cluster_rank_of(cpu_device_cluster_address(get<u32>(a))));
}
template <class A> CPU_DEVICE_PTX void op_bar_sync(const A &number, CPU_DEVICE_HERE)
{
    CPU_DEVICE_HAS(fences);
    cpu_device_named_barrier(get<u32>(number), 0, cpu_device_named_waits + cpu_device_named_aligned, file, line);
}
template <class A> CPU_DEVICE_PTX void op_barrier_sync(const A &number, CPU_DEVICE_HERE)
{
    CPU_DEVICE_HAS(fences);
    cpu_device_named_barrier(get<u32>(number), 0, cpu_device_named_waits, file, line);
}
// With a number and a count. `bar` is `barrier` with .aligned: all lanes of a warp execute the same instruction.
#define CPU_DEVICE_PTX_NAMED(name, how)                                                                                \
    template <class A, class B> CPU_DEVICE_PTX void op_##name(const A &number, const B &threads, CPU_DEVICE_HERE)      \
    {                                                                                                                  \
        CPU_DEVICE_HAS(fences);                                                                                        \
        cpu_device_named_barrier(get<u32>(number), get<u32>(threads), how, file, line);                                \
    }
CPU_DEVICE_PTX_NAMED(bar_sync, cpu_device_named_waits + cpu_device_named_aligned)
CPU_DEVICE_PTX_NAMED(bar_arrive, cpu_device_named_aligned)
CPU_DEVICE_PTX_NAMED(barrier_sync, cpu_device_named_waits)
CPU_DEVICE_PTX_NAMED(barrier_arrive, 0)
#undef CPU_DEVICE_PTX_NAMED
template <class A> CPU_DEVICE_PTX void op_bar_warp_sync(const A &mask, CPU_DEVICE_HERE)
{
    CPU_DEVICE_HAS(lanes);
    cpu_device_syncwarp(get<u32>(mask), file, line);
}

// The source of each lane: `c` has the mask of the segments in its high bits, and the last lane of one in its low ones.
enum class shuffle { up, down, bfly, idx };
template <class B, class C> CPU_DEVICE_PTX bool source_lane(shuffle how, const B &b, const C &c, unsigned &source)
{
    unsigned lane = cpu_device_lane(), segment = get<u32>(c) >> 8 & 31, clamp = get<u32>(c) & 31;
    unsigned offset = get<u32>(b) & 31, first = lane & segment, last = first | (clamp & ~segment);
    int wanted = how == shuffle::up     ? (int)lane - (int)offset
                 : how == shuffle::down ? (int)(lane + offset)
                 : how == shuffle::bfly ? (int)(lane ^ offset)
                                        : (int)(first | (offset & ~segment));
    bool there = how == shuffle::up ? wanted >= (int)last : wanted <= (int)last;
    source = there ? (unsigned)wanted : lane;
    return there;
}
#define CPU_DEVICE_PTX_SHUFFLE(name)                                                                                   \
    template <class T, class A, class B, class C, class M> CPU_DEVICE_PTX void op_shfl_sync_##name(                    \
        reg &d, reg &p, const A &a, const B &b, const C &c, const M &mask, CPU_DEVICE_HERE)                            \
    {                                                                                                                  \
        unsigned source;                                                                                               \
        bool there = source_lane(shuffle::name, b, c, source);                                                         \
        u32 value = (u32)cpu_device_shuffle(get<u32>(mask), get<u32>(a), source, file, line);                          \
        set<u32>(d, value);                                                                                            \
        set<bool>(p, there);                                                                                           \
    }                                                                                                                  \
    template <class T, class A, class B, class C, class M> CPU_DEVICE_PTX void op_shfl_sync_##name(                    \
        reg &d, const A &a, const B &b, const C &c, const M &mask, CPU_DEVICE_HERE)                                    \
    {                                                                                                                  \
        reg p;                                                                                                         \
        op_shfl_sync_##name<T>(d, p, a, b, c, mask, file, line);                                                       \
    }
CPU_DEVICE_PTX_SHUFFLE(up)
CPU_DEVICE_PTX_SHUFFLE(down)
CPU_DEVICE_PTX_SHUFFLE(bfly)
CPU_DEVICE_PTX_SHUFFLE(idx)
#undef CPU_DEVICE_PTX_SHUFFLE

#define CPU_DEVICE_PTX_VOTE(name, R, value)                                                                            \
    template <class T, class A, class M>                                                                               \
    CPU_DEVICE_PTX void op_##name(reg &d, const A &a, const M &lanes, CPU_DEVICE_HERE)                                 \
    {                                                                                                                  \
        const u32 mask = get<u32>(lanes);                                                                              \
        set<R>(d, (R)(value));                                                                                         \
    }
CPU_DEVICE_PTX_VOTE(vote_sync_all, bool, __all_sync(mask, get<bool>(a), file, line))
CPU_DEVICE_PTX_VOTE(vote_sync_any, bool, __any_sync(mask, get<bool>(a), file, line))
CPU_DEVICE_PTX_VOTE(vote_sync_uni, bool,
                    __all_sync(mask, get<bool>(a), file, line) + !__any_sync(mask, get<bool>(a), file, line))
CPU_DEVICE_PTX_VOTE(vote_sync_ballot, u32, __ballot_sync(mask, get<bool>(a), file, line))
CPU_DEVICE_PTX_VOTE(match_any_sync, u32, __match_any_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_add, T, __reduce_add_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_min, T, __reduce_min_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_max, T, __reduce_max_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_and, T, __reduce_and_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_or, T, __reduce_or_sync(mask, get<T>(a), file, line))
CPU_DEVICE_PTX_VOTE(redux_sync_xor, T, __reduce_xor_sync(mask, get<T>(a), file, line))
#undef CPU_DEVICE_PTX_VOTE
template <class T, class A, class M>
CPU_DEVICE_PTX void op_match_all_sync(reg &d, reg &p, const A &a, const M &mask, CPU_DEVICE_HERE)
{
    int all;
    set<u32>(d, __match_all_sync(get<u32>(mask), get<T>(a), &all, file, line));
    set<bool>(p, all);
}
// One lane of those that come: the lowest, as an H100 has it.
template <class M> CPU_DEVICE_PTX void op_elect_sync(reg &d, reg &p, const M &lanes, CPU_DEVICE_HERE)
{
    const u32 there = __ballot_sync(get<u32>(lanes), 1, file, line), leader = (u32)__builtin_ctz(there);
    set<u32>(d, leader);
    set<bool>(p, leader == cpu_device_lane());
}
template <class T> CPU_DEVICE_PTX void op_activemask(reg &d)
{
    set<u32>(d, cpu_device_activemask());
}
template <class T, class A> CPU_DEVICE_PTX void op_nanosleep(const A &a)
{
    cpu_device_nanosleep(get<u32>(a));
}
CPU_DEVICE_PTX void op_griddepcontrol_wait()
{
    cpu_device_await_primary();
}
CPU_DEVICE_PTX void op_griddepcontrol_launch_dependents()
{
    cpu_device_let_next_begin();
}
CPU_DEVICE_PTX void op_trap()
{
    cpu_device_trap();
}
CPU_DEVICE_PTX void op_brkpt()
{
    cpu_device_trap();
}
CPU_DEVICE_PTX void op_exit()
{
    cpu_device_exit_thread();
}
template <class A> CPU_DEVICE_PTX void op_pmevent(const A &) {}

#undef CPU_DEVICE_HERE
#undef CPU_DEVICE_PTX_3
#undef CPU_DEVICE_PTX_2
#undef CPU_DEVICE_PTX_1
#undef CPU_DEVICE_PTX_FITS
#undef CPU_DEVICE_PTX
} // namespace cpu_device::ptx
