// SPDX-License-Identifier: MIT
// judge.h: runs what a student has written over many cases, and compares each result with a closed form. The judge of
// an exercise declares the kernel and defines judge(), which goes through the cases:
//
//     __global__ void twice(const int *in, int *out, int n);
//
//     static void judge()
//     {
//         for (int n : {1, 32, 100}) {
//             begin_case("n = %d", n);
//             array<int> in(n, [](size_t i) { return 3 * i; }), out(n);
//             run([&] { twice<<<1, 128>>>(in, out, n); });
//             out.expect("out", [&](size_t i) { return 2 * in[i]; });
//             expect_coalesced();
//         }
//     }
//
// The program prints one line on stdout, "right: 12 cases", and ends with status 0; or, at the first case that is not
// right, "wrong: n = 100: out[3] is 7, and should be 9", or "slow: n = 100: ..." where a counter of the CPU device says
// so, with status 1. On a GPU, a second line says what the longest launch took, by CUDA's events.
//
// ./run check compiles judge/NAME.h by itself, as the host's side of the program, and the solution with
// JUDGE_INTERFACE, for its kernel alone: it sees what stands outside of #ifdef JUDGES, and the judge sees nothing of
// it. The verdict then leaves by the descriptor JUDGE_CHANNEL, from which the judge reads two words before the first
// launch: a number that makes the inputs, and a secret that it puts in front of the verdict.
#pragma once

#include <cuda_runtime.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef JUDGE_INTERFACE
#define JUDGES 1

#include <stdint.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#if __has_include(<cpu_device/counters.h>)
#include <cpu_device/counters.h>
#include <cpu_device/page.h>
#define JUDGE_COUNTS 1
#endif

inline int judged_cases;
inline char judged_case[200];
inline float longest_launch; // milliseconds

// Where the verdict goes: a descriptor, or stdout, and what stands in front of it there. On the heap, where a kernel
// gets an illegal address: it may reach a program's variables.
struct verdict_way {
    int channel = -1;
    char secret[40] = "";
    uint64_t high = 0, inputs = 1; // 128 bits
    std::string found;             // in a case whose result is right: said at the end, if all others are right, too
};
inline verdict_way &way()
{
    static verdict_way *only = new verdict_way;
    return *only;
}

__attribute__((format(printf, 1, 0))) inline void give_verdict(const char *text, va_list arguments)
{
    char line[2000];
    int length = vsnprintf(line, sizeof line, text, arguments);
    if (way().channel < 0)
        printf("%s\n", line);
    else if (dprintf(way().channel, "%s %.*s\n", way().secret, length, line) < 0)
        _exit(2);
}

__attribute__((format(printf, 1, 2))) inline void say_verdict(const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    give_verdict(text, arguments);
    va_end(arguments);
}

// An element of an input, below `most`: another one in each run, so that no kernel can know it.
inline int input(size_t i, int most)
{
    uint64_t x = way().inputs * 0x9e3779b97f4a7c15 + (uint64_t)judged_cases * 0xd1342543de82ef95 + i;
    for (int round = 0; round < 2; ++round) {
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        x = (x ^ x >> 31) ^ way().high;
    }
    return (int)(x % (uint64_t)most);
}

__attribute__((format(printf, 1, 2))) inline void begin_case(const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(judged_case, sizeof judged_case, text, arguments);
    va_end(arguments);
    ++judged_cases;
#ifdef JUDGE_COUNTS
    cpu_device_page_note(judged_case);
#endif
}

// Ends the program with status 1; what the judge has allocated is freed. The playground has no exceptions.
#ifdef __cpp_exceptions
struct judging_ended {
};
[[noreturn]] inline void end_now()
{
    throw judging_ended();
}
#else
inline std::vector<void *> judged_memory;
[[noreturn]] inline void end_now()
{
    for (void *memory : judged_memory)
        cudaFree(memory);
    exit(EXIT_FAILURE);
}
#endif

