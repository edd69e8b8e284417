// SPDX-License-Identifier: MIT
// simd_in_word.cu: two or four integers in a word, each computed on its own; products of parts, added up; minimum and
// maximum of three, of sums, and with a word on which one it is.

#include <stdio.h>

#include "../handle_error.h"

constexpr int most = 128;
__device__ unsigned results[most];
static const char *names[most];
static int count;

// The functions, once for the kernel, once for their names.
#define TWO(X)                                                                                                         \
    X(__vadd2);                                                                                                        \
    X(__vadd4);                                                                                                        \
    X(__vaddss2);                                                                                                      \
    X(__vaddss4);                                                                                                      \
    X(__vaddus2);                                                                                                      \
    X(__vaddus4);                                                                                                      \
    X(__vsub2);                                                                                                        \
    X(__vsub4);                                                                                                        \
    X(__vsubss2);                                                                                                      \
    X(__vsubss4);                                                                                                      \
    X(__vsubus2);                                                                                                      \
    X(__vsubus4);                                                                                                      \
    X(__vavgs2);                                                                                                       \
    X(__vavgs4);                                                                                                       \
    X(__vavgu2);                                                                                                       \
    X(__vavgu4);                                                                                                       \
    X(__vhaddu2);                                                                                                      \
    X(__vhaddu4);                                                                                                      \
    X(__vabsdiffs2);                                                                                                   \
    X(__vabsdiffs4);                                                                                                   \
    X(__vabsdiffu2);                                                                                                   \
    X(__vabsdiffu4);                                                                                                   \
    X(__vmaxs2);                                                                                                       \
    X(__vmaxs4);                                                                                                       \
    X(__vmaxu2);                                                                                                       \
    X(__vmaxu4);                                                                                                       \
    X(__vmins2);                                                                                                       \
    X(__vmins4);                                                                                                       \
    X(__vminu2);                                                                                                       \
    X(__vminu4);                                                                                                       \
    X(__vcmpeq2);                                                                                                      \
    X(__vcmpeq4);                                                                                                      \
    X(__vcmpne2);                                                                                                      \
    X(__vcmpne4);                                                                                                      \
    X(__vcmpges2);                                                                                                     \
    X(__vcmpges4);                                                                                                     \
    X(__vcmpgeu2);                                                                                                     \
    X(__vcmpgeu4);                                                                                                     \
    X(__vcmpgts2);                                                                                                     \
    X(__vcmpgtu4);                                                                                                     \
    X(__vcmples4);                                                                                                     \
    X(__vcmpleu2);                                                                                                     \
    X(__vcmplts2);                                                                                                     \
    X(__vcmplts4);                                                                                                     \
    X(__vcmpltu2);                                                                                                     \
    X(__vcmpltu4);                                                                                                     \
    X(__vseteq2);                                                                                                      \
    X(__vseteq4);                                                                                                      \
    X(__vsetges2);                                                                                                     \
    X(__vsetgtu4);                                                                                                     \
    X(__vsetles4);                                                                                                     \
    X(__vsetltu2);                                                                                                     \
    X(__vsetne4);                                                                                                      \
    X(__vsads2);                                                                                                       \
    X(__vsads4);                                                                                                       \
    X(__vsadu2);                                                                                                       \
    X(__vsadu4);                                                                                                       \
    X(__vimax_s16x2_relu);                                                                                             \
    X(__vimin_s16x2_relu)
#define ONE(X)                                                                                                         \
    X(__vabs2);                                                                                                        \
    X(__vabs4);                                                                                                        \
    X(__vabsss2);                                                                                                      \
    X(__vabsss4);                                                                                                      \
    X(__vneg2);                                                                                                        \
    X(__vneg4);                                                                                                        \
    X(__vnegss2);                                                                                                      \
    X(__vnegss4)
