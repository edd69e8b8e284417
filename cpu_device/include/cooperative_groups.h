// SPDX-License-Identifier: MIT
// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): threads that wait for one another, and pass
// values. reduce(), the scans and memcpy_async() have headers of their own, as in CUDA.
//
// A group of up to 32 threads is a mask of lanes of one warp: what it does comes down to the functions of warps, with
// that mask. So every thread of the group must come to each call; one that can not come any more fails the launch.
// Tiles of more than 32 threads are in cpu_device/large_tiles.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define _COOPERATIVE_GROUPS_H_ // programs ask for this

#include <type_traits>
#include <utility>

#include "cpu_device/letters_hidden.h"

#include "cuda_runtime.h"

namespace cooperative_groups
{
class thread_group;
class thread_block;
class grid_group;
class cluster_group;
class coalesced_group;
template <unsigned int Size, class Parent = void> class thread_block_tile;

__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ thread_block_tile<1, void> this_thread();
template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &parent);
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int size, CPU_DEVICE_PLACE);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int size, CPU_DEVICE_PLACE);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size, CPU_DEVICE_PLACE);
template <class Group>
__device__ coalesced_group binary_partition(const Group &group, bool predicate, CPU_DEVICE_PLACE);
template <class Group, class Label>
__device__ coalesced_group labeled_partition(const Group &group, Label label, CPU_DEVICE_PLACE);

namespace details
{
constexpr unsigned int coalesced_group_id = 1, grid_group_id = 3, thread_block_id = 4, multi_tile_group_id = 5,
                       cluster_group_id = 6;

template <class T> using plain = std::remove_cv_t<std::remove_reference_t<T>>;

__device__ inline unsigned int block_rank_of_thread()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned int block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned long long grid_blocks()
{
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}
__device__ inline unsigned long long grid_rank_of_block()
{
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
__device__ inline dim3 dimensions(uint3 v)
{
    return dim3(v.x, v.y, v.z);
}

__device__ inline unsigned int lane()
{
    return block_rank_of_thread() % 32;
}
// The lane of the thread with that rank in the mask; 32: there is none.
__device__ inline unsigned int lane_of(unsigned int mask, unsigned int rank)
{
    for (; rank > 0 && mask != 0; --rank)
        mask &= mask - 1;
    return mask != 0 ? __builtin_ctz(mask) : 32;
}
__device__ inline unsigned int rank_of(unsigned int mask, unsigned int lane)
{
    return __builtin_popcount(mask & ((1u << lane) - 1));
}
// The bits of the members alone, by rank.
__device__ inline unsigned int by_rank(unsigned int mask, unsigned int lanes)
{
    unsigned int ranks = 0;
    for (unsigned int rank = 0; mask != 0; mask &= mask - 1, ++rank)
        ranks |= (lanes >> __builtin_ctz(mask) & 1) << rank;
    return ranks;
}
// The members of `mask` that are in the caller's part, if each part has `size` members.
__device__ inline unsigned int part_of(unsigned int mask, unsigned int size)
{
    unsigned int first = rank_of(mask, lane()) / size * size, part = 0;
    for (unsigned int rank = 0; mask != 0; mask &= mask - 1, ++rank)
        if (rank >= first && rank < first + size)
            part |= mask & -mask;
    return part;
}

// Any value of up to 32 bytes that can be copied byte by byte, from a lane that is a member.
template <class T>
__device__ __forceinline__ T shuffle(unsigned int mask, const T &value, unsigned int source, const char *file, int line)
{
    static_assert(std::is_trivially_copyable<T>::value && sizeof(T) <= 32,
                  "shuffles move types that can be copied byte by byte, of at most 32 bytes");
    T result = value;
    cpu_device::unsigned64 words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (cpu_device::unsigned64 &word : words)
        word = cpu_device_shuffle(mask, word, source, file, line);
    __builtin_memcpy(static_cast<void *>(&result), words, sizeof(T));
    return result;
}

// The lanes of the mask that have the caller's value.
template <class T> __device__ unsigned int match(unsigned int mask, const T &value, const char *file, int line)
{
    unsigned int mine = 0;
    for (unsigned int rest = mask; rest != 0;) {
        bool same = shuffle(mask, value, __builtin_ctz(rest), file, line) == value;
        unsigned int those = cpu_device_ballot(mask, same, file, line);
        if (same)
            mine = those;
        rest &= ~those;
    }
    return mine;
}

__device__ inline unsigned int checked_size(unsigned int size, const char *file, int line)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        cpu_device_wrong_group("a tile has 1, 2, 4, 8, 16 or 32 threads", file, line);
    return size;
}
} // namespace details