// kind: "wrong", "slow", "waits": for more than it must, or "unsafe": it is right as the blocks happened to run. Only a
// wrong result ends the judging: a later case may be wrong.
__attribute__((format(printf, 2, 3))) inline void end_judging(const char *kind, const char *text, ...)
{
    char why[1500];
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(why, sizeof why, text, arguments);
    va_end(arguments);
    if (std::string(kind) == "wrong") {
        say_verdict("%s: %s: %s", kind, judged_case, why);
        end_now();
    }
    if (way().found.empty())
        way().found = std::string(kind) + ": " + judged_case + ": " + why;
}

inline void judge_call(cudaError_t error, const char *what)
{
    if (error != cudaSuccess)
        end_judging("wrong", "%s: %s", what, cudaGetErrorString(error));
}

// count integers in device memory, and a copy of them on the host. What a kernel has not written is recognized.
template <class T> class array
{
  public:
    explicit array(size_t count) : array(count, nullptr, 0) {}
    template <class F> array(size_t count, F value) : array(count, nullptr, 0)
    {
        for (size_t i = 0; i < count; ++i)
            host[i] = T(value(i));
        judge_call(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice), "copying the input");
    }
    array(const array &) = delete;
    ~array()
    {
#ifndef __cpp_exceptions
        judged_memory.erase(std::find(judged_memory.begin(), judged_memory.end(), device));
#endif
        cudaFree(device);
    }
    // For kernels.
    operator T *() const
    {
        return device;
    }
    const T &operator[](size_t i) const
    {
        return host[i];
    }
    // The elements are back on the host.
    void copy_back()
    {
        judge_call(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost),
                   "copying the result");
    }
    // Compares with value(i); the first that differs ends the program.
    template <class F> void expect(const char *name, F value)
    {
        copy_back();
        T unwritten;
        memset((void *)&unwritten, unwritten_byte, sizeof unwritten);
        for (size_t i = 0; i < host.size(); ++i) {
            const T expected = T(value(i));
            if (host[i] == expected)
                continue;
            const std::string should = std::to_string(expected);
            if (memcmp(&host[i], &unwritten, sizeof unwritten) == 0)
                end_judging("wrong", "%s[%zu] is not written, and should be %s", name, i, should.c_str());
            end_judging("wrong", "%s[%zu] is %s, and should be %s", name, i, std::to_string(host[i]).c_str(),
                        should.c_str());
        }
    }

  private:
    static const int unwritten_byte = 0xa5;
    T *device = nullptr;
    std::vector<T> host;

    array(size_t count, std::nullptr_t, int) : host(count)
    {
        judge_call(cudaMalloc((void **)&device, count * sizeof(T)), "allocating");
#ifndef __cpp_exceptions
        judged_memory.push_back(device);
#endif
        judge_call(cudaMemset(device, unwritten_byte, count * sizeof(T)), "filling");
    }
};

#ifdef JUDGE_COUNTS
inline memory_counts judged_counts;

// With the device's checks off, there are none; in weak memory, a warp's lanes do not access it together.
inline bool judge_counts()
{
    const char *checks = getenv("CPU_DEVICE_CHECKS"), *memory = getenv("CPU_DEVICE_MEMORY");
    return (checks == NULL || strcmp(checks, "off") != 0) && (memory == NULL || strcmp(memory, "weak") != 0);
}
#endif

