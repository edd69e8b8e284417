// SPDX-License-Identifier: MIT
// volatile_pairs_meet.cu: of two blocks that meet, the second takes the volatile offer of the first, unfenced.
// CPU exits 3
// CPU finds volatile-without-fence: writes {offer}, reads {take}
// all exits 0
#include <stdio.h>

const int pairs = 4;

__global__ void meet(volatile long long *offers, int *here, long long *deals)
{
    int pair = blockIdx.x, side = blockIdx.y;
    offers[2 * pair + side] = 1000000000000LL * (side + 1) + pair; // {offer}
#ifdef FIXED
    __threadfence();
#endif
    bool second = atomicExch(&here[pair], 1) == 1;
    if (second) {
#ifdef FIXED
        __threadfence();
#endif
        long long other = offers[2 * pair + (1 - side)]; // {take}
        deals[pair] = other + 1000000000000LL * (side + 1) + pair;
    }
}

int main()
{
    long long *dev_offers, *dev_deals, deals[pairs] = {};
    int *dev_here;
    if (cudaMalloc(&dev_offers, 2 * sizeof deals) != cudaSuccess ||
        cudaMemset(dev_offers, 0, 2 * sizeof deals) != cudaSuccess ||
        cudaMalloc(&dev_here, pairs * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_here, 0, pairs * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_deals, sizeof deals) != cudaSuccess)
        return 1;
    meet<<<dim3(pairs, 2), 1>>>(dev_offers, dev_here, dev_deals);
    cudaError_t error = cudaMemcpy(deals, dev_deals, sizeof deals, cudaMemcpyDeviceToHost);
    cudaFree(dev_offers);
    cudaFree(dev_here);
    cudaFree(dev_deals);
    printf("%s, %lld\n", cudaGetErrorString(error), deals[0]);
#ifdef FIXED
    for (int i = 0; i < pairs; i++)
        if (deals[i] != 3000000000000LL + 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