// Any group: only its size, rank and barrier.
class thread_group
{
  public:
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long size() const
    {
        return num_threads();
    }
    __device__ unsigned long long thread_rank() const;
    __device__ void sync(CPU_DEVICE_PLACE) const;
    __device__ unsigned int get_type() const
    {
        return type_;
    }

  protected:
    // The mask of a tile of several warps is its size.
    __device__ explicit thread_group(unsigned int type, unsigned int mask = 0, unsigned int meta_rank = 0,
                                     unsigned int meta_size = 1)
        : type_(type), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size)
    {
    }
    unsigned int type_, mask_, meta_rank_, meta_size_;

    friend thread_group tiled_partition(const thread_group &, unsigned int, const char *, int);
    friend thread_group tiled_partition(const thread_block &, unsigned int, const char *, int);
};

// All threads of the grid. Its barrier is for kernels launched by cudaLaunchCooperativeKernel() and its kin alone.
class grid_group : public thread_group
{
  public:
    struct arrival_token {
    };
    __device__ bool is_valid() const
    {
        return cpu_device_grid_is_cooperative();
    }
    __device__ void sync(CPU_DEVICE_PLACE) const
    {
        cpu_device_barrier(cpu_device_barrier_grid, 0, file, line, 0);
    }
    __device__ arrival_token barrier_arrive() const
    {
        return {};
    }
    __device__ void barrier_wait(arrival_token &&, CPU_DEVICE_PLACE) const // here everything waits
    {
        sync(file, line);
    }
    __device__ static unsigned long long num_threads()
    {
        return details::grid_blocks() * details::block_size();
    }
    __device__ static unsigned long long size()
    {
        return num_threads();
    }
    __device__ static unsigned long long thread_rank()
    {
        return details::grid_rank_of_block() * details::block_size() + details::block_rank_of_thread();
    }
    __device__ static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    __device__ static dim3 dim_threads()
    {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    __device__ static dim3 group_dim()
    {
        return dim_blocks();
    }
    __device__ static unsigned long long num_blocks()
    {
        return details::grid_blocks();
    }
    __device__ static unsigned long long block_rank()
    {
        return details::grid_rank_of_block();
    }
    __device__ static dim3 block_index()
    {
        return details::dimensions(blockIdx);
    }
    __device__ static dim3 dim_blocks()
    {
        return details::dimensions(gridDim);
    }

  private:
    __device__ grid_group() : thread_group(details::grid_group_id) {}
    friend grid_group this_grid();
};

__device__ inline grid_group this_grid()
{
    return {};
}

// All threads of the cluster; in a launch without clusters, of the block.
class cluster_group : public thread_group
{
  public:
    struct arrival_token {
    };
    __device__ __forceinline__ static void sync(CPU_DEVICE_PLACE)
    {
        CPU_DEVICE_HAS(fences);
        cpu_device_cluster_sync(file, line);
    }
    __device__ __forceinline__ static arrival_token barrier_arrive(CPU_DEVICE_PLACE)
    {
        __cluster_barrier_arrive(file, line);
        return {};
    }
    __device__ __forceinline__ static void barrier_wait(CPU_DEVICE_PLACE)
    {
        __cluster_barrier_wait(file, line);
    }
    __device__ __forceinline__ static void barrier_wait(arrival_token &&, CPU_DEVICE_PLACE)
    {
        __cluster_barrier_wait(file, line);
    }
    __device__ static unsigned int query_shared_rank(const void *address)
    {
        return __cluster_query_shared_rank(address);
    }
    template <class T> __device__ static T *map_shared_rank(T *address, int rank, CPU_DEVICE_PLACE)
    {
        return static_cast<T *>(__cluster_map_shared_rank(address, (unsigned int)rank, file, line));
    }
    __device__ static dim3 block_index()
    {
        return __clusterRelativeBlockIdx();
    }
    __device__ static unsigned int block_rank()
    {
        return __clusterRelativeBlockRank();
    }
    __device__ static dim3 thread_index()
    {
        const dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    __device__ static unsigned int thread_rank()
    {
        return block_rank() * details::block_size() + details::block_rank_of_thread();
    }
    __device__ static dim3 dim_blocks()
    {
        return __clusterDim();
    }
    __device__ static unsigned int num_blocks()
    {
        return __clusterSizeInBlocks();
    }
    __device__ static dim3 dim_threads()
    {
        const dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    __device__ static unsigned int num_threads()
    {
        return num_blocks() * details::block_size();
    }
    __device__ static unsigned int size()
    {
        return num_threads();
    }

  private:
    __device__ cluster_group() : thread_group(details::cluster_group_id) {}
    friend cluster_group this_cluster();
};

__device__ inline cluster_group this_cluster()
{
    return {};
}

// All threads of the block.
class thread_block : public thread_group
{
  public:
    struct arrival_token {
    };
    __device__ __forceinline__ static void sync(CPU_DEVICE_PLACE)
    {
        cpu_device_barrier(cpu_device_barrier_group, 0, file, line, 0);
    }
    __device__ arrival_token barrier_arrive() const
    {
        return {};
    }
    __device__ void barrier_wait(arrival_token &&, CPU_DEVICE_PLACE) const // here everything waits
    {
        sync(file, line);
    }
    __device__ static unsigned int num_threads()
    {
        return details::block_size();
    }
    __device__ static unsigned int size()
    {
        return num_threads();
    }
    __device__ static unsigned int thread_rank()
    {
        return details::block_rank_of_thread();
    }
    __device__ static dim3 group_index()
    {
        return details::dimensions(blockIdx);
    }
    __device__ static dim3 thread_index()
    {
        return details::dimensions(threadIdx);
    }
    __device__ static dim3 group_dim()
    {
        return details::dimensions(blockDim);
    }
    __device__ static dim3 dim_threads()
    {
        return group_dim();
    }

  private:
    __device__ thread_block() : thread_group(details::thread_block_id) {}
    friend thread_block this_thread_block();
};

__device__ inline thread_block this_thread_block()
{
    return {};
}

// Memory for tiles of more than 32 threads. Since compute capability 8.0 a GPU has its own for that, as this device.
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
};
template <unsigned int MaxBlockSize> __device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return this_thread_block();
}

// Lanes of one warp, for example those that reached a place together.
class coalesced_group : public thread_group
{
  public:
    __device__ unsigned int num_threads() const
    {
        return __builtin_popcount(mask_);
    }
    __device__ unsigned int size() const
    {
        return num_threads();
    }
    __device__ unsigned int thread_rank() const
    {
        return details::rank_of(mask_, details::lane());
    }
    __device__ unsigned int meta_group_rank() const // of this group among those of its partition
    {
        return meta_rank_;
    }
    __device__ unsigned int meta_group_size() const // groups of the partition
    {
        return meta_size_;
    }
    __device__ __forceinline__ void sync(CPU_DEVICE_PLACE) const
    {
        CPU_DEVICE_HAS(lanes);
        cpu_device_sync_group(mask_, file, line);
    }
    template <class T> __device__ __forceinline__ details::plain<T> shfl(T &&value, int rank, CPU_DEVICE_PLACE) const
    {
        return from(value, details::lane_of(mask_, rank), file, line);
    }
    template <class T>
    __device__ __forceinline__ details::plain<T> shfl_up(T &&value, int delta, CPU_DEVICE_PLACE) const
    {
        unsigned int rank = thread_rank();
        return from(value, (unsigned int)delta <= rank ? details::lane_of(mask_, rank - delta) : 32, file, line);
    }
    template <class T>
    __device__ __forceinline__ details::plain<T> shfl_down(T &&value, unsigned int delta, CPU_DEVICE_PLACE) const
    {
        return from(value, delta < size() ? details::lane_of(mask_, thread_rank() + delta) : 32, file, line);
    }
    __device__ int any(int predicate, CPU_DEVICE_PLACE) const
    {
        return cpu_device_ballot(mask_, predicate != 0, file, line) != 0;
    }
    __device__ int all(int predicate, CPU_DEVICE_PLACE) const
    {
        return cpu_device_ballot(mask_, predicate == 0, file, line) == 0;
    }
    // Bits by rank, of the members where it holds, or that have the same value.
    __device__ unsigned int ballot(int predicate, CPU_DEVICE_PLACE) const
    {
        return details::by_rank(mask_, cpu_device_ballot(mask_, predicate != 0, file, line));
    }
    template <class T> __device__ unsigned int match_any(T value, CPU_DEVICE_PLACE) const
    {
        return details::by_rank(mask_, details::match(mask_, value, file, line));
    }
    template <class T> __device__ unsigned int match_all(T value, int &predicate, CPU_DEVICE_PLACE) const
    {
        predicate = details::match(mask_, value, file, line) == mask_;
        return predicate ? details::by_rank(mask_, mask_) : 0;
    }