// Launches, and waits for the end.
template <class F> void run(F launch)
{
#ifdef JUDGE_COUNTS
    if (judge_counts())
        cpu_device_counters_begin();
    launch();
    judge_call(cudaGetLastError(), "the launch is refused");
    judge_call(cudaDeviceSynchronize(), "the launch fails");
    if (judge_counts())
        judged_counts = cpu_device_counters_end();
#else
    cudaEvent_t begin, end;
    judge_call(cudaEventCreate(&begin), "cudaEventCreate");
    judge_call(cudaEventCreate(&end), "cudaEventCreate");
    judge_call(cudaEventRecord(begin), "cudaEventRecord");
    launch();
    judge_call(cudaGetLastError(), "the launch is refused");
    judge_call(cudaEventRecord(end), "cudaEventRecord");
    judge_call(cudaDeviceSynchronize(), "the launch fails");
    float milliseconds = 0;
    judge_call(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    longest_launch = milliseconds > longest_launch ? milliseconds : longest_launch;
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
#endif
}

#ifdef JUDGE_COUNTS
inline void judge_coalesced(const access_counts &counts, const char *what, const char *verb)
{
    if (counts.sectors * 4 > counts.least_sectors * 5)
        end_judging("slow",
                    "the %s touch %llu sectors of 32 bytes, where %llu would do: let neighbouring threads %s "
                    "neighbouring elements",
                    what, counts.sectors, counts.least_sectors, verb);
}
inline void judge_banks(const access_counts &counts, const char *what)
{
    if (counts.wavefronts > counts.least_wavefronts)
        end_judging("slow",
                    "the %s of shared memory take %llu passes of its banks, where %llu would do without bank "
                    "conflicts: let the words that a warp asks for lie in different banks",
                    what, counts.wavefronts, counts.least_wavefronts);
}
inline void judge_most(const access_counts &counts, unsigned long long most, const char *what, const char *advice)
{
    if (counts.requests > most)
        end_judging("slow", "the warps execute %llu %s, where %llu would do: %s", counts.requests, what, most, advice);
}
#endif

// What the last run() did to memory; on a GPU, nothing is counted. A request is one instruction that a warp executes.
inline void expect_coalesced()
{
#ifdef JUDGE_COUNTS
    judge_coalesced(judged_counts.global_loads, "loads of global memory", "load");
    judge_coalesced(judged_counts.global_stores, "stores to global memory", "store");
#endif
}
inline void expect_no_bank_conflicts()
{
#ifdef JUDGE_COUNTS
    judge_banks(judged_counts.shared_loads, "loads");
    judge_banks(judged_counts.shared_stores, "stores");
#endif
}
inline void expect_global_loads(size_t most)
{
#ifdef JUDGE_COUNTS
    judge_most(judged_counts.global_loads, most, "loads of global memory",
               "let each element be loaded once, by one thread, and the others get it from that one");
#endif
}
inline void expect_global_atomics(size_t most)
{
#ifdef JUDGE_COUNTS
    judge_most(judged_counts.global_atomics, most, "atomic operations on global memory",
               "let the threads of a block agree among themselves first");
#endif
}
inline void expect_shared_loads(size_t most)
{
#ifdef JUDGE_COUNTS
    judge_most(judged_counts.shared_loads, most, "loads of shared memory", "let more threads work at the same time");
#endif
}

// Half as many threads, or blocks, at least, have taken part in loads of global memory.
inline void judge_participants(unsigned long long have, size_t least, const char *what)
{
    if (2 * have < least)
        end_judging("slow", "%llu of the %s load elements, where %zu could: divide the work among all of them", have,
                    what, least);
}
inline void expect_loading_threads(size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts())
        judge_participants(judged_counts.global_loading.threads, least, "threads");
#else
    (void)least;
#endif
}
inline void expect_loading_blocks(size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts())
        judge_participants(judged_counts.global_loading.blocks, least, "blocks");
#else
    (void)least;
#endif
}
// Half as many threads, at least, have stored elements.
inline void expect_storing_threads(size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && 2 * judged_counts.global_storing.threads < least)
        end_judging("slow", "%llu threads store elements, where %zu could: divide the work among all of them",
                    judged_counts.global_storing.threads, least);
#else
    (void)least;
#endif
}
// So many blocks, at least, have stored elements.
inline void expect_storing_blocks(size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.global_storing.blocks < least)
        end_judging("slow", "%llu blocks store elements, where %zu could: divide the work among all of them",
                    judged_counts.global_storing.blocks, least);
#else
    (void)least;
#endif
}
// No thread has accessed more words of global and shared memory than these; what it waits for counts once.
inline void expect_divided(size_t most)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.most_words_of_thread > most)
        end_judging("slow",
                    "one thread makes %llu of all %llu accesses to elements, where %zu would do: divide the work among "
                    "the threads",
                    judged_counts.most_words_of_thread, judged_counts.words, most);
#else
    (void)most;
