// SPDX-License-Identifier: MIT
// accesses SEED [LATE]: a kernel made by chance. Each of its steps is a barrier, or a load or store by each thread of a
// word (or two) whose number grows with the thread's, or with its place in a matrix that the blocks are tiles of. A
// word has one, two or four bytes. Which words two threads came to unordered is found here by looking at all pairs;
// prints whether there are any within a block, and any between blocks. With LATE the grid is large, and steps are made
// by chance for the last blocks alone: in those before, each thread keeps to its own words, and may leave out all
// loads, or all stores.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../handle_error.h"

enum kind { load, store, barrier, load_two, store_two };

struct step {
    kind what;
    int offset, stride, threads; // in words; threads of a block that do it
};

const int most_steps = 8;

struct plan {
    int count, words, late;    // steps; words; the first thread for which they count
    bool early[2];             // whether those before load, and whether they store
    int threads, side, across; // of a block; in a row of its tile; tiles in a row of the matrix
    struct step steps[most_steps];
};

// The number of a thread's element.
__host__ __device__ inline int place_of(const struct plan *plan, int thread)
{
    int block = thread / plan->threads, rows = plan->threads / plan->side;
    int x = block % plan->across * plan->side + thread % plan->side;
    int y = block / plan->across * rows + thread % plan->threads / plan->side;
    return y * plan->across * plan->side + x;
}

// The word that a thread comes to, or the first of two.
__host__ __device__ inline int word_of(const struct plan *plan, int step, int thread)
{
    const struct step *s = &plan->steps[step];
    bool two = s->what == load_two || s->what == store_two;
    int place = place_of(plan, thread);
    if (thread < plan->late)
        return 2 * place;
    int word = (int)(((long long)place * s->stride + s->offset + plan->words) % plan->words);
    return two ? word / 2 * 2 : word;
}

__host__ __device__ inline bool takes_part(const struct plan *plan, int step, int thread, int in_block)
{
    kind what = plan->steps[step].what;
    return thread < plan->late ? plan->early[what == store || what == store_two] : in_block < plan->steps[step].threads;
}

template <class T> struct alignas(2 * sizeof(T)) pair {
    T x, y;
};

template <class T> __global__ void follow(struct plan plan, T *words, int *sums)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int i = 0; i < plan.count; ++i) {
        if (plan.steps[i].what == barrier)
            __syncthreads();
        else if (takes_part(&plan, i, thread, threadIdx.x)) {
            int word = word_of(&plan, i, thread);
            switch (plan.steps[i].what) {
            case load: sum += words[word]; break;
            case store: words[word] = (T)(thread * most_steps + i); break;
            case load_two: {
                pair<T> two = *(pair<T> *)&words[word];
                sum += two.x + two.y;
                break;
            }
            default: *(pair<T> *)&words[word] = pair<T>{(T)thread, (T)i};
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

template <class T> static void run(const struct plan &plan, int blocks, int threads)
{
    T *words;
    int *sums;
    HANDLE_ERROR(cudaMalloc((void **)&words, plan.words * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&sums, blocks * threads * sizeof(int)));
    HANDLE_ERROR(cudaMemset(words, 0, plan.words * sizeof(T)));
    follow<<<blocks, threads>>>(plan, words, sums);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(words));
    HANDLE_ERROR(cudaFree(sums));
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
    struct plan plan;
    plan.threads = plan.side = threads;
    plan.across = 1;
    if (below(2)) {
        plan.side = std::min(threads, 8 << below(3));
        plan.across = 1 + below(std::min(blocks, late ? 200 : 6));
        blocks = blocks / plan.across * plan.across;
    }
    int all = threads * blocks;
    plan.count = 1 + below(most_steps);
    plan.late = late ? all - threads * below(4) - 1 - below(threads) : 0;
    plan.words = late ? 2 * all : std::max(all, 64) * (1 + below(3));
    int left_out = below(3);
    plan.early[0] = left_out != 0;
    plan.early[1] = left_out != 1;
    bool tame = below(2); // so that every other kernel or so is free of races
    for (int i = 0; i < plan.count; ++i) {
        const kind kinds[] = {load, load, store, store, barrier, load_two, store_two, load_two, store_two};
        struct step *s = &plan.steps[i];
        s->what = late ? kinds[2 + below(7)] : kinds[below(7)];
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

    switch (below(3)) {
    case 0: run<unsigned char>(plan, blocks, threads); break;
    case 1: run<short>(plan, blocks, threads); break;
    default: run<int>(plan, blocks, threads);
    }
    printf("within %s, between %s\n", within ? "yes" : "no", between ? "yes" : "no");
    return 0;
}
