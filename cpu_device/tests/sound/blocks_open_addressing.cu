// SPDX-License-Identifier: MIT
// blocks_open_addressing.cu: a hash table with open addressing: who gets a key's place by atomicCAS writes its value
// plainly, fences, and says that it is ready; whoever else comes with the key waits for that, fences, and reads the
// value, in the same launch. Places are 12 bytes: key, value and readiness of neighbours share lines.
#include "../kernel_run.h"

const int threads = 64, blocks = 9, n = threads * blocks, places = 256, keys = 150;

struct place {
    int key; // 0: free
    short value[2];
    int ready;
};

__device__ place table[places];
__device__ int made;

__global__ void intern(int *out)
{
    int i = blockIdx.x * threads + threadIdx.x, key = i * 7 % keys + 1;
    for (int at = key * 31 % places;; at = (at + 1) % places) {
        place *p = &table[at];
        int was = atomicCAS(&p->key, 0, key);
        if (was == 0) {
            p->value[0] = key * 3;
            p->value[1] = -key;
            __threadfence();
            *(volatile int *)&p->ready = 1;
            atomicAdd(&made, 1);
            out[i] = key * 2;
            break;
        }
        if (was == key) {
            while (*(volatile int *)&p->ready == 0)
                __nanosleep(20);
            __threadfence();
            out[i] = p->value[0] + p->value[1];
            break;
        }
    }
}

int main()
{
    device_array<int> out(n);
    intern<<<blocks, threads>>>(out);
    return check(variable(made), keys) || check(out, [](int i) { return (i * 7 % keys + 1) * 2; });
}