#endif
}
// Threads that take part in atomic operations on global memory, each once in a launch.
inline void expect_atomic_threads(size_t most)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.global_atomic.threads > most)
        end_judging("slow",
                    "%llu threads execute atomic operations on global memory, where %zu would do: let one thread of "
                    "each group add for the whole group",
                    judged_counts.global_atomic.threads, most);
#else
    (void)most;
#endif
}
inline void expect_global_stores(size_t most)
{
#ifdef JUDGE_COUNTS
    judge_most(judged_counts.global_stores, most, "stores to global memory", "let each thread store its own element");
#endif
}
// Counts the accesses to `count` elements, from `first` on, of an array that one part of the kernel writes for another.
template <class T> void watch(const array<T> &what, size_t count, size_t first = 0)
{
#ifdef JUDGE_COUNTS
    cpu_device_counters_watch((const T *)what + first, count * sizeof(T));
#endif
}
inline void expect_watched_loads(const char *name, size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.watched_loads < least)
        end_judging("unsafe", "%llu loads from %s, where %zu are needed: a result that is not made of it says nothing",
                    judged_counts.watched_loads, name, least);
#endif
}

// Loads of elements that another block has stored.
inline void expect_watched_loads_from_others(const char *name, size_t least)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.watched_loads_from_others < least)
        end_judging("unsafe",
                    "%llu loads of what another block has stored in %s, where %zu are needed: a result that is not "
                    "made of it says nothing",
                    judged_counts.watched_loads_from_others, name, least);
#else
    (void)name;
    (void)least;
#endif
}
inline void expect_no_watched_atomics(const char *names)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.watched_atomics > 0)
        end_judging("slow", "%llu atomic operations on %s: they belong together, so let the lock guard them",
                    judged_counts.watched_atomics, names);
#else
    (void)names;
#endif
}
// Barriers that a block executes, whatever their names are and wherever they stand.
inline void expect_barriers(size_t most)
{
#ifdef JUDGE_COUNTS
    if (judge_counts() && judged_counts.barriers > most)
        end_judging("waits", "a block executes %llu barriers, where %zu would do", judged_counts.barriers, most);
#else
    (void)most;
#endif
}

// For all launches together: what the device could tell is needless (a barrier, a fence, an atomic operation) is
// reported, and fails. Call it before the first case.
inline void expect_needed_synchronization()
{
#ifdef JUDGE_COUNTS
    if (judge_counts())
        cpu_device_advise();
#endif
}

inline size_t divide_up(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

static void judge();

// The two words of the channel; a program that is run by hand has none.
inline void open_channel()
{
    const char *name = getenv("JUDGE_CHANNEL");
    char words[80] = "", inputs[33] = "";
    if (name == NULL)
        return;
    prctl(PR_SET_DUMPABLE, 0); // no other process looks into this one
    way().channel = atoi(name);
    ssize_t length = read(way().channel, words, sizeof words - 1);
    if (length <= 0 || sscanf(words, "%32[0-9a-f] %39s", inputs, way().secret) != 2) {
        fprintf(stderr, "judge: nothing comes from the channel\n");
        exit(2);
    }
    const size_t digits = strlen(inputs), of_high = digits > 16 ? digits - 16 : 0;
    way().inputs = strtoull(inputs + of_high, NULL, 16);
    inputs[of_high] = '\0';
    way().high = strtoull(inputs, NULL, 16);
    memset(words, 0, sizeof words);
    memset(inputs, 0, sizeof inputs);
    unsetenv("JUDGE_CHANNEL");
}

int main()
{
    open_channel();
#ifdef JUDGE_COUNTS
    cpu_device_counters_guard();
#endif
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        fprintf(stderr, "no CUDA device here\n");
        return 77;
    }
#ifdef __cpp_exceptions
    try {
        judge();
    } catch (const judging_ended &) {
        return EXIT_FAILURE;
    }
#else
    judge();
#endif
    if (!way().found.empty()) {
        say_verdict("%s", way().found.c_str());
        return EXIT_FAILURE;
    }
    say_verdict("right: %d cases", judged_cases);
#ifndef JUDGE_COUNTS
    printf("the longest launch took %.4f ms\n", longest_launch);
#endif
    return EXIT_SUCCESS;
}
#endif // JUDGE_INTERFACE
