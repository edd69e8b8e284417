// SPDX-License-Identifier: MIT
// curand_host.cu: generators that the host calls: which number lies where, bit for bit, and what the next call goes on
// with. Normal numbers are rounded.

#include <curand.h>
#include <stdio.h>
#include <vector>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        curandStatus_t status = (call);                                                                                \
        if (status != CURAND_STATUS_SUCCESS) {                                                                         \
            printf("%s: %d\n", #call, (int)status);                                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

const size_t n = 300000;

static std::vector<char> back(const void *dev, size_t size)
{
    std::vector<char> bytes(size);
    HANDLE_ERROR(cudaMemcpy(bytes.data(), dev, size, cudaMemcpyDeviceToHost));
    return bytes;
}

static unsigned long long hash(const void *dev, size_t size) // FNV-1a
{
    unsigned long long h = 14695981039346656037ULL;
    for (char c : back(dev, size))
        h = (h ^ (unsigned char)c) * 1099511628211ULL;
    return h;
}

template <class T> static void show(const char *what, const T *dev)
{
    std::vector<char> bytes = back(dev, 6 * sizeof(T));
    printf(" %s", what);
    for (int i = 0; i < 6; i++)
        printf(" %.2f", (double)((const T *)bytes.data())[i]);
}

int main(void)
{
    void *dev;
    HANDLE_ERROR(cudaMalloc(&dev, n * sizeof(double)));
    unsigned *u = (unsigned *)dev;
    float *f = (float *)dev;
    double *d = (double *)dev;
    const curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                     CURAND_RNG_PSEUDO_MRG32K3A};
    for (curandRngType_t type : types)
        for (unsigned long long offset : {0ULL, 100001ULL}) {
            curandGenerator_t g;
            CHECK(curandCreateGenerator(&g, type));
            if (offset != 0)
                CHECK(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY));
            CHECK(curandSetPseudoRandomGeneratorSeed(g, 1234ULL));
            CHECK(curandSetGeneratorOffset(g, offset));
            CHECK(curandGenerate(g, u, n));
            printf("%d from %llu: %016llx", (int)type, offset, hash(u, n * sizeof *u));
            CHECK(curandGenerate(g, u, 999));
            printf(" %016llx", hash(u, 999 * sizeof *u));
            CHECK(curandGenerateUniform(g, f, n));
            printf(" %016llx", hash(f, n * sizeof *f));
            CHECK(curandGenerateUniformDouble(g, d, n));
            printf(" %016llx\n   ", hash(d, n * sizeof *d));
            CHECK(curandSetGeneratorOffset(g, 4));
            CHECK(curandGenerateNormal(g, f, n, 10, 2));
            show("normal", f);
            CHECK(curandGenerateNormalDouble(g, d, n, 10, 2));
            show("double", d);
            CHECK(curandSetGeneratorOffset(g, 4));
            CHECK(curandGenerateLogNormal(g, f, n, 1, 0.5f));
            show("log", f);
            printf("\n");
            CHECK(curandDestroyGenerator(g));
        }
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
