// SPDX-License-Identifier: MIT
// volatile_pairs_meet.cu: of two blocks that meet, the second takes the volatile offer of the first, unfenced.
// CPU exits 3
// CPU finds volatile-without-fence: writes {offer}, reads {take}
// all exits 0
#include "../kernel_run.h"

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
    device_array<long long> offers(2 * pairs, zeros);
    device_array<int> here(pairs, zeros);
    device_array<long long> deals(pairs);
    meet<<<dim3(pairs, 2), 1>>>(offers, here, deals);
    return check_fixed(deals, [](int i) { return 3000000000000LL + 2 * i; });
}
