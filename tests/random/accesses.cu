// SPDX-License-Identifier: MIT
// accesses SEED [LATE]: a kernel made by chance. Each of its steps is a barrier, or a load or store by each thread of a
// word (or two) whose number grows with the thread's. Which words two threads came to unordered is found here by
// looking at all pairs; prints whether there are any within a block, and any between blocks. With LATE the grid is
// large, and steps are made by chance for the last blocks alone: in those before, each thread keeps to its own words.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../../common/book.h"

enum kind { load, store, barrier, load_two, store_two };

struct step {
    kind what;
    int offset, stride, threads; // in words; threads of a block that do it
};

const int most_steps = 8;

struct plan {
    int count, words, late; // steps; words; the first thread for which they count
    struct step steps[most_steps];
};

// The word that a thread comes to, or the first of two.
__host__ __device__ inline int word_of(const struct plan *plan, int step, int thread)
{
    const struct step *s = &plan->steps[step];
    bool two = s->what == load_two || s->what == store_two;
    if (thread < plan->late)
        return 2 * thread;
    int word = (int)(((long long)thread * s->stride + s->offset + plan->words) % plan->words);
    return two ? word / 2 * 2 : word;
}

__host__ __device__ inline bool takes_part(const struct plan *plan, int step, int thread, int in_block)
{
    return thread < plan->late || in_block < plan->steps[step].threads;
}

__global__ void follow(struct plan plan, int *words, int *sums)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = 0; i < plan.count; ++i) {
        if (plan.steps[i].what == barrier)
            __syncthreads();
        else if (takes_part(&plan, i, thread, threadIdx.x)) {
            int word = word_of(&plan, i, thread);
            switch (plan.steps[i].what) {
            case load: sum += words[word]; break;
            case store: words[word] = thread * most_steps + i; break;
            case load_two: {
                int2 two = *(int2 *)&words[word];
                sum += two.x + two.y;
                break;
            }
            default: *(int2 *)&words[word] = make_int2(thread, i);
            }
        }
    }
    sums[thread] = sum;
}

struct access {
    int word, thread, epoch;
    bool stores;
};

static unsigned state;

static int below(int n)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)n);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: accesses SEED [LATE]\n");
        return 2;
    }
    state = (unsigned)atoi(argv[1]) * 2654435761u + 12345;
    bool late = argc > 2;
    int threads = 32 << below(4), blocks = late ? (1 << 17) / threads + below(4) : 1 + below(40);
    int all = threads * blocks;
    struct plan plan;
    plan.count = 1 + below(most_steps);
    plan.late = late ? all - threads * (1 + below(4)) : 0;
    plan.words = late ? 2 * all : std::max(all, 64) * (1 + below(3));
    bool tame = below(2); // so that every other kernel or so is free of races
    for (int i = 0; i < plan.count; ++i) {
        const kind kinds[] = {load, load, store, store, barrier, load_two, store_two};
        struct step *s = &plan.steps[i];
        s->what = kinds[below(7)];
        bool two = s->what == load_two || s->what == store_two;
        s->offset = below(3) ? 0 : (below(3) - 1) * (below(2) ? 2 - below(2) : threads);
        s->stride = two || late ? 2 : below(tame ? 8 : 5) ? 1 : 2;
        s->threads = below(4) ? threads : 1 + below(threads);
    }

    std::vector<struct access> accesses;
    for (int t = 0; t < all; ++t)
        for (int i = 0, epoch = 0; i < plan.count; ++i) {
            kind what = plan.steps[i].what;
            epoch += what == barrier;
            if (what == barrier || !takes_part(&plan, i, t, t % threads))
                continue;
            for (int w = 0; w < (what == load_two || what == store_two ? 2 : 1); ++w)
                accesses.push_back({word_of(&plan, i, t) + w, t, epoch, what == store || what == store_two});
        }
    std::sort(accesses.begin(), accesses.end(),
              [](const struct access &a, const struct access &b) { return a.word < b.word; });
    bool within = false, between = false;
    for (size_t first = 0, i = 0; i < accesses.size(); ++i) {
        if (accesses[first].word != accesses[i].word)
            first = i;
        for (size_t j = first; j < i; ++j) {
            const struct access &a = accesses[i], &b = accesses[j];
            if (a.thread == b.thread || (!a.stores && !b.stores))
                continue;
            if (a.thread / threads != b.thread / threads)
                between = true;
            else if (a.epoch == b.epoch)
                within = true;
        }
    }

    int *words, *sums;
    HANDLE_ERROR(cudaMalloc((void **)&words, plan.words * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&sums, all * sizeof(int)));
    HANDLE_ERROR(cudaMemset(words, 0, plan.words * sizeof(int)));
    follow<<<blocks, threads>>>(plan, words, sums);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(words));
    HANDLE_ERROR(cudaFree(sums));
    printf("within %s, between %s\n", within ? "yes" : "no", between ? "yes" : "no");
    return 0;
}
