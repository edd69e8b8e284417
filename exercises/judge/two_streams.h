// SPDX-License-Identifier: MIT
// two_streams.h: judges the exercise "two_streams".
#pragma once
#include "judge.h"

#include "host_calls.h"

enum { parts = 6, buffers = 2, filling = 0, summing = 1 }; // the last two: streams

// What the host can call.
struct streams_calls : host_calls {
    enum { fills, sums, records, waits };
    // fill_part<<<..., streams[filling]>>>(buffer[part % 2], part)
    __device__ void fill(int part)
    {
        add(fills, part);
    }
    // sum_part<<<..., streams[summing]>>>(buffer[part % 2], &sums[part])
    __device__ void sum(int part)
    {
        add(sums, part);
    }
    // cudaEventRecord(events[event], streams[stream]); there are most_events events.
    __device__ void record(int event, int stream)
    {
        add(records, event, stream);
    }
    // cudaStreamWaitEvent(streams[stream], events[event])
    __device__ void wait(int stream, int event)
    {
        add(waits, event, stream);
    }
};

// Lists what the host calls, in order. One thread.
__global__ void two_streams(streams_calls *host);

#ifdef JUDGES
enum { elements = 64 };

static __global__ void fill_part(int *buffer, int part, int factor)
{
    buffer[threadIdx.x] = factor * (part + 1) + threadIdx.x;
}

static __global__ void sum_part(const int *buffer, int *sum)
{
    atomicAdd(sum, buffer[threadIdx.x]);
}

// What is over before a stream goes on: of each stream, so many calls.
struct work_before {
    int of[2] = {0, 0};
    void join(const work_before &other)
    {
        for (int s = 0; s < 2; ++s)
            of[s] = of[s] > other.of[s] ? of[s] : other.of[s];
    }
};

// With two buffers, a part can be filled while the one before it is added up.
static void expect_both_at_once(const std::vector<host_call> &calls)
{
    work_before before[2], at_event[most_events];
    int sum_of[parts]; // where it stands in its stream
    for (int &place : sum_of)
        place = most_calls + 1; // not in the list yet
    for (const host_call &c : calls) {
        const int stream = c.what == streams_calls::fills  ? filling
                           : c.what == streams_calls::sums ? summing
                                                           : c.second;
        ++before[stream].of[stream];
        if (c.what == streams_calls::records)
            at_event[c.first] = before[stream];
        else if (c.what == streams_calls::waits)
            before[stream].join(at_event[c.first]);
        else if (c.what == streams_calls::sums)
            sum_of[c.first] = before[summing].of[summing];
        else if (c.first > 0 && before[filling].of[summing] >= sum_of[c.first - 1])
            end_judging("waits", "fill(%d) waits for sum(%d): it fills the other buffer, and need not", c.first,
                        c.first - 1);
    }
}

static void make_calls(const std::vector<host_call> &calls, int *const *buffer, int *sums, int factor)
{
    cudaStream_t stream[2];
    cudaEvent_t event[most_events];
    for (cudaStream_t &s : stream)
        judge_call(cudaStreamCreate(&s), "cudaStreamCreate");
    for (cudaEvent_t &e : event)
        judge_call(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    for (const host_call &c : calls)
        switch (c.what) {
        case streams_calls::fills:
            fill_part<<<1, elements, 0, stream[filling]>>>(buffer[c.first % buffers], c.first, factor);
            break;
        case streams_calls::sums:
            sum_part<<<1, elements, 0, stream[summing]>>>(buffer[c.first % buffers], &sums[c.first]);
            break;
        case streams_calls::records: judge_call(cudaEventRecord(event[c.first], stream[c.second]), "record()"); break;
        default: judge_call(cudaStreamWaitEvent(stream[c.second], event[c.first], 0), "wait()"); break;
        }
    judge_call(cudaDeviceSynchronize(), "the work of the streams");
    for (cudaStream_t s : stream)
        cudaStreamDestroy(s);
    for (cudaEvent_t e : event)
        cudaEventDestroy(e);
}

static void judge()
{
    begin_case("%d parts", (int)parts);
    const int factor = 1 + input(0, 1000);
    const std::vector<host_call> calls =
        listed_calls([](host_calls *list) { two_streams<<<1, 1>>>(static_cast<streams_calls *>(list)); });
    for (const host_call &c : calls) {
        expect_index("call of the kind", c.what, 4);
        const bool of_part = c.what == streams_calls::fills || c.what == streams_calls::sums;
        expect_index(of_part ? "part" : "event", c.first, of_part ? (int)parts : (int)most_events);
        expect_index("stream", c.second, 2);
    }
    expect_parts(calls, streams_calls::fills, "fill", parts);
    expect_parts(calls, streams_calls::sums, "sum", parts);
    array<int> first(elements), second(elements), sums(parts, [](size_t) { return 0; });
    int *const buffer[buffers] = {first, second};
    make_calls(calls, buffer, sums, factor);
    sums.expect("sums",
                [&](size_t part) { return elements * factor * ((int)part + 1) + elements * (elements - 1) / 2; });
    expect_both_at_once(calls);
}
#endif
