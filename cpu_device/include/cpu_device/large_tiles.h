// SPDX-License-Identifier: MIT
// Tiles of 64 to 1024 threads: whole warps of a block, which wait for one another. All threads of the tile come to each
// call; the last one does it for all (cpu_device_tile_meet).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

namespace cooperative_groups
{
namespace details
{
// What each thread of a tile brings to a call that passes values. A thread that has exited brings nothing.
template <class T> struct brought {
    T value;
    unsigned int source; // of a shuffle
};

template <unsigned int Size> class large_tile : public thread_group
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
        return block_rank_of_thread() % Size;
    }
    __device__ unsigned int meta_group_rank() const
    {
        return meta_rank_;
    }
    __device__ unsigned int meta_group_size() const
    {
        return meta_size_;
    }
    __device__ __forceinline__ void sync(CPU_DEVICE_PLACE) const
    {
        CPU_DEVICE_HAS(lanes);
        CPU_DEVICE_HAS(fences);
        cpu_device_tile_meet(Size, nullptr, nullptr, file, line);
    }
    template <class T> __device__ T shfl(T value, unsigned int source, CPU_DEVICE_PLACE) const
    {
        check_size<T>();
        brought<T> mine = {value, source};
        auto work = [](void *const *all, unsigned int count) {
            T before[Size];
            for (unsigned int i = 0; i < count; ++i)
                before[i] = all[i] != nullptr ? of<T>(all[i]).value : T();
            for (unsigned int i = 0; i < count; ++i)
                if (all[i] != nullptr)
                    of<T>(all[i]).value = before[of<T>(all[i]).source % Size];
        };
        cpu_device_tile_meet(Size, work, &mine, file, line);
        return mine.value;
    }
    __device__ int any(int predicate, CPU_DEVICE_PLACE) const
    {
        return votes(predicate != 0, file, line) != 0;
    }
    __device__ int all(int predicate, CPU_DEVICE_PLACE) const
    {
        return votes(predicate == 0, file, line) == 0;
    }

    // Calls work(values): of the threads that are there, by rank. Each then has its own new value.
    template <class T, void (*work)(brought<T> *const *all)>
    __device__ T together(T value, const char *file, int line) const
    {
        check_size<T>();
        brought<T> mine = {value, 0};
        auto with_types = [](void *const *all, unsigned int) { work((brought<T> *const *)all); };
        cpu_device_tile_meet(Size, with_types, &mine, file, line);
        return mine.value;
    }

  protected:
    __device__ large_tile(unsigned int meta_rank, unsigned int meta_size)
        : thread_group(multi_tile_group_id, Size, meta_rank, meta_size)
    {
    }

  private:
    template <class T> static brought<T> &of(void *one)
    {
        return *static_cast<brought<T> *>(one);
    }
    template <class T> __device__ static constexpr void check_size()
    {
        static_assert(sizeof(T) <= 8, "tiles of more than 32 threads pass values of at most 8 bytes");
    }
    __device__ static void count_votes(brought<int> *const *all)
    {
        int count = 0;
        for (unsigned int i = 0; i < Size; ++i)
            count += all[i] != nullptr && all[i]->value;
        for (unsigned int i = 0; i < Size; ++i)
            if (all[i] != nullptr)
                all[i]->value = count;
    }
    __device__ int votes(bool mine, const char *file, int line) const
    {
        return together<int, count_votes>(mine, file, line);
    }
};

// As NVIDIA's headers do it: each warp first, then the sums of the warps, both by halves.
template <unsigned int Size, class T, class Function> struct large_reduction {
    struct input {
        T value;
        Function *operation;
    };
    template <unsigned int Count> static T by_halves(T *values, Function &operation)
    {
        for (unsigned int distance = Count / 2; distance > 0; distance /= 2)
            for (unsigned int i = 0; i < distance; ++i)
                values[i] = operation(values[i], values[i + distance]);
        return values[0];
    }
    static void work(void *const *all, unsigned int)
    {
        T of_warp[32], of_lane[32];
        Function *operation = nullptr;
        for (unsigned int i = 0; i < Size; ++i) {
            const input *one = static_cast<const input *>(all[i]);
            of_lane[i % 32] = one != nullptr ? one->value : T();
            operation = one != nullptr ? one->operation : operation;
            if (i % 32 == 31)
                of_warp[i / 32] = by_halves<32>(of_lane, *operation);
        }
        const T sum = by_halves<Size / 32>(of_warp, *operation);
        for (unsigned int i = 0; i < Size; ++i)
            if (all[i] != nullptr)
                static_cast<input *>(all[i])->value = sum;
    }
};

// As NVIDIA's headers do it: within each warp, then over the sums of the warps, which the later warps add to their own.
template <unsigned int Size, class T, class Function> struct large_scan {
    using input = typename large_reduction<Size, T, Function>::input;
    static void by_doubling(T *values, unsigned int count, Function &operation)
    {
        for (unsigned int distance = 1; distance < count; distance *= 2)
            for (unsigned int i = count - 1; i >= distance; --i)
                values[i] = operation(values[i], values[i - distance]);
    }
    static void work(void *const *all, unsigned int)
    {
        T values[Size], of_warps[Size / 32];
        Function *operation = nullptr;
        for (unsigned int i = 0; i < Size; ++i) {
            const input *one = static_cast<const input *>(all[i]);
            values[i] = one != nullptr ? one->value : T();
            operation = one != nullptr ? one->operation : operation;
        }
        for (unsigned int warp = 0; warp < Size / 32; ++warp) {
            by_doubling(&values[32 * warp], 32, *operation);
            of_warps[warp] = values[32 * warp + 31];
        }
        by_doubling(of_warps, Size / 32, *operation);
        for (unsigned int i = 0; i < Size; ++i)
            if (all[i] != nullptr)
                static_cast<input *>(all[i])->value =
                    i < 32 ? values[i] : (*operation)(values[i], of_warps[i / 32 - 1]);
    }
};
} // namespace details
} // namespace cooperative_groups
