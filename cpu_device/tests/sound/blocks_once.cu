// SPDX-License-Identifier: MIT
// blocks_once.cu: whoever comes first, drawn by atomicCAS, makes a table; the others do something else and, when they
// need it, wait for the word that says it is there. Who has seen it there needs no second look. Many tables, of bytes,
// words and doubles; the word of each is beside its data.
#include "../kernel_run.h"

const int threads = 64, blocks = 6, tables = 5, n = 17;
enum { nothing, being_made, there };

struct table {
    unsigned char bytes[n];
    int state, made_by;
    double values[n];
};

__device__ table the_tables[tables];

__device__ const table *get(int which, int me)
{
    table *mine = &the_tables[which];
    int state = *(volatile int *)&mine->state;
    if (state != there) {
        if (atomicCAS(&mine->state, nothing, being_made) == nothing) {
            mine->made_by = me;
            for (int i = 0; i < n; i++) {
                mine->values[i] = which * 0.5 + i;
                mine->bytes[i] = which + i;
            }
            __threadfence();
            atomicExch(&mine->state, there);
            return mine;
        }
        while (*(volatile int *)&mine->state != there)
            __nanosleep(20);
    }
    __threadfence();
    return mine;
}

__global__ void use(double *out)
{
    int me = blockIdx.x * threads + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < tables; k++) {
        const table *t = get((me + k) % tables, me);
        sum += t->values[me % n] * t->bytes[(me + 1) % n];
        sum += t->made_by < 0 ? 1000 : 0;
    }
    out[me] = sum;
}

int main()
{
    device_array<double> out(blocks * threads);
    use<<<blocks, threads>>>(out);
    return check(out, [](int i) {
        double sum = 0;
        for (int k = 0; k < tables; k++)
            sum += (k * 0.5 + i % n) * (k + (i + 1) % n);
        return sum;
    });
}