  protected:
    __device__ explicit coalesced_group(unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
        : thread_group(details::coalesced_group_id, mask, meta_rank, meta_size)
    {
    }
    template <class T>
    __device__ __forceinline__ T from(const T &value, unsigned int lane, const char *file, int line) const
    {
        return details::shuffle(mask_, value, lane < 32 ? lane : details::lane(), file, line);
    }

    friend coalesced_group coalesced_threads();
    friend coalesced_group tiled_partition(const coalesced_group &, unsigned int, const char *, int);
    friend thread_group tiled_partition(const thread_group &, unsigned int, const char *, int);
    template <class Group> friend coalesced_group binary_partition(const Group &, bool, const char *, int);
    template <class Group, class Label>
    friend coalesced_group labeled_partition(const Group &, Label, const char *, int);
};

// As __activemask(): the lanes that come here while no other lane of the warp can run.
__device__ __forceinline__ coalesced_group coalesced_threads()
{
    return coalesced_group(cpu_device_activemask());
}

// Size threads in a row, by rank in the parent. The parent's type says of how many tiles this is one.
namespace details
{
template <unsigned int Size> class warp_tile : public coalesced_group
{
  public:
    __device__ static constexpr unsigned int num_threads()
    {
        return Size;
    }
    __device__ static constexpr unsigned int size()
    {
        return Size;
    }
    __device__ static unsigned int thread_rank()
    {
        return details::block_rank_of_thread() % Size;
    }
    using coalesced_group::all;
    using coalesced_group::any;
    using coalesced_group::ballot;
    using coalesced_group::match_all;
    using coalesced_group::match_any;
    using coalesced_group::meta_group_rank;
    using coalesced_group::meta_group_size;
    using coalesced_group::sync;
    template <class T> __device__ __forceinline__ details::plain<T> shfl(T &&value, int rank, CPU_DEVICE_PLACE) const
    {
        return this->from(value, first() + (rank & (Size - 1)), file, line);
    }
    template <class T>
    __device__ __forceinline__ details::plain<T> shfl_up(T &&value, unsigned int delta, CPU_DEVICE_PLACE) const
    {
        return this->from(value, delta <= thread_rank() ? details::lane() - delta : 32, file, line);
    }
    template <class T>
    __device__ __forceinline__ details::plain<T> shfl_down(T &&value, unsigned int delta, CPU_DEVICE_PLACE) const
    {
        return this->from(value, delta < Size - thread_rank() ? details::lane() + delta : 32, file, line);
    }
    template <class T>
    __device__ __forceinline__ details::plain<T> shfl_xor(T &&value, unsigned int lane_mask, CPU_DEVICE_PLACE) const
    {
        unsigned int source = details::lane() ^ lane_mask;
        return this->from(value, source < first() + Size ? source : 32, file, line);
    }

  protected:
    __device__ warp_tile(unsigned int meta_rank, unsigned int meta_size)
        : coalesced_group((unsigned int)((1ull << Size) - 1) << first(), meta_rank, meta_size)
    {
    }
    __device__ static unsigned int first()
    {
        return details::lane() & ~(Size - 1);
    }
};
template <unsigned int Size> class large_tile; // of several warps: cpu_device/large_tiles.h
} // namespace details
} // namespace cooperative_groups

#include "cpu_device/large_tiles.h"

namespace cooperative_groups
{
template <unsigned int Size> class thread_block_tile<Size, void>
    : public std::conditional_t<(Size <= 32), details::warp_tile<Size>, details::large_tile<Size>>
{
    static_assert(Size != 0 && Size <= 1024 && (Size & (Size - 1)) == 0,
                  "the size of a tile must be a power of 2, of at most 1024");
    using base = std::conditional_t<(Size <= 32), details::warp_tile<Size>, details::large_tile<Size>>;

  public:
    template <class Parent> __device__ thread_block_tile(const thread_block_tile<Size, Parent> &same)
        : thread_block_tile(same.meta_group_rank(), same.meta_group_size())
    {
    }

  protected:
    __device__ thread_block_tile(unsigned int meta_rank, unsigned int meta_size) : base(meta_rank, meta_size) {}

    template <class Group> friend coalesced_group binary_partition(const Group &, bool, const char *, int);
    template <class Group, class Label>
    friend coalesced_group labeled_partition(const Group &, Label, const char *, int);
    friend thread_block_tile<1, void> this_thread();
};

template <unsigned int Size, class Parent> class thread_block_tile : public thread_block_tile<Size, void>
{
    __device__ explicit thread_block_tile(const Parent &parent)
        : thread_block_tile<Size, void>(parent.thread_rank() / Size, (parent.num_threads() + Size - 1) / Size)
    {
    }
    template <unsigned int S, class P> friend thread_block_tile<S, P> tiled_partition(const P &parent);
};

__device__ inline thread_block_tile<1, void> this_thread()
{
    return {0, 1};
}

namespace details
{
template <class Group> inline constexpr bool is_tile = false;
template <class Group> inline constexpr bool is_large_tile = false; // of several warps
template <unsigned int Size, class Parent> inline constexpr bool is_tile<thread_block_tile<Size, Parent>> =
    Size <= 32; // of one warp
template <unsigned int Size, class Parent>
inline constexpr bool is_large_tile<thread_block_tile<Size, Parent>> = (Size > 32);
template <class Group> inline constexpr bool is_in_warp = is_tile<Group> || std::is_same_v<Group, coalesced_group>;
template <unsigned int Size, class Parent> constexpr bool is_larger(const thread_block_tile<Size, Parent> *, unsigned n)
{
    return Size > n;
}
constexpr bool is_larger(const thread_block *, unsigned)
{
    return true;
}
} // namespace details

// --- groups of groups ---

// Tiles of Size threads of a block or of a larger tile.
template <unsigned int Size, class Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    static_assert(details::is_larger((const Parent *)nullptr, Size), "a tile must be smaller than the group it is of");
    return thread_block_tile<Size, Parent>(parent);
}

// The same of any group, with the size known when it runs.
__device__ inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size, const char *file,
                                                  int line)
{
    details::checked_size(size, file, line);
    if (parent.size() <= size)
        return parent;
    return coalesced_group(details::part_of(parent.mask_, size), parent.thread_rank() / size,
                           (parent.size() + size - 1) / size);
}

