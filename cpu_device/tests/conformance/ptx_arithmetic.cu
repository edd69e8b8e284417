// SPDX-License-Identifier: MIT
// ptx_arithmetic.cu: PTX in asm statements: sums with carry, products, bits, choices, conversions, and registers that
// the PTX declares.

#include <stdio.h>

#include "../handle_error.h"

constexpr int most = 64;
__device__ long long results[most];

// x * y + z, of 128 bits, in 64-bit halves
static __device__ void wide_product(unsigned long long x, unsigned long long y, unsigned long long z,
                                    unsigned long long *low, unsigned long long *high)
{
    asm volatile("mad.lo.cc.u64 %0, %2, %3, %4;\n\t"
                 "madc.hi.u64   %1, %2, %3, 0;"
                 : "=l"(*low), "=l"(*high)
                 : "l"(x), "l"(y), "l"(z));
}

// 96 bits, in three statements: the carry lies between them.
static __device__ void add_96(unsigned (&sum)[3], const unsigned (&a)[3], const unsigned (&b)[3])
{
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(sum[0]) : "r"(a[0]), "r"(b[0]));
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(sum[1]) : "r"(a[1]), "r"(b[1]));
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(sum[2]) : "r"(a[2]), "r"(b[2]));
}

template <int table> static __device__ unsigned three(unsigned a, unsigned b, unsigned c)
{
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(table));
    return d;
}

__global__ void integers(unsigned a, unsigned b, int c, int d)
{
    int i = 0;
    unsigned u;
    int s;
    unsigned long long l, h;
    long long w;
    wide_product(0xffffffffffffffffull, 0x123456789abcdefull + a - a, 5, &l, &h);
    results[i++] = (long long)l;
    results[i++] = (long long)h;
    unsigned sum[3], x[3] = {0xffffffffu, 0xffffffffu, a}, y[3] = {1, 0, b};
    add_96(sum, x, y);
    results[i++] = sum[0];
    results[i++] = sum[1];
    results[i++] = sum[2];
    asm("{\n\tsub.cc.u32 %0, %1, %2;\n\tsubc.u32 %0, 10, 3;\n\t}" : "=&r"(u) : "r"(5), "r"(6));
    results[i++] = u;

#define UNSIGNED(instruction)                                                                                          \
    asm(instruction ".u32 %0, %1, %2;" : "=r"(u) : "r"(a), "r"(b));                                                    \
    results[i++] = u
#define SIGNED(instruction)                                                                                            \
    asm(instruction ".s32 %0, %1, %2;" : "=r"(s) : "r"(c), "r"(d));                                                    \
    results[i++] = s
    UNSIGNED("add");
    UNSIGNED("sub");
    UNSIGNED("mul.lo");
    UNSIGNED("mul.hi");
    UNSIGNED("div");
    UNSIGNED("rem");
    UNSIGNED("min");
    UNSIGNED("max");
    SIGNED("add");
    SIGNED("sub");
    SIGNED("mul.lo");
    SIGNED("mul.hi");
    SIGNED("div");
    SIGNED("rem");
    SIGNED("min");
    SIGNED("max");
    SIGNED("add.sat");
    SIGNED("mul24.lo");
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(w) : "r"(c), "r"(d));
    results[i++] = w;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(l) : "r"(a), "r"(b), "l"(7ull));
    results[i++] = (long long)l;
    asm("mad.lo.s32 %0, %1, %2, -3;" : "=r"(s) : "r"(c), "r"(d));
    results[i++] = s;
    asm("sad.s32 %0, %1, %2, 100;" : "=r"(s) : "r"(c), "r"(d));
    results[i++] = s;
    asm("abs.s32 %0, %1;" : "=r"(s) : "r"(c));
    results[i++] = s;
    asm("neg.s32 %0, %1;" : "=r"(s) : "r"(c));
    results[i++] = s;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(0x01ff0203), "r"(0x04050607), "r"(1000));
    results[i++] = s;
}

__global__ void bits(unsigned a, unsigned b)
{
    int i = 0;
    unsigned u, v;
    unsigned long long l;
#define ONE(text)                                                                                                      \
    asm(text : "=r"(u) : "r"(a));                                                                                      \
    results[i++] = u
#define TWO(text)                                                                                                      \
    asm(text : "=r"(u) : "r"(a), "r"(b));                                                                              \
    results[i++] = u
    ONE("popc.b32 %0, %1;");
    ONE("clz.b32 %0, %1;");
    ONE("brev.b32 %0, %1;");
    ONE("bfind.u32 %0, %1;");
    ONE("bfind.s32 %0, %1;");
    ONE("bfind.shiftamt.u32 %0, %1;");
    ONE("not.b32 %0, %1;");
    ONE("cnot.b32 %0, %1;");
    TWO("and.b32 %0, %1, %2;");
    TWO("or.b32 %0, %1, %2;");
    TWO("xor.b32 %0, %1, %2;");
    TWO("prmt.b32 %0, %1, %2, 0x6c51;");
    ONE("shl.b32 %0, %1, 4;");
    ONE("shl.b32 %0, %1, 32;");
    ONE("shr.u32 %0, %1, 4;");
    ONE("shr.s32 %0, %1, 4;");
    ONE("shr.s32 %0, %1, 40;");
    TWO("shf.l.wrap.b32 %0, %1, %2, 8;");
    TWO("shf.r.clamp.b32 %0, %1, %2, 40;");
    ONE("bfe.u32 %0, %1, 4, 8;");
    ONE("bfe.s32 %0, %1, 28, 4;");
    TWO("bfi.b32 %0, %1, %2, 8, 12;");
    results[i++] = three<0x96>(a, b, 0x0f0f0f0f);
    results[i++] = three<0xe8>(a, b, 0x0f0f0f0f);
    asm("mov.b64 %0, {%1, %2};" : "=l"(l) : "r"(a), "r"(b));
    results[i++] = (long long)l;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(u), "=r"(v) : "l"(l));
    results[i++] = u;
    results[i++] = v;
}

