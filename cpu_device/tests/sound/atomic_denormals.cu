// SPDX-License-Identifier: MIT
// atomic_denormals.cu: atomicAdd() of floats in global memory takes denormals for zeros, and gives none; in shared
// memory it keeps them (PTX, atom). The additions of the kernel itself keep them, too.
#include <math.h>

#include "../kernel_run.h"

const float tiny = 1e-40f, smallest_normal = 1.17549435e-38f;

struct results {
    float of_global[6], of_shared[2], plain;
};

__global__ void add(results *r, float value)
{
    __shared__ float shared[2];
    shared[0] = 0;
    shared[1] = value;
    atomicAdd(&r->of_global[0], value);                    // 0 and a denormal
    r->of_global[5] = atomicAdd(&r->of_global[1], -value); // the same, and the value before is used
    atomicAdd(&r->of_global[2], 0.0f);                     // a denormal and 0
    atomicAdd(&r->of_global[3], -smallest_normal);         // the sum would be a denormal
    atomicAdd(&r->of_global[4], 1.0f);
    atomicAdd(&shared[0], value);
    atomicAdd(&shared[1], value);
    r->of_shared[0] = shared[0];
    r->of_shared[1] = shared[1];
    r->plain = value + value;
}

int main()
{
    managed_array<results> r(1);
    *r = {{0, 0, tiny, 1.5f * smallest_normal, 1, 1}, {}, 0};
    add<<<1, 1>>>(r, tiny);
    if (finish() != 0)
        return 1;
    int wrong = r.elements->of_global[0] != 0 || r.elements->of_global[1] != 0 || r.elements->of_global[2] != 0 ||
                r.elements->of_global[3] != 0;
    wrong += r.elements->of_global[4] != 2 || r.elements->of_global[5] != 0;
    wrong += r.elements->of_shared[0] != tiny || r.elements->of_shared[1] != 2 * tiny || r.elements->plain != 2 * tiny;
    return wrong;
}
