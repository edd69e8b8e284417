// SPDX-License-Identifier: MIT
// programs FIRST LAST [show]: makes programs by chance, one from each seed, runs them, and compares the races that the
// device reports with what a look at all pairs of accesses finds (oracle.h). A program's threads load, store, copy
// structs and use atomics, in shared and global memory; blocks, parts of warps and grids meet at barriers, threads
// leave early, set flags and take locks; now and then a second launch follows, in order or in another stream.
//
// The device reports a variable once, and one variable is what one line allocates. So each program of a process has a
// kernel of its own, each array a line, and allocations whose sizes are its own, by which its reports are found.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "../handle_error.h"
#include "oracle.h"
#include "program.h"

namespace cg = cooperative_groups;

const int all_threads = most_blocks * most_threads;

struct memory {
    int *array[arrays]; // the shared ones are the kernel's
    int *flags, *seen;
};

struct alignas(8) two {
    int x, y;
};
struct three {
    int x, y, z;
};

// What races at the same two instructions is one report. So each array has instructions of its own.
#define OF_ONE_ARRAY template <int array> __device__ __attribute__((noinline, no_icf))

OF_ONE_ARRAY int load(const int *at, int size)
{
    switch (size) {
    case 1: return *at;
    case 2: {
        two v = *(const two *)at;
        return v.x + v.y;
    }
    case 3: {
        three v = *(const three *)at;
        return v.x + v.y + v.z;
    }
    default: {
        int4 v = *(const int4 *)at;
        return v.x + v.y + v.z + v.w;
    }
    }
}

OF_ONE_ARRAY void store(int *at, int size, int value)
{
    switch (size) {
    case 1: *at = value; break;
    case 2: *(two *)at = two{value, value}; break;
    case 3: *(three *)at = three{value, value, value}; break;
    default: *(int4 *)at = make_int4(value, value, value, value);
    }
}

OF_ONE_ARRAY void copy(int *to, const int *from, int size)
{
    switch (size) {
    case 1: *to = *from; break;
    case 2: *(two *)to = *(const two *)from; break;
    case 3: *(three *)to = *(const three *)from; break;
    default: *(int4 *)to = *(const int4 *)from;
    }
}

__device__ void fence(scope s)
{
#if FENCES
    if (s == scope::device)
        __threadfence();
    else if (s == scope::block)
        __threadfence_block();
#else
    (void)s;
#endif
}

__device__ int signal(const step &s, int *flag)
{
    int before = 0;
    fence(s.before);
    if (s.updates)
        before = atomicAdd(flag, 1);
    else
        *(volatile int *)flag = 1;
    fence(s.after);
    return before;
}

__device__ void await(const step &s, int *flag)
{
    fence(s.before);
    if (s.updates) {
        while (atomicAdd(flag, 0) < s.awaits)
            __nanosleep(20);
    } else {
        while (*(volatile int *)flag < s.awaits)
            __nanosleep(20);
    }
    fence(s.after);
}

OF_ONE_ARRAY int update(int *at, act what, int value)
{
    switch (what) {
    case act::add: return atomicAdd(at, value);
    case act::add_block: return atomicAdd_block(at, value);
    default: return atomicExch(at, value);
    }
}

#if FENCES
// A lock is taken while it is odd. Its value says how often it was taken before.
OF_ONE_ARRAY int locked(const step &s, int *lock, int *at, int value)
{
    int version = 0;
    for (int seen; (seen = atomicCAS(lock, version, version + 1)) != version; version = seen & ~1)
        __nanosleep(20);
    fence(s.before);
    store<array>(at, s.at.size, load<array>(at, s.at.size) + value);
    fence(s.after);
    atomicExch(lock, version + 2);
    return version;
}
#endif

// A step that accesses this array. Returns what it has read.
OF_ONE_ARRAY int access(const step &s, int *at, int *from, int *flags, int value)
{
    switch (s.what) {
    case act::load: return load<array>(at, s.at.size);
    case act::store: store<array>(at, s.at.size, value); return 0;
    case act::copy: copy<array>(at, from, s.at.size); return 0;
#if FENCES
    case act::locked: return locked<array>(s, flags + s.flag, at, value);
#else
    case act::locked: (void)flags; return 0;
#endif
    default: return update<array>(at, s.what, value);
    }
}

__device__ void meet(const step &s)
{
    if (s.what == act::sync_block)
        __syncthreads();
#if LANES
    cg::thread_block block = cg::this_thread_block();
    if (s.what == act::sync_lanes)
        __syncwarp(s.who.lanes);
    else if (s.what == act::sync_tile && s.size == 4)
        cg::tiled_partition<4>(block).sync();
    else if (s.what == act::sync_tile && s.size == 8)
        cg::tiled_partition<8>(block).sync();
    else if (s.what == act::sync_tile)
        cg::tiled_partition<16>(block).sync();
#endif
    if (s.what == act::sync_grid)
        cg::this_grid().sync();
}