__device__ inline thread_group tiled_partition(const thread_block &, unsigned int size, const char *file, int line)
{
    details::checked_size(size, file, line);
    unsigned int rank = details::block_rank_of_thread(), threads = details::block_size(), first = rank / size * size;
    unsigned int count = threads - first < size ? threads - first : size;
    return thread_group(details::coalesced_group_id, (unsigned int)((1ull << count) - 1) << first % 32, rank / size,
                        (threads + size - 1) / size);
}

__device__ inline thread_group tiled_partition(const thread_group &parent, unsigned int size, const char *file,
                                               int line)
{
    if (parent.type_ == details::coalesced_group_id)
        return tiled_partition(coalesced_group(parent.mask_, parent.meta_rank_, parent.meta_size_), size, file, line);
    if (parent.type_ != details::thread_block_id && parent.type_ != details::multi_tile_group_id)
        cpu_device_wrong_group("a grid has no tiles: partition this_thread_block()", file, line);
    return tiled_partition(this_thread_block(), size, file, line);
}

// The members with the same truth; those where it holds are the second group.
template <class Group>
__device__ coalesced_group binary_partition(const Group &group, bool predicate, const char *file, int line)
{
    static_assert(details::is_in_warp<Group>, "tiles and coalesced groups can be parted by a predicate");
    const coalesced_group &whole = group;
    unsigned int those = cpu_device_ballot(whole.mask_, predicate, file, line);
    if (those == 0 || those == whole.mask_)
        return coalesced_group(whole.mask_);
    return coalesced_group(predicate ? those : whole.mask_ & ~those, predicate, 2);
}

