// SPDX-License-Identifier: MIT
// shuffles: the four shuffles by each kind of distance and width, and the warp's other functions. A line has the
// results of the 32 lanes.
#include <cstdio>
#include <cstdlib>

enum shuffle { direct, up, down, by_xor, shuffle_count };
static const char *const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
static const int distances[] = {0, 1, 3, 5, 8, 9, 15, 16, 31, 32, 33, 40, 63, 64, 65, 1000, -1, -3, -32, -33};

constexpr unsigned full = 0xffffffff;

__global__ void shuffled(unsigned *out, shuffle kind, int distance, int width)
{
    const int mine = threadIdx.x + 100;
    int got = 0;
    switch (kind) {
    case direct: got = __shfl_sync(full, mine, distance, width); break;
    case up: got = __shfl_up_sync(full, mine, (unsigned)distance, width); break;
    case down: got = __shfl_down_sync(full, mine, (unsigned)distance, width); break;
    default: got = __shfl_xor_sync(full, mine, distance, width);
    }
    out[threadIdx.x] = got;
}

#define WARP_FUNCTIONS(DO)                                                                                             \
    DO(ballot, __ballot_sync(full, lane & 1))                                                                          \
    DO(ballot_none, __ballot_sync(full, lane > 40))                                                                    \
    DO(any, __any_sync(full, lane == 31))                                                                              \
    DO(any_none, __any_sync(full, lane == 32))                                                                         \
    DO(all_of, __all_sync(full, lane < 32))                                                                            \
    DO(all_of_large, __all_sync(full, (lane + 1) << 16))                                                               \
    DO(match_any, __match_any_sync(full, lane / 3))                                                                    \
    DO(match_any_zeros, __match_any_sync(full, lane % 2 ? 0.0f : -0.0f))                                               \
    DO(match_any_nan, __match_any_sync(full, __int_as_float(0x7fc00000)))                                              \
    DO(match_any_long_long, __match_any_sync(full, (unsigned long long)(lane % 4) << 40))                              \
    DO(reduce_add, __reduce_add_sync(full, lane))                                                                      \
    DO(reduce_add_overflow, __reduce_add_sync(full, lane * 0x20000000u))                                               \
    DO(reduce_min, __reduce_min_sync(full, (int)lane - 5))                                                             \
    DO(reduce_max_unsigned, __reduce_max_sync(full, lane - 5u))                                                        \
    DO(reduce_and, __reduce_and_sync(full, lane | 6))                                                                  \
    DO(reduce_or, __reduce_or_sync(full, lane << 3))                                                                   \
    DO(reduce_xor, __reduce_xor_sync(full, lane * 7))                                                                  \
    DO(activemask, __activemask())                                                                                     \
    DO(shuffled_short, (unsigned)__shfl_sync(full, (short)-lane, lane ^ 1))                                            \
    DO(shuffled_double, (unsigned)__shfl_sync(full, lane * 1.5, lane + 1))                                             \
    DO(shuffled_long_long, (unsigned)(__shfl_sync(full, (long long)lane << 33, 7) >> 33))                              \
    DO(lane_less, __popc(__activemask() & ((1u << lane) - 1)))

#define DEFINE(name, ...)                                                                                              \
    __global__ void kernel_##name(unsigned *out)                                                                       \
    {                                                                                                                  \
        const int lane = threadIdx.x;                                                                                  \
        out[lane] = (__VA_ARGS__) + 0 * lane;                                                                          \
    }
WARP_FUNCTIONS(DEFINE)

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        exit(error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? 77 : 1);
    }
}

static void print_lanes(const unsigned *device_out)
{
    unsigned out[32];
    must(cudaGetLastError());
    must(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    for (unsigned value : out)
        printf(" %x", value);
    printf("\n");
}

int main()
{
    unsigned *out;
    must(cudaMalloc(&out, 32 * sizeof *out));
    for (int kind = 0; kind < shuffle_count; ++kind)
        for (int distance : distances)
            for (int width = 1; width <= 32; width *= 2) {
                shuffled<<<1, 32>>>(out, (shuffle)kind, distance, width);
                printf("%s by %d of %d:", names[kind], distance, width);
                print_lanes(out);
            }
#define RUN(name, ...)                                                                                                 \
    kernel_##name<<<1, 32>>>(out);                                                                                     \
    printf(#name ":");                                                                                                 \
    print_lanes(out);
    WARP_FUNCTIONS(RUN)
    must(cudaFree(out));
    return 0;
}
