// SPDX-License-Identifier: MIT
// early_host.h: judges the exercise "early_host".
#pragma once
#include "judge.h"

#include "host_calls.h"

enum { parts = 4 };

// What the host can call. All work is in one stream.
struct early_calls : host_calls {
    enum { copies_in, launches, copies_back, records, waits, reads };
    // cudaMemcpyAsync() of the part's numbers to the device
    __device__ void copy_in(int part)
    {
        add(copies_in, part);
    }
    // square_part<<<..., stream>>>(part)
    __device__ void square(int part)
    {
        add(launches, part);
    }
    // cudaMemcpyAsync() of the part's squares to the host
    __device__ void copy_back(int part)
    {
        add(copies_back, part);
    }
    // cudaEventRecord(events[event], stream); there are most_events events.
    __device__ void record(int event)
    {
        add(records, event);
    }
    // cudaEventSynchronize(events[event]): the host waits.
    __device__ void wait(int event)
    {
        add(waits, event);
    }
    // The host adds up the squares of the part.
    __device__ void read(int part)
    {
        add(reads, part);
    }
};

// Lists what the host calls, in order. One thread.
__global__ void early_host(early_calls *host);

#ifdef JUDGES
enum { elements = 64 };

static __global__ void square_part(int *data)
{
    data[threadIdx.x] *= data[threadIdx.x];
}

// The host reads a part while the work of the next one is under way: queued, and not waited for.
static void expect_work_while_reading(const std::vector<host_call> &calls)
{
    int queued = 0, over = 0, at_event[most_events] = {}, copied_back[parts] = {};
    for (const host_call &c : calls) {
        const int next = c.first + 1;
        queued += c.what < early_calls::records;
        if (c.what == early_calls::copies_back)
            copied_back[c.first] = queued;
        else if (c.what == early_calls::records)
            at_event[c.first] = queued;
        else if (c.what == early_calls::waits)
            over = over > at_event[c.first] ? over : at_event[c.first];
        else if (c.what == early_calls::reads && next < parts && copied_back[next] == 0)
            end_judging("waits", "the host reads part %d while the device has nothing to do: part %d is not queued yet",
                        c.first, next);
        else if (c.what == early_calls::reads && next < parts && over >= copied_back[next])
            end_judging("waits", "before it reads part %d, the host waits for part %d, too", c.first, next);
    }
}

struct work_of_parts {
    int *in, *back; // of the host, pinned
    int *data;      // of the device
    int sums[parts];
};

static void make_call(const host_call &c, work_of_parts &work, cudaStream_t stream, const cudaEvent_t *event)
{
    const size_t bytes = elements * sizeof(int);
    const int first = c.first * elements;
    switch (c.what) {
    case early_calls::copies_in:
        judge_call(cudaMemcpyAsync(work.data + first, work.in + first, bytes, cudaMemcpyHostToDevice, stream),
                   "copy_in()");
        break;
    case early_calls::launches: square_part<<<1, elements, 0, stream>>>(work.data + first); break;
    case early_calls::copies_back:
        judge_call(cudaMemcpyAsync(work.back + first, work.data + first, bytes, cudaMemcpyDeviceToHost, stream),
                   "copy_back()");
        break;
    case early_calls::records: judge_call(cudaEventRecord(event[c.first], stream), "record()"); break;
    case early_calls::waits: judge_call(cudaEventSynchronize(event[c.first]), "wait()"); break;
    default:
        usleep(20000); // a host that has something else to do reads the right numbers by luck
        for (int i = 0; i < elements; ++i)
            work.sums[c.first] += work.back[first + i];
    }
}

static void make_calls(const std::vector<host_call> &calls, work_of_parts &work)
{
    cudaStream_t stream;
    cudaEvent_t event[most_events];
    judge_call(cudaStreamCreate(&stream), "cudaStreamCreate");
    for (cudaEvent_t &e : event)
        judge_call(cudaEventCreateWithFlags(&e, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    for (const host_call &c : calls)
        make_call(c, work, stream, event);
    judge_call(cudaStreamSynchronize(stream), "the work of the stream");
    cudaStreamDestroy(stream);
    for (cudaEvent_t e : event)
        cudaEventDestroy(e);
}

static void judge()
{
    begin_case("%d parts", (int)parts);
    const std::vector<host_call> calls =
        listed_calls([](host_calls *list) { early_host<<<1, 1>>>(static_cast<early_calls *>(list)); });
    for (const host_call &c : calls) {
        expect_index("call of the kind", c.what, 6);
        const bool of_event = c.what == early_calls::records || c.what == early_calls::waits;
        expect_index(of_event ? "event" : "part", c.first, of_event ? (int)most_events : (int)parts);
    }
    expect_parts(calls, early_calls::copies_in, "copy_in", parts);
    expect_parts(calls, early_calls::launches, "square", parts);
    expect_parts(calls, early_calls::copies_back, "copy_back", parts);
    expect_parts(calls, early_calls::reads, "read", parts);
    work_of_parts work = {};
    judge_call(cudaMallocHost((void **)&work.in, parts * elements * sizeof(int)), "allocating");
    judge_call(cudaMallocHost((void **)&work.back, parts * elements * sizeof(int)), "allocating");
    judge_call(cudaMalloc((void **)&work.data, parts * elements * sizeof(int)), "allocating");
    for (int i = 0; i < parts * elements; ++i)
        work.in[i] = input(i, 1000), work.back[i] = 0;
    make_calls(calls, work);
    cudaFree(work.data);
    cudaFreeHost(work.back);
    cudaFreeHost(work.in);
    for (int part = 0; part < parts; ++part) {
        int sum = 0;
        for (int i = part * elements; i < (part + 1) * elements; ++i)
            sum += input(i, 1000) * input(i, 1000);
        if (work.sums[part] != sum)
            end_judging("wrong", "the sum of part %d is %d, and should be %d", part, work.sums[part], sum);
    }
    expect_work_while_reading(calls);
}
#endif
