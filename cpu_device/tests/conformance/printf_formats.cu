// SPDX-License-Identifier: MIT
// printf_formats.cu: what a kernel's printf() prints, format by format, and what it returns. It does not know %zu,
// %hhd,
// %.*f and others: what then comes is printed, too, where it is the same each time. One thread, one line per call.
// Compiled with: -w

#include <stdio.h>

#include "../handle_error.h"

static const int calls = 64;

__global__ void known(float zero, const char *text, int *returned)
{
    const float nan = zero / zero, inf = 1 / zero;
    int n = 0;
#define PRINT(...) returned[n++] = printf(__VA_ARGS__)
    PRINT("p01 [%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    PRINT("p02 [%u] [%x] [%X] [%#x] [%o] [%#o]\n", -1, 255, 255, 255, 8, 8);
    PRINT("p03 [%ld] [%lld] [%llu] [%lu]\n", -5L, -5LL, 5ULL, 5UL);
    PRINT("p05 [%f] [%.2f] [%10.3f] [%-10.1f] [%+.1f]\n", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159);
    PRINT("p06 [%e] [%.2E] [%g] [%G] [%#g]\n", 12345.678, 12345.678, 12345.678, 1e-10, 1.0);
    PRINT("p07 [%a] [%A]\n", 1.0, 0.5);
    PRINT("p08 [%f] [%f] [%f] [%F]\n", nan, inf, -inf, inf);
    PRINT("p09 [%f] [%g] [%e]\n", sqrtf(-1.0f - zero), -nan, logf(-1.0f - zero));
    PRINT("p10 [%c] [%5c] [%-5c] [%c]\n", 'A', 'B', 'C', 65);
    PRINT("p11 [%s] [%10s] [%-10s] [%.2s]\n", "abc", "abc", "abc", "abc");
    PRINT("p13 [%p]\n", (void *)0);
    PRINT("p14 [%p]\n", (void *)0x1234);
    PRINT("p16 [%s]\n", (const char *)0);
    PRINT("p17 no newline");
    PRINT("\n");
    PRINT("p19 [%5.1f|%5.1f]\n", 9.96, -9.96);
    PRINT("p20 [%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d]\n", 1,
          2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
          31, 32);
    PRINT("p21 [%s]\n", text);
    PRINT("p23 [%d]\n", 1, 2, 3);
    PRINT("p28 [%.0f] [%.0f] [%.0f] [%.0f]\n", 0.5, 1.5, 2.5, 3.5);
    PRINT("p29 [%.20f]\n", 0.1);
    PRINT("p30 [%f] [%g]\n", 1e30, 1e30);
    PRINT("p31 [%x] [%llx] [%lx]\n", -1, -1LL, -1L);
    PRINT("p32 [%08.3f] [%+08d] [%-08d]\n", 3.14159, 42, 42);
    PRINT("p34 [%d%d%d]\n", true, 'a', (short)3);
    PRINT("p35 [%.3d] [%8.3d] [%.0d]\n", 5, 5, 0);
    PRINT("");
    PRINT("p36 \t tab \\ backslash \" quote\n");
    printf("q01 [%hd] [%hd] [%hd]\n", (short)5, (short)6, (short)7);
    printf("q05 [%d] [%hd] [%d]\n", 1, (short)5, 3);
    printf("q10 [%*d] [%d]\n", 6, 42, 7);
    printf("q11 [%5c] [%-5c|] [%05.1f]\n", 'x', 'y', 2.5);
    printf("q12 [%+.3e] [% .2g] [%#.3g]\n", 12345.678, 0.00012345, 2.0);
    printf("q14 [%llu] [%lli]\n", 18446744073709551615ull, -1ll);
    printf("q15 [%%] 100%%\n");
    returned[n] = -1;
}

__global__ void unknown(short s, char c, unsigned short u, unsigned char b, size_t z, int *returned)
{
    int n = 0;
    PRINT("p04 [%hd] [%hhd] [%hu] [%hhu]\n", (short)-1, (char)-1, 65537, 257);
    PRINT("p12 [%%] [%5%]\n");
    PRINT("p15 [%*d] [%-*d] [%.*f]\n", 6, 42, 6, 42, 2, 3.14159);
    PRINT("p18 [%i] [%zu] [%jd] [%td]\n", 7, sizeof(int), (long long)8, (long long)9);
    PRINT("p24 [%lf] [%Lf]\n", 1.5, 1.5);
    PRINT("p26 [%k] [%y]\n", 1, 2);
    PRINT("p27 [%ls]\n", "abc");
    PRINT("p33 [%'d]\n", 1234567);
    printf("q02 [%hhd] [%hhd] [%hhd]\n", c, (char)(c + 1), (char)(c + 2));
    printf("q03 [%hu] [%hhu]\n", u, b);
    printf("q04 [%hx] [%hhx] [%ho]\n", u, b, u);
    printf("q06 [%zu]\n", z);
    returned[n] = -1;
#undef PRINT
}

static void print_returned(const char *which, const int *dev_returned)
{
    int returned[calls];
    HANDLE_ERROR(cudaMemcpy(returned, dev_returned, sizeof returned, cudaMemcpyDeviceToHost));
    printf("returned %s:", which);
    for (int i = 0; i < calls && returned[i] >= 0; i++)
        printf(" %d", returned[i]);
    printf("\n");
}

int main(void)
{
    char *text;
    int *dev_returned;
    HANDLE_ERROR(cudaMallocManaged((void **)&text, 16));
    HANDLE_ERROR(cudaMalloc((void **)&dev_returned, calls * sizeof *dev_returned));
    HANDLE_ERROR(cudaMemset(dev_returned, 0, calls * sizeof *dev_returned));
    snprintf(text, 16, "hello");

    known<<<1, 1>>>(0.0f, text, dev_returned);
    HANDLE_ERROR(cudaGetLastError());
    print_returned("by what it knows", dev_returned);

    unknown<<<1, 1>>>(5, 6, 60000, 200, 123456789012ull, dev_returned);
    HANDLE_ERROR(cudaGetLastError());
    print_returned("by what it does not know", dev_returned);

    HANDLE_ERROR(cudaFree(dev_returned));
    HANDLE_ERROR(cudaFree(text));
    return 0;
}