#define THREE(X)                                                                                                       \
    X(__vimax3_s16x2);                                                                                                 \
    X(__vimax3_u16x2);                                                                                                 \
    X(__vimin3_s16x2);                                                                                                 \
    X(__vimin3_u16x2);                                                                                                 \
    X(__vimax3_s16x2_relu);                                                                                            \
    X(__vimin3_s16x2_relu);                                                                                            \
    X(__viaddmax_s16x2);                                                                                               \
    X(__viaddmax_u16x2);                                                                                               \
    X(__viaddmin_s16x2);                                                                                               \
    X(__viaddmin_u16x2);                                                                                               \
    X(__viaddmax_s16x2_relu);                                                                                          \
    X(__viaddmin_s16x2_relu);                                                                                          \
    X(__vimax3_u32);                                                                                                   \
    X(__vimin3_u32);                                                                                                   \
    X(__viaddmax_u32);                                                                                                 \
    X(__viaddmin_u32)
#define THREE_SIGNED(X)                                                                                                \
    X(__vimax3_s32);                                                                                                   \
    X(__vimin3_s32);                                                                                                   \
    X(__vimax3_s32_relu);                                                                                              \
    X(__vimin3_s32_relu);                                                                                              \
    X(__viaddmax_s32);                                                                                                 \
    X(__viaddmin_s32);                                                                                                 \
    X(__viaddmax_s32_relu);                                                                                            \
    X(__viaddmin_s32_relu);                                                                                            \
    X(__dp4a);                                                                                                         \
    X(__dp2a_lo);                                                                                                      \
    X(__dp2a_hi)

__global__ void compute(unsigned a, unsigned b, unsigned c)
{
    int i = 0;
#define CALL_2(f) results[i++] = f(a, b)
#define CALL_1(f) results[i++] = f(a)
#define CALL_3(f) results[i++] = f(a, b, c)
#define CALL_SIGNED(f) results[i++] = f((int)a, (int)b, (int)c)
    TWO(CALL_2);
    ONE(CALL_1);
    THREE(CALL_3);
    THREE_SIGNED(CALL_SIGNED);
    results[i++] = __dp4a(a, b, c);
    results[i++] = __dp2a_lo(a, b, c);
    results[i++] = __dp2a_hi(a, b, c);
    results[i++] = __vimax_s32_relu((int)a, (int)b);
    results[i++] = __vimin_s32_relu((int)a, (int)b);
    bool first, high, low;
    results[i] = __vibmax_s32((int)a, (int)b, &first);
    results[i++] += first;
    results[i] = __vibmin_u32(a, b, &first);
    results[i++] += first;
    results[i] = __vibmax_s16x2(a, b, &high, &low);
    results[i++] += 2 * high + low;
    results[i] = __vibmin_u16x2(a, b, &high, &low);
    results[i++] += 2 * high + low;
}

int main(void)
{
#define NAME(f) names[count++] = #f
    TWO(NAME);
    ONE(NAME);
    THREE(NAME);
    THREE_SIGNED(NAME);
    for (const char *rest : {"__dp4a unsigned", "__dp2a_lo unsigned", "__dp2a_hi unsigned", "__vimax_s32_relu",
                             "__vimin_s32_relu", "__vibmax_s32", "__vibmin_u32", "__vibmax_s16x2", "__vibmin_u16x2"})
        names[count++] = rest;

    static const unsigned inputs[][3] = {{0x80017fff, 0x7ffe8003, 0x00120080},
                                         {0x80ff017f, 0x7f01ff80, 0xfffffff0},
                                         {0x12345678, 0x12340078, 0x7fffffff},
                                         {0xfffdfffe, 0x00000001, 5}};
    unsigned host[4][most];
    for (int i = 0; i < 4; ++i) {
        compute<<<1, 1>>>(inputs[i][0], inputs[i][1], inputs[i][2]);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpyFromSymbol(host[i], results, count * sizeof(unsigned)));
    }
    for (int f = 0; f < count; ++f)
        printf("%-24s %08x %08x %08x %08x\n", names[f], host[0][f], host[1][f], host[2][f], host[3][f]);
    return 0;
}