__global__ void choices(int a, int b, float x)
{
    int i = 0, s;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        "setp.lt.s32 p, %1, %2;\n\t"
        "setp.gt.and.s32 q, %1, -10, p;\n\t"
        "selp.s32 %0, 1, 2, p;\n\t"
        "@q add.s32 %0, %0, 10;\n\t"
        "@!q add.s32 %0, %0, 20;\n\t"
        "}"
        : "=r"(s)
        : "r"(a), "r"(b));
    results[i++] = s;
    asm("{ .reg .u32 t<2>; mov.u32 t0, %1; mov.u32 t1, 7; // a comment\n\t xor.b32 %0, t0, t1; }" : "=r"(s) : "r"(a));
    results[i++] = s;
    asm("{\n\t"
        ".reg .s32 %%n;\n\t"
        ".reg .pred %%more;\n\t"
        "mov.s32 %%n, %1;\n\t"
        "mov.s32 %0, 0;\n"
        "AGAIN:\n\t"
        "add.s32 %0, %0, %%n;\n\t"
        "sub.s32 %%n, %%n, 1;\n\t"
        "setp.ne.s32 %%more, %%n, 0;\n\t"
        "@%%more bra AGAIN;\n\t"
        "}"
        : "=&r"(s)
        : "r"(b));
    results[i++] = s;
    asm("{ .reg .pred p; setp.geu.f32 p, %1, 0f40000000; selp.s32 %0, 1, 0, p; }" : "=r"(s) : "f"(x));
    results[i++] = s;
    asm("slct.s32.s32 %0, 5, 6, %1;" : "=r"(s) : "r"(a));
    results[i++] = s;
}

__global__ void floating_point(float x, float y, double u, double v)
{
    int i = 0, s;
    unsigned n;
    float f;
    double d;
    long long l;
    unsigned short h;
#define FLOAT(text)                                                                                                    \
    asm(text : "=f"(f) : "f"(x), "f"(y));                                                                              \
    results[i++] = __float_as_int(f)
#define DOUBLE(text)                                                                                                   \
    asm(text : "=d"(d) : "d"(u), "d"(v));                                                                              \
    results[i++] = __double_as_longlong(d)
    FLOAT("add.f32 %0, %1, %2;");
    FLOAT("sub.rz.f32 %0, %1, %2;");
    FLOAT("mul.rm.f32 %0, %1, %2;");
    FLOAT("div.rn.f32 %0, %1, %2;");
    FLOAT("fma.rp.f32 %0, %1, %2, %1;");
    FLOAT("min.f32 %0, %1, %2;");
    FLOAT("max.f32 %0, %1, 0f7fffffff;");
    FLOAT("sqrt.rn.f32 %0, %1;");
    FLOAT("rcp.rn.f32 %0, %1;");
    FLOAT("neg.f32 %0, %2;");
    FLOAT("abs.f32 %0, %2;");
    FLOAT("copysign.f32 %0, %2, %1;");
    FLOAT("add.f32 %0, %1, 0f3FC00000;");
    FLOAT("mul.f32 %0, %1, -2.5;");
    DOUBLE("add.rn.f64 %0, %1, %2;");
    DOUBLE("mul.rp.f64 %0, %1, %2;");
    DOUBLE("div.rm.f64 %0, %1, %2;");
    DOUBLE("fma.rn.f64 %0, %1, %2, 0d3FF0000000000000;");
    DOUBLE("sqrt.rz.f64 %0, %1;");
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(x));
    results[i++] = s;
    asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(s) : "f"(y));
    results[i++] = s;
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(n) : "f"(y));
    results[i++] = n;
    asm("cvt.rpi.s64.f64 %0, %1;" : "=l"(l) : "d"(u));
    results[i++] = l;
    asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(16777219));
    results[i++] = __float_as_int(f);
    asm("cvt.rz.f32.f64 %0, %1;" : "=f"(f) : "d"(v));
    results[i++] = __float_as_int(f);
    asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(x));
    results[i++] = __double_as_longlong(d);
    asm("cvt.s64.s32 %0, %1;" : "=l"(l) : "r"(-7));
    results[i++] = l;
    asm("cvt.u16.u32 %0, %1;" : "=h"(h) : "r"(0x12345678));
    results[i++] = h;
    asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(f) : "f"(y));
    results[i++] = __float_as_int(f);
    asm("mov.b32 %0, %1;" : "=r"(n) : "f"(x));
    results[i++] = n;
}

static void show(const char *what, int n)
{
    long long host[most];
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyFromSymbol(host, results, n * sizeof *host));
    printf("%s:", what);
    for (int i = 0; i < n; ++i)
        printf(" %llx", host[i]);
    printf("\n");
}

int main(void)
{
    integers<<<1, 1>>>(0x80000005u, 0x90000003u, 0x7ffffff0, -77);
    show("integers", 31);
    bits<<<1, 1>>>(0x80f01234u, 0x7ee55aa1u);
    show("bits", 27);
    choices<<<1, 1>>>(-5, 5, 3);
    show("choices", 5);
    choices<<<1, 1>>>(9, 3, nanf(""));
    show("choices", 5);
    floating_point<<<1, 1>>>(2.7f, -1.3f, 2.7, -1.3);
    show("floating point", 30);
    return 0;
}
