// SPDX-License-Identifier: MIT
// allocations_at_once.cu: host threads with streams of their own allocate memory of 1 byte to 1 GB, fill its ends by
// kernels, look whether they are still the same, and free it; no two allocations may overlap. An argument is the number
// of rounds.
// CPU exits 0
#include <map>
#include <mutex>
#include <stdio.h>
#include <stdlib.h>
#include <thread>
#include <vector>

const int workers = 6, held = 8;

static std::mutex mutex;
static std::map<char *, size_t> live;
static int failures;

static void fail(const char *what)
{
    std::lock_guard<std::mutex> lock(mutex);
    fprintf(stderr, "%s\n", what);
    ++failures;
}

__global__ void mark(char *p, size_t size, char value)
{
    p[0] = p[size / 2] = p[size - 1] = value;
}

__global__ void compare(const char *p, size_t size, char value, int *wrong)
{
    if (p[0] != value || p[size / 2] != value || p[size - 1] != value)
        atomicAdd(wrong, 1);
}

static void enter(char *p, size_t size)
{
    std::lock_guard<std::mutex> lock(mutex);
    auto after = live.lower_bound(p);
    bool free_behind = after == live.end() || p + size <= after->first;
    bool free_before = after == live.begin() || std::prev(after)->first + std::prev(after)->second <= p;
    if (!free_behind || !free_before) {
        fprintf(stderr, "two allocations overlap\n");
        ++failures;
    }
    live[p] = size;
}

static void leave(char *p)
{
    std::lock_guard<std::mutex> lock(mutex);
    live.erase(p);
}

static void work(unsigned id, int rounds)
{
    cudaStream_t stream;
    char *p[held] = {};
    size_t size[held];
    int *dev_wrong, wrong;
    unsigned random = id;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (cudaMalloc(&dev_wrong, sizeof wrong) != cudaSuccess)
        return fail("no memory");
    cudaMemsetAsync(dev_wrong, 0, sizeof wrong, stream);
    for (int i = 0; i < rounds + held; i++) {
        int at = i % held;
        if (p[at] != NULL) {
            compare<<<1, 1, 0, stream>>>(p[at], size[at], (char)(id + i), dev_wrong);
            cudaStreamSynchronize(stream);
            leave(p[at]);
            if ((i & 1 ? cudaFree(p[at]) : cudaFreeAsync(p[at], stream)) != cudaSuccess)
                fail("cudaFree failed");
            p[at] = NULL;
        }
        if (i >= rounds)
            continue;
        random = random * 1664525u + 1013904223u;
        size_t most = (size_t)1 << (random >> 8) % 31;
        size[at] = most - (random >> 16) % most / 2;
        if (cudaMalloc(&p[at], size[at]) != cudaSuccess) { // then the others have much at this time
            p[at] = NULL;
            continue;
        }
        enter(p[at], size[at]);
        mark<<<1, 1, 0, stream>>>(p[at], size[at], (char)(id + i + held));
    }
    cudaMemcpyAsync(&wrong, dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess || wrong != 0)
        fail("the memory was not what it had been");
    cudaFree(dev_wrong);
    cudaStreamDestroy(stream);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    std::vector<std::thread> all;
    for (unsigned id = 0; id < workers; id++)
        all.emplace_back(work, id, rounds);
    for (std::thread &one : all)
        one.join();
    return failures > 0;
}
