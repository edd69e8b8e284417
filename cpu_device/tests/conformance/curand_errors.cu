// SPDX-License-Identifier: MIT
// curand_errors.cu: what cuRAND's functions for the host refuse. Numbers in host memory.
// Errors on purpose.

#include <curand.h>
#include <stdio.h>

#define SHOW(call) printf("%s: %d\n", #call, (int)(call))

int main(void)
{
    curandGenerator_t g;
    unsigned bits[8] = {};
    float numbers[8];
    int version = 0;
    SHOW(curandCreateGeneratorHost(&g, (curandRngType_t)5));
    SHOW(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_DEFAULT));
    SHOW(curandSetPseudoRandomGeneratorSeed(g, 7));
    SHOW(curandGenerate(g, bits, 8));
    SHOW(curandGenerate(g, bits, 0));
    SHOW(curandGenerateNormal(g, numbers, 7, 0, 1));
    SHOW(curandGenerateNormal(g, numbers, 8, 0, 1));
    SHOW(curandGeneratePoisson(g, bits, 8, -1.0));
    SHOW(curandGeneratePoisson(g, bits, 8, 500000.0));
    SHOW(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT));
    SHOW(curandSetGeneratorOrdering(g, (curandOrdering_t)7));
    SHOW(curandSetQuasiRandomGeneratorDimensions(g, 3));
    SHOW(curandGenerateUniform(g, numbers, 8));
    SHOW(curandDestroyGenerator(g));
    SHOW(curandGetVersion(&version));
    printf("%s\n", version >= 10000 ? "10 or later" : "earlier");
    return 0;
}
