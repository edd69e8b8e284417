// SPDX-License-Identifier: MIT
// inline_ptx.cu: what forum answers do in PTX: lanes, bits, carries, cached loads
// Feature: asm volatile with several operands, .reg in braces, predicates, 64-bit and 128-bit arithmetic
#include <cstdint>
#include <cstdio>
#include <vector>

__device__ __forceinline__ uint32_t laneId()
{
    uint32_t x;
    asm volatile("mov.u32 %0, %laneid;" : "=r"(x));
    return x;
}
__device__ __forceinline__ unsigned bfe(unsigned x, unsigned bit, unsigned n)
{
    unsigned r;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(bit), "r"(n));
    return r;
}
__device__ __forceinline__ int ld_cg(const int *p)
{
    int v;
    asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ ulonglong2 add128(ulonglong2 a, ulonglong2 b)
{
    ulonglong2 r;
    asm("add.cc.u64 %0, %2, %4;\n\t"
        "addc.u64 %1, %3, %5;\n\t"
        : "=l"(r.x), "=l"(r.y)
        : "l"(a.x), "l"(a.y), "l"(b.x), "l"(b.y));
    return r;
}
__device__ int cube(int x)
{
    int y;
    asm(".reg .u32 t1;\n\t"
        " mul.lo.u32 t1, %1, %1;\n\t"
        " mul.lo.u32 %0, t1, %1;"
        : "=r"(y)
        : "r"(x));
    return y;
}
__device__ int select_positive(int x, int a, int b)
{
    int r;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.gt.s32 p, %1, 0;\n\t"
        "selp.s32 %0, %2, %3, p;\n\t"
        "}"
        : "=r"(r)
        : "r"(x), "r"(a), "r"(b));
    return r;
}

__global__ void k(const int *in, int *out, ulonglong2 *wide, unsigned *sum)
{
    int t = threadIdx.x;
    int v = ld_cg(in + t);
    unsigned lop, prmt;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(lop) : "r"(v), "r"(t), "r"(0x55)); // a ^ b ^ c
    asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(prmt) : "r"(v), "r"(0));             // bytes reversed
    asm volatile("st.global.u32 [%0], %1;" ::"l"(out + t),
                 "r"(cube(v) + (int)bfe(lop, 2, 5) + (int)(prmt >> 24) + select_positive(v - 10, 1, 2))
                 : "memory");
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(sum), "r"(laneId()) : "memory");
    wide[t] = add128(make_ulonglong2(~0ull - t, v), make_ulonglong2(5, 1));
    asm volatile("bar.sync 0;");
    asm volatile("membar.gl;" ::: "memory");
}

int main()
{
    const int n = 64;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = i * 3 - 40;
    int *d_in, *d_out;
    ulonglong2 *d_wide, wide[n];
    unsigned *d_sum, sum;
    cudaMalloc(&d_in, n * 4), cudaMalloc(&d_out, n * 4), cudaMalloc(&d_wide, sizeof wide), cudaMalloc(&d_sum, 4);
    cudaMemcpy(d_in, in.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, 4);
    k<<<1, n>>>(d_in, d_out, d_wide, d_sum);
    cudaMemcpy(out.data(), d_out, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, d_sum, 4, cudaMemcpyDeviceToHost);
    int wrong = sum != 2 * 31 * 16;
    for (int i = 0; i < n; ++i) {
        unsigned v = in[i], lop = v ^ i ^ 0x55;
        int expected = in[i] * in[i] * in[i] + (lop >> 2 & 31) + (v & 255) + (in[i] > 10 ? 1 : 2);
        unsigned long long low = ~0ull - i + 5;
        wrong += out[i] != expected || wide[i].x != low || wide[i].y != (unsigned long long)in[i] + 1 + (low < 5);
    }
    printf("%d wrong\n", wrong);
    cudaFree(d_in), cudaFree(d_out), cudaFree(d_wide), cudaFree(d_sum);
    return wrong != 0;
}