__device__ void follow(const program &p, memory m, int *first, int *second)
{
    const int thread = threadIdx.x, block = blockIdx.x, rank = block * p.threads + thread;
    for (int i = thread; i < 4 * shared_slots; i += p.threads)
        first[i] = second[i] = 0;
    __syncthreads();
    m.array[0] = first;
    m.array[1] = second;
    int seen[most_steps] = {};
    for (int i = 0; i < p.count; ++i) {
        const step &s = p.steps[i];
        if (!takes_part(&s.who, block, thread))
            continue;
        if (s.what == act::leave)
            break;
        if (s.at.size == 0) {
            if (s.what == act::signal)
                seen[i] = signal(s, m.flags + s.flag);
            else if (s.what == act::await)
                await(s, m.flags + s.flag);
            else
                meet(s);
            continue;
        }
        int *at = m.array[s.at.array] + first_word(&s.at, p.threads, block, thread);
        int *from = m.array[s.from.array] + first_word(&s.from, p.threads, block, thread);
        const int value = (rank + 1) * most_steps + i;
        switch (s.at.array) {
        case 0: seen[i] = access<0>(s, at, from, m.flags, value); break;
        case 1: seen[i] = access<1>(s, at, from, m.flags, value); break;
        case 2: seen[i] = access<2>(s, at, from, m.flags, value); break;
        default: seen[i] = access<3>(s, at, from, m.flags, value);
        }
    }
    for (int i = 0; i < p.count; ++i)
        m.seen[rank * most_steps + i] = seen[i];
}

using kernel = void (*)(program p, memory m);

#define KERNEL(number)                                                                                                 \
    __global__ void follow_##number(program p, memory m)                                                               \
    {                                                                                                                  \
        __shared__ alignas(16) int first[4 * shared_slots], second[4 * shared_slots];                                  \
        follow(p, m, first, second);                                                                                   \
    }
KERNEL(0)
KERNEL(1)
KERNEL(2)
KERNEL(3)
KERNEL(4)
KERNEL(5)
KERNEL(6)
KERNEL(7)
KERNEL(8)
KERNEL(9)
KERNEL(10)
KERNEL(11)
KERNEL(12)
KERNEL(13)
KERNEL(14)
KERNEL(15)
KERNEL(16)
KERNEL(17)
KERNEL(18)
KERNEL(19)
const kernel kernels[] = {follow_0,  follow_1,  follow_2,  follow_3,  follow_4,  follow_5,  follow_6,
                          follow_7,  follow_8,  follow_9,  follow_10, follow_11, follow_12, follow_13,
                          follow_14, follow_15, follow_16, follow_17, follow_18, follow_19};
const unsigned most_programs = sizeof kernels / sizeof *kernels;

// A flag is awaited until all have set it that do not leave before.
static void set_awaits(program *p)
{
    std::vector<bool> gone(p->blocks * p->threads);
    int signals[most_flags] = {};
    for (int i = 0; i < p->count; ++i) {
        step *s = &p->steps[i];
        for (int t = 0; t < p->blocks * p->threads; ++t)
            if (!gone[t] && takes_part(&s->who, t / p->threads, t % p->threads)) {
                gone[t] = s->what == act::leave;
                signals[s->flag] += s->what == act::signal;
            }
        if (s->what == act::await)
            s->awaits = (unsigned char)signals[s->flag];
    }
}

static const char *name_of(act what)
{
    const char *const names[] = {"load",       "store",     "add",       "add_block", "exchange", "copy",  "sync_block",
                                 "sync_lanes", "sync_tile", "sync_grid", "leave",     "signal",   "await", "locked"};
    return names[(int)what];
}

static void show(const program &p)
{
    const char *const which[] = {"all", "group", "block"};
    printf("launch of %d blocks of %d threads\n", p.blocks, p.threads);
    for (int i = 0; i < p.count; ++i) {
        const step &s = p.steps[i];
        printf("%2d %-10s blocks %x threads %d-%d lanes %08x", i, name_of(s.what), s.who.blocks & 7, s.who.first,
               s.who.first + s.who.count - 1, s.who.lanes);
        for (const words *w : {&s.at, &s.from})
            if (w->size != 0)
                printf("  array %d by %s/%d *%d+%d words %d-%d", w->array, which[(int)w->which], w->group, w->stride,
                       w->offset, w->first, w->first + w->size - 1);
        if (s.what >= act::signal)
            printf("  flag %d updates %d awaits %d fences %d %d", s.flag, s.updates, s.awaits, (int)s.before,
                   (int)s.after);
        printf("%s\n", s.what == act::sync_tile ? std::string("  of ").append(std::to_string(s.size)).c_str() : "");
    }
}

// What the device has written to stderr since the last call.
static std::string reports(FILE *file)
{
    static long read_until = 0;
    std::string text;
    char line[4096];
    fseek(file, read_until, SEEK_SET);
    while (fgets(line, sizeof line, file))
        text += line;
    read_until = ftell(file);
    return text;
}

static size_t size_of(int number, int array) // in bytes, each another one
{
    return (4 * slots + number * (arrays + 1) + array) * sizeof(int);
}

struct tally {
    int wrong, racing, clean; // programs; arrays
};