// The members with the same label. The group of the lowest rank comes first.
template <class Group, class Label>
__device__ coalesced_group labeled_partition(const Group &group, Label label, const char *file, int line)
{
    static_assert(details::is_in_warp<Group>, "tiles and coalesced groups can be parted by labels");
    static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>, "a label is an integer or a pointer");
    if constexpr (std::is_same_v<Label, bool>) {
        return binary_partition(group, label, file, line);
    } else {
        const coalesced_group &whole = group;
        unsigned int same = details::match(whole.mask_, label, file, line), leader = __builtin_ctz(same);
        unsigned int leaders = cpu_device_ballot(whole.mask_, leader == details::lane(), file, line);
        return coalesced_group(same, details::rank_of(leaders, leader), __builtin_popcount(leaders));
    }
}

// --- functions of any group ---

__device__ inline unsigned long long thread_group::num_threads() const
{
    return type_ == details::coalesced_group_id    ? __builtin_popcount(mask_)
           : type_ == details::multi_tile_group_id ? mask_
           : type_ == details::grid_group_id       ? grid_group::num_threads()
           : type_ == details::cluster_group_id    ? cluster_group::num_threads()
                                                   : thread_block::num_threads();
}

__device__ inline unsigned long long thread_group::thread_rank() const
{
    return type_ == details::coalesced_group_id    ? details::rank_of(mask_, details::lane())
           : type_ == details::multi_tile_group_id ? details::block_rank_of_thread() % mask_
           : type_ == details::grid_group_id       ? grid_group::thread_rank()
           : type_ == details::cluster_group_id    ? cluster_group::thread_rank()
                                                   : thread_block::thread_rank();
}

