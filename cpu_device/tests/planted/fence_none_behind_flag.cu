// SPDX-License-Identifier: MIT
// fence_none_behind_flag.cu: the text is fenced before its flag is set; who sees the flag reads the text at once.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

struct letter {
    char text[8];
    volatile int sealed;
};

__global__ void post(letter *l, char *copy)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < 7; i++)
            l->text[i] = (char)('a' + i); // {write}
        __threadfence();
        l->sealed = 1;
    } else {
        int tries = 0;
        while (l->sealed == 0 && tries < 1000000) {
            tries++;
            __nanosleep(50);
        }
#ifdef FIXED
        __threadfence();
#endif
        for (int i = 0; i < 7 && tries < 1000000; i++)
            copy[i] = l->text[i]; // {read}
    }
}

int main()
{
    device_array<letter> dev_letter(1, zeros);
    device_array<char> copy(8, zeros);
    post<<<2, 1>>>(dev_letter, copy);
    return check_fixed(
        copy, [](int i) { return 'a' + i; }, 7);
}