// Compares what the device and the oracle say of the program of this seed, the process' number-th.
static void try_seed(unsigned seed, int number, FILE *stderr_file, cudaStream_t *streams, bool shows,
                     struct tally *tally)
{
    maker make(seed, seed % 4 == 0);
    const bool cooperative = seed % 4 == 0, twice = make.below(5) == 0, in_order = make.below(2);
    const int launches = twice ? 2 : 1;
    int flag = 0;
    program p[2];
    memory m = {};
    static_assert(arrays == shared_arrays + 2, "a line for each");
    HANDLE_ERROR(cudaMalloc((void **)&m.array[shared_arrays], size_of(number, shared_arrays)));
    HANDLE_ERROR(cudaMalloc((void **)&m.array[shared_arrays + 1], size_of(number, shared_arrays + 1)));
    for (int i = shared_arrays; i < arrays; ++i)
        HANDLE_ERROR(cudaMemset(m.array[i], 0, size_of(number, i)));
    HANDLE_ERROR(cudaMalloc((void **)&m.flags, size_of(number, arrays)));
    HANDLE_ERROR(cudaMemset(m.flags, 0, size_of(number, arrays)));
    int *dev_seen;
    std::vector<int> seen(2 * all_threads * most_steps);
    HANDLE_ERROR(cudaMalloc((void **)&dev_seen, seen.size() * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_seen, 0, seen.size() * sizeof(int)));
    HANDLE_ERROR(cudaDeviceSynchronize());
    for (int l = 0; l < launches; ++l) {
        p[l] = make.make(&flag);
        set_awaits(&p[l]);
        if (shows)
            show(p[l]);
        m.seen = dev_seen + l * all_threads * most_steps;
        void *arguments[] = {&p[l], &m};
        cudaStream_t stream = streams[in_order ? 0 : l];
        dim3 grid(p[l].blocks), block(p[l].threads);
        HANDLE_ERROR(cooperative
                         ? cudaLaunchCooperativeKernel((const void *)kernels[number], grid, block, arguments, 0, stream)
                         : cudaLaunchKernel((const void *)kernels[number], grid, block, arguments, 0, stream));
    }
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(seen.data(), dev_seen, seen.size() * sizeof(int), cudaMemcpyDeviceToHost));
    const std::string text = reports(stderr_file);
    std::vector<launched> all;
    for (int l = 0; l < launches; ++l)
        all.push_back({&p[l], &seen[l * all_threads * most_steps]});
    const oracle found(all, in_order);
    bool right = true;
    for (int i = 0; i <= arrays; ++i) {
        const std::string name = i < shared_arrays ? i == 0 ? ", first[" : ", second["
                                                   : " of " + std::to_string(size_of(number, i)) + " bytes";
        const bool reported = text.find(name) != std::string::npos;
        const oracle::verdict v = i < arrays ? found.of(i) : oracle::verdict{!found.all_fenced()};
        tally->racing += reported && v.may;
        tally->clean += !reported && !v.may;
        if ((reported && !v.may) || (!reported && v.must)) {
            printf("seed %u: %s, %s\n", seed, i == arrays ? "the flags" : name.c_str(),
                   reported ? "a false alarm" : "a race that is missed");
            right = false;
            for (int k = 0; k < 2 && v.must; ++k)
                printf("    launch %d, block %d, thread %d, step %d: %s\n", v.example[k].launch, v.example[k].block,
                       v.example[k].thread, v.example[k].step,
                       name_of(p[v.example[k].launch].steps[v.example[k].step].what));
        }
        if (shows)
            printf("%s: %s; %s\n", name.c_str(),
                   v.must        ? "a race"
                   : v.forgotten ? "a forgotten race"
                   : v.may       ? "may be a race"
                                 : "no race",
                   reported ? "reported" : "not reported");
    }
    tally->wrong += !right;
    if (shows || !right)
        printf("%s", text.c_str());
    for (int i = shared_arrays; i < arrays; ++i)
        HANDLE_ERROR(cudaFree(m.array[i]));
    HANDLE_ERROR(cudaFree(m.flags));
    HANDLE_ERROR(cudaFree(dev_seen));
}

int main(int argc, char **argv)
{
    const unsigned first = argc > 2 ? (unsigned)atoi(argv[1]) : 0, last = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    if (argc < 3 || argc > 4 || last < first || last - first >= most_programs) {
        fprintf(stderr, "usage: programs FIRST LAST [show], of up to %u seeds\n", most_programs);
        return 2;
    }
    FILE *file = tmpfile();
    if (file == NULL || fcntl(fileno(file), F_SETFL, O_APPEND) < 0 || dup2(fileno(file), STDERR_FILENO) < 0)
        return 2;
    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
        HANDLE_ERROR(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    struct tally tally = {};
    for (unsigned seed = first; seed <= last; ++seed)
        try_seed(seed, (int)(seed - first), file, streams, argc > 3, &tally);
    for (cudaStream_t &s : streams)
        HANDLE_ERROR(cudaStreamDestroy(s));
    printf("%u programs: the device is wrong about %d; it reports races for %d arrays, and none for %d\n",
           last - first + 1, tally.wrong, tally.racing, tally.clean);
    return tally.wrong > 0;
}
