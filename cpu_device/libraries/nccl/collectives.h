// SPDX-License-Identifier: MIT
// What each collective reads, computes and writes, on one rank.
#pragma once

#include <cstring>
#include <string>

#include "../../include/cpu_device/interface.h"

namespace nccl_device
{
__attribute__((format_arg(1))) inline const char *tr(const char *english)
{
    return cpu_device_library_translates(english);
}

enum class kind { all_reduce, reduce, broadcast, all_gather, reduce_scatter };

inline const char *name_of(kind k)
{
    switch (k) {
    case kind::all_reduce: return "ncclAllReduce()";
    case kind::reduce: return "ncclReduce()";
    case kind::broadcast: return "ncclBroadcast()";
    case kind::all_gather: return "ncclAllGather()";
    case kind::reduce_scatter: return "ncclReduceScatter()";
    }
    return "";
}

inline const char *name_of_type(int type)
{
    static const char *const names[] = {"ncclInt8",   "ncclUint8",   "ncclInt32",   "ncclUint32",  "ncclInt64",
                                        "ncclUint64", "ncclFloat16", "ncclFloat32", "ncclFloat64", "ncclBfloat16"};
    return names[type];
}

inline const char *name_of_operation(int operation)
{
    static const char *const names[] = {"ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg"};
    return names[operation];
}

inline float as_number(__half x)
{
    return __half2float(x);
}
inline float as_number(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
template <class T> T as_number(T x)
{
    return x;
}
template <class T, class N> void store(T *to, N x)
{
    *to = x;
}
inline void store(__half *to, float x)
{
    *to = __float2half(x);
}
inline void store(__nv_bfloat16 *to, float x)
{
    *to = __float2bfloat16(x);
}

// What one rank asks for; or, of a call that is compared with it, what another one does.
struct request {
    kind collective;
    const void *send;
    void *receive;
    size_t count;
    int type, operation, root;
    int rank, ranks, device;

    size_t size() const // of an element
    {
        static constexpr size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
        return sizes[type];
    }
    size_t sent() const // elements
    {
        return collective == kind::broadcast && rank != root ? 0
               : collective == kind::reduce_scatter          ? count * (size_t)ranks
                                                             : count;
    }
    size_t received() const
    {
        return collective == kind::reduce && rank != root ? 0
               : collective == kind::all_gather           ? count * (size_t)ranks
                                                          : count;
    }
    bool reduces() const
    {
        return collective == kind::all_reduce || collective == kind::reduce || collective == kind::reduce_scatter;
    }
    // What this one says about what they disagree in; "": they agree.
    std::string differs_from(const request &other) const
    {
        if (collective != other.collective)
            return std::string(tr("calls ")) + name_of(collective);
        if (count != other.count)
            return tr("has a count of ") + std::to_string(count);
        if (type != other.type)
            return std::string(tr("has elements of type ")) + name_of_type(type);
        if (reduces() && operation != other.operation)
            return std::string(tr("has the operation ")) + name_of_operation(operation);
        if ((collective == kind::reduce || collective == kind::broadcast) && root != other.root)
            return tr("has the root ") + std::to_string(root);
        return "";
    }

    // Puts `length` elements of the result, from the first-th on, where they belong. What rank q has sent lies at
    // source(q, byte); of a reduce-scatter each rank's own part is `stride` elements after that of the rank before.
    template <class Source> void finish(size_t first, size_t length, Source source, size_t stride) const
    {
        char *to = static_cast<char *>(receive);
        if (collective == kind::broadcast)
            memcpy(to + first * size(), source(root, 0), length * size());
        else if (collective == kind::all_gather)
            for (int q = 0; q < ranks; ++q)
                memcpy(to + ((size_t)q * count + first) * size(), source(q, 0), length * size());
        else if (collective != kind::reduce || rank == root)
            reduce(to + first * size(), length, source,
                   collective == kind::reduce_scatter ? (size_t)rank * stride * size() : 0);
    }

  private:
    template <class Source> void reduce(char *to, size_t length, Source source, size_t at) const
    {
        switch (type) {
        case ncclInt8: return reduce_of<int8_t>(to, length, source, at);
        case ncclUint8: return reduce_of<uint8_t>(to, length, source, at);
        case ncclInt32: return reduce_of<int32_t>(to, length, source, at);
        case ncclUint32: return reduce_of<uint32_t>(to, length, source, at);
        case ncclInt64: return reduce_of<int64_t>(to, length, source, at);
        case ncclUint64: return reduce_of<uint64_t>(to, length, source, at);
        case ncclFloat16: return reduce_of<__half>(to, length, source, at);
        case ncclFloat32: return reduce_of<float>(to, length, source, at);
        case ncclFloat64: return reduce_of<double>(to, length, source, at);
        case ncclBfloat16: return reduce_of<__nv_bfloat16>(to, length, source, at);
        }
    }
    template <class T, class Source> void reduce_of(char *to, size_t length, Source source, size_t at) const
    {
        T *result = reinterpret_cast<T *>(to);
        for (size_t i = 0; i < length; ++i) {
            auto sum = as_number(reinterpret_cast<const T *>(source(0, at))[i]);
            for (int q = 1; q < ranks; ++q) {
                const auto x = as_number(reinterpret_cast<const T *>(source(q, at))[i]);
                switch (operation) {
                case ncclProd: sum = sum * x; break;
                case ncclMax: sum = x > sum ? x : sum; break;
                case ncclMin: sum = x < sum ? x : sum; break;
                default: sum = sum + x;
                }
            }
            store(&result[i], operation == ncclAvg ? (decltype(sum))(sum / (decltype(sum))ranks) : sum);
        }
    }
};
} // namespace nccl_device
