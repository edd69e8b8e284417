// SPDX-License-Identifier: MIT
// global_letter_counts.cu: the letters of a text are counted in global memory, by ++ of many threads.
// CPU exits 3
// CPU finds race-global: writes {count}, at {count}
// all exits 0
#include <string.h>

#include "../kernel_run.h"

__global__ void count_letters(const char *text, int length, unsigned *counts)
{
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        if (text[i] < 'a' || text[i] > 'z')
            continue;
#ifndef FIXED
        counts[text[i] - 'a']++; // {count}
#else
        atomicAdd(&counts[text[i] - 'a'], 1u);
#endif
    }
}

int main()
{
    const char text[] = "the quick brown fox jumps over the lazy dog and is not seen again before the evening";
    const int length = (int)strlen(text);
    device_array<char> dev_text(length);
    device_array<unsigned> counts(26, zeros);
    HANDLE_ERROR(cudaMemcpy(dev_text, text, length, cudaMemcpyHostToDevice));
    count_letters<<<1, 48>>>(dev_text, length, counts);
    if (finish(counts) != 0)
        return 1;
#ifdef FIXED
    unsigned right[26] = {};
    for (int i = 0; i < length; i++)
        if (text[i] != ' ')
            right[text[i] - 'a']++;
    if (memcmp(right, counts.on_host, sizeof right) != 0)
        return 1;
#endif
    return 0;
}