__device__ inline void thread_group::sync(const char *file, int line) const
{
    CPU_DEVICE_HAS(lanes);
    if (type_ == details::coalesced_group_id)
        cpu_device_sync_group(mask_, file, line);
    else if (type_ == details::multi_tile_group_id)
        cpu_device_tile_meet(mask_, nullptr, nullptr, file, line);
    else if (type_ == details::grid_group_id)
        this_grid().sync(file, line);
    else if (type_ == details::cluster_group_id)
        cluster_group::sync(file, line);
    else
        thread_block::sync(file, line);
}

template <class Group> __device__ __forceinline__ void sync(const Group &group, CPU_DEVICE_PLACE)
{
    group.sync(file, line);
}

template <class Group> __device__ auto thread_rank(const Group &group) -> decltype(group.thread_rank())
{
    return group.thread_rank();
}

template <class Group> __device__ auto group_size(const Group &group) -> decltype(group.num_threads())
{
    return group.num_threads();
}

// One thread of the group calls the function: here that of rank 0; on a GPU, of a coalesced group or a whole warp, any.
template <class Group, class Function, class... Arguments>
__device__ __forceinline__ void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

// The same, and all get what it returns.
template <class Group, class Function, class... Arguments>
__device__ __forceinline__ auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
{
    static_assert(details::is_in_warp<Group> || details::is_large_tile<Group>,
                  "tiles and coalesced groups can pass on what one thread got");
    using Result = details::plain<decltype(std::forward<Function>(function)(std::forward<Arguments>(arguments)...))>;
    static_assert(!std::is_void_v<Result>, "where the function returns nothing, call invoke_one()");
    Result result = Result();
    if (group.thread_rank() == 0)
        result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
    return group.shfl(result, 0, nullptr, 0); // the place is where this is inlined
}

// --- functions for reduce() and the scans ---

template <class T> struct plus {
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <class T> struct less {
    __device__ T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};
template <class T> struct greater {
    __device__ T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};
template <class T> struct bit_and {
    __device__ T operator()(T a, T b) const
    {
        return a & b;
    }
};
template <class T> struct bit_or {
    __device__ T operator()(T a, T b) const
    {
        return a | b;
    }
};
template <class T> struct bit_xor {
    __device__ T operator()(T a, T b) const
    {
        return a ^ b;
    }
};
} // namespace cooperative_groups

#include "cpu_device/letters_shown.h"
