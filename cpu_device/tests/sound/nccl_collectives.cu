// SPDX-License-Identifier: MIT
// nccl_collectives.cu: each collective on each type and operation, in place and out of place, with every sum as it must
// be.
//
// Needs 4 devices.

#include <nccl.h>
#include <stdio.h>
#include <stdlib.h>

const int n = 1000, ranks = 4;

static ncclComm_t comms[ranks];
static cudaStream_t streams[ranks];
static int wrong = 0;

// Rank r has r + 1 + i % 3 at place i.
template <class T> static T value(int rank, size_t i)
{
    return (T)(rank + 1 + i % 3);
}

template <class T> static T reduced(ncclRedOp_t op, size_t i)
{
    T result = value<T>(0, i);
    for (int rank = 1; rank < ranks; ++rank) {
        T x = value<T>(rank, i);
        result = op == ncclProd  ? result * x
                 : op == ncclMax ? (x > result ? x : result)
                 : op == ncclMin ? (x < result ? x : result)
                                 : result + x;
    }
    return op == ncclAvg ? result / ranks : result;
}

template <class T> struct buffers {
    T *send[ranks], *receive[ranks];
    buffers(size_t sent, size_t received)
    {
        T *host = (T *)malloc(sent * sizeof(T));
        for (int rank = 0; rank < ranks; ++rank) {
            for (size_t i = 0; i < sent; ++i)
                host[i] = value<T>(rank, i);
            cudaSetDevice(rank);
            cudaMalloc(&send[rank], sent * sizeof(T));
            cudaMalloc(&receive[rank], received * sizeof(T));
            cudaMemcpy(send[rank], host, sent * sizeof(T), cudaMemcpyHostToDevice);
        }
        free(host);
    }
    ~buffers()
    {
        for (int rank = 0; rank < ranks; ++rank) {
            cudaFree(send[rank]);
            cudaFree(receive[rank]);
        }
    }
    // Checks the result of a rank that has come to this memory.
    template <class Exact> void check(const char *what, int rank, const T *from, size_t count, Exact exact)
    {
        T *host = (T *)malloc(count * sizeof(T));
        cudaStreamSynchronize(streams[rank]);
        cudaMemcpy(host, from, count * sizeof(T), cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < count; ++i)
            if (host[i] != exact(i)) {
                printf("%s, rank %d: wrong at %zu\n", what, rank, i);
                ++wrong;
                break;
            }
        free(host);
    }
};

template <class T> static void check_type(ncclDataType_t type)
{
    for (int op = ncclSum; op <= ncclAvg; ++op) {
        const ncclRedOp_t o = (ncclRedOp_t)op;
        buffers<T> all(n, n), scattered(n, n / ranks);
        ncclGroupStart();
        for (int r = 0; r < ranks; ++r)
            ncclAllReduce(all.send[r], all.receive[r], n, type, o, comms[r], streams[r]);
        ncclGroupEnd();
        ncclGroupStart();
        for (int r = 0; r < ranks; ++r) {
            ncclReduceScatter(scattered.send[r], scattered.receive[r], n / ranks, type, o, comms[r], streams[r]);
            ncclReduce(all.send[r], all.send[r], n, type, o, 2, comms[r], streams[r]); // another one, and in place
        }
        ncclGroupEnd();
        for (int r = 0; r < ranks; ++r) {
            all.check("all-reduce", r, all.receive[r], n, [=](size_t i) { return reduced<T>(o, i); });
            scattered.check("reduce-scatter", r, scattered.receive[r], n / ranks,
                            [=](size_t i) { return reduced<T>(o, r * (n / ranks) + i); });
        }
        all.check("reduce", 2, all.send[2], n, [=](size_t i) { return reduced<T>(o, i); });
    }
    buffers<T> gathered(n, n * ranks), sent(n, n);
    ncclGroupStart();
    for (int r = 0; r < ranks; ++r) {
        ncclAllGather(gathered.send[r], gathered.receive[r], n, type, comms[r], streams[r]);
        ncclBroadcast(sent.send[r], sent.receive[r], n, type, 3, comms[r], streams[r]);
    }
    ncclGroupEnd();
    for (int r = 0; r < ranks; ++r) {
        gathered.check("all-gather", r, gathered.receive[r], n * ranks,
                       [](size_t i) { return value<T>((int)(i / n), i % n); });
        sent.check("broadcast", r, sent.receive[r], n, [](size_t i) { return value<T>(3, i); });
    }
}

int main()
{
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (devices < ranks)
        return 77;
    if (ncclCommInitAll(comms, ranks, NULL) != ncclSuccess)
        return 1;
    for (int r = 0; r < ranks; ++r) {
        cudaSetDevice(r);
        cudaStreamCreate(&streams[r]);
    }
    check_type<float>(ncclFloat);
    check_type<double>(ncclDouble);
    check_type<int>(ncclInt);
    check_type<unsigned>(ncclUint32);
    check_type<long long>(ncclInt64);
    check_type<unsigned long long>(ncclUint64);
    check_type<signed char>(ncclInt8);
    for (int r = 0; r < ranks; ++r) {
        cudaStreamDestroy(streams[r]);
        ncclCommDestroy(comms[r]);
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
