// SPDX-License-Identifier: MIT
// cuda::pipeline: copies from global to shared memory in stages, beside the computation. What a thread copies with
// memcpy_async() is there when it has waited for the stage; in a pipeline of a block, when all producers have committed
// the stage. Until then, memory is as a block gets it.
//
// All pipelines of libcu++. consumer_wait_for() and consumer_wait_until() wait without a time limit.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cuda/atomic>
#include <cuda/barrier>
#include <stddef.h>
#include <stdint.h>
#include <type_traits>

#include "letters_hidden.h"

namespace cpu_device
{
// What a pipeline's threads can use as its state.
__device__ inline void check_pipeline(const void *state, unsigned threads, long long producers, long long consumers,
                                      const char *file, int line)
{
    if (__isLocal(state) && threads > 1)
        cpu_device_wrong_pipeline(cpu_device_pipeline_local_state, "make_pipeline()", file, line);
    if (producers < 0 || consumers < 0)
        cpu_device_wrong_pipeline(cpu_device_pipeline_too_many_producers, "make_pipeline()", file, line);
    if (producers == 0 || consumers == 0)
        cpu_device_wrong_pipeline(producers == 0 ? cpu_device_pipeline_no_producer : cpu_device_pipeline_no_consumer,
                                  "make_pipeline()", file, line);
}
} // namespace cpu_device

#ifdef _CCCL_BEGIN_NAMESPACE_CUDA // where libcu++ has declared the class template
_CCCL_BEGIN_NAMESPACE_CUDA
#else
_LIBCUDACXX_BEGIN_NAMESPACE_CUDA
#endif
enum class pipeline_role { producer, consumer };

// Lies in shared memory, or where the threads of `Scope` can reach it.
template <thread_scope Scope, uint8_t Stages> class pipeline_shared_state
{
  public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state &) = delete;
    pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

    struct stage {
        atomic<unsigned, Scope> produced, consumed; // how often a thread has committed it, and released it
    };
    stage stages[Stages];
    atomic<unsigned, Scope> producers, consumers, present; // threads

    // By one thread, before the others use it.
    __device__ void begin(unsigned all_producers, unsigned all_consumers, unsigned all)
    {
        for (stage &s : stages) {
            s.produced.store(0, std::memory_order_relaxed);
            s.consumed.store(0, std::memory_order_relaxed);
        }
        producers.store(all_producers, std::memory_order_relaxed);
        consumers.store(all_consumers, std::memory_order_relaxed);
        present.store(all, std::memory_order_relaxed);
    }
};

template <thread_scope Scope> class pipeline
{
  public:
    pipeline(pipeline &&other) : pipeline(static_cast<const pipeline &>(other))
    {
        other.active_ = false;
    }
    pipeline &operator=(const pipeline &) = delete;

    template <uint8_t Stages>
    __device__ pipeline(pipeline_shared_state<Scope, Stages> &state, bool produces, bool consumes)
        : stages_(reinterpret_cast<stage *>(state.stages)), present_(&state.present), count_(Stages),
          producers_(state.producers.load(std::memory_order_relaxed)),
          consumers_(state.consumers.load(std::memory_order_relaxed)), produces_(produces), consumes_(consumes)
    {
    }
    __host__ __device__ ~pipeline()
    {
        if (active_)
            quit();
    }

    // Waits until all consumers have released what was in the next stage.
    __device__ void producer_acquire(CPU_DEVICE_PLACE)
    {
        check(produces_, "producer_acquire()", file, line);
        wait(stages_[head_ % count_].consumed, head_ / count_ * consumers_);
    }
    __device__ void producer_commit(CPU_DEVICE_PLACE)
    {
        check(produces_, "producer_commit()", file, line);
        stage &s = stages_[head_++ % count_];
        if (Scope == thread_scope_block) {
            cpu_device_commit_stage(&s, producers_);
        } else {
            cpu_device_commit_copies();
            cpu_device_wait_for_copies(0);
        }
        s.produced.fetch_add(1, std::memory_order_acq_rel);
    }
    // Waits until all producers have committed the next stage.
    __device__ void consumer_wait(CPU_DEVICE_PLACE)
    {
        check(consumes_, "consumer_wait()", file, line);
        wait(stages_[tail_ % count_].produced, (tail_ / count_ + 1) * producers_);
    }
    template <class Duration> __device__ bool consumer_wait_for(const Duration &, CPU_DEVICE_PLACE)
    {
        consumer_wait(file, line);
        return true;
    }
    template <class Time> __device__ bool consumer_wait_until(const Time &, CPU_DEVICE_PLACE)
    {
        consumer_wait(file, line);
        return true;
    }
    __device__ void consumer_release(CPU_DEVICE_PLACE)
    {
        check(consumes_, "consumer_release()", file, line);
        stages_[tail_++ % count_].consumed.fetch_add(1, std::memory_order_acq_rel);
    }
    // Whether the calling thread is the last one.
    __device__ bool quit()
    {
        active_ = false;
        return present_->fetch_sub(1, std::memory_order_acq_rel) == 1;
    }

  private:
    using stage = typename pipeline_shared_state<Scope, 1>::stage;

    pipeline(const pipeline &) = default;
    __device__ void check(bool may, const char *call, const char *file, int line) const
    {
        if (!active_)
            cpu_device_wrong_pipeline(cpu_device_pipeline_after_quit, call, file, line);
        if (!may)
            cpu_device_wrong_pipeline(produces_ ? cpu_device_pipeline_of_producer : cpu_device_pipeline_of_consumer,
                                      call, file, line);
    }
    __device__ static void wait(atomic<unsigned, Scope> &count, unsigned least)
    {
        while ((int)(count.load(std::memory_order_acquire) - least) < 0)
            ;
    }

    stage *stages_;
    atomic<unsigned, Scope> *present_;
    unsigned count_, producers_, consumers_, head_ = 0, tail_ = 0; // stages that were committed, and released
    bool produces_, consumes_, active_ = true;
};

// A pipeline of one thread: it has no stages that others wait for.
template <> class pipeline<thread_scope_thread>
{
  public:
    pipeline(pipeline &&) = default;
    pipeline &operator=(const pipeline &) = delete;

    __device__ void producer_acquire() {}
    __device__ void producer_commit()
    {
        cpu_device_commit_copies();
        ++committed_;
    }
    __device__ void consumer_wait()
    {
        if (waited_ < committed_)
            wait_prior(committed_ - ++waited_);
    }
    template <class Duration> __device__ bool consumer_wait_for(const Duration &)
    {
        consumer_wait();
        return true;
    }
    template <class Time> __device__ bool consumer_wait_until(const Time &)
    {
        consumer_wait();
        return true;
    }
    __device__ void consumer_release() {}
    __device__ bool quit()
    {
        return true;
    }

  private:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    __device__ void wait_prior(unsigned prior)
    {
        cpu_device_wait_for_copies(prior);
        if (waited_ + prior < committed_)
            waited_ = committed_ - prior;
    }
    unsigned committed_ = 0, waited_ = 0;

    friend __device__ pipeline<thread_scope_thread> make_pipeline();
    template <uint8_t Prior> friend __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &);
};

__device__ inline pipeline<thread_scope_thread> make_pipeline()
{
    return {};
}

// By all threads of a group: each produces and consumes.
template <class Group, thread_scope Scope, uint8_t Stages> __device__ pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state, CPU_DEVICE_PLACE)
{
    const unsigned all = (unsigned)group.size();
    cpu_device::check_pipeline(state, all, all, all, file, line);
    if (group.thread_rank() == 0)
        state->begin(all, all, all);
    group.sync();
    return {*state, true, true};
}

// The first `producers` threads of a group produce, the others consume.
template <class Group, thread_scope Scope, uint8_t Stages> __device__ pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state, size_t producers, CPU_DEVICE_PLACE)
{
    const unsigned all = (unsigned)group.size();
    cpu_device::check_pipeline(state, all, producers, (long long)(all - producers), file, line);
    if (group.thread_rank() == 0)
        state->begin((unsigned)producers, all - (unsigned)producers, all);
    group.sync();
    return {*state, group.thread_rank() < producers, group.thread_rank() >= producers};
}

// Each thread of a group says what it does.
template <class Group, thread_scope Scope, uint8_t Stages> __device__ pipeline<Scope>
make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state, pipeline_role role, CPU_DEVICE_PLACE)
{
    const unsigned all = (unsigned)group.size();
    cpu_device::check_pipeline(state, all, all, all, file, line);
    if (group.thread_rank() == 0)
        state->begin(0, 0, all);
    group.sync();
    (role == pipeline_role::producer ? state->producers : state->consumers).fetch_add(1, std::memory_order_relaxed);
    group.sync();
    const unsigned producers = state->producers.load(std::memory_order_relaxed);
    cpu_device::check_pipeline(state, all, producers, (long long)all - producers, file, line);
    return {*state, role == pipeline_role::producer, role == pipeline_role::consumer};
}

// Waits for all stages that the thread has committed, but for the last `Prior`.
template <uint8_t Prior> __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &pipeline)
{
    pipeline.wait_prior(Prior);
}

// The barrier's phase does not complete before the thread's copies have.
template <thread_scope Scope>
__device__ void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &until)
{
    cpu_device_commit_copies_until(&until);
}
#ifdef _CCCL_BEGIN_NAMESPACE_CUDA
_CCCL_END_NAMESPACE_CUDA
#else
_LIBCUDACXX_END_NAMESPACE_CUDA
#endif

namespace cpu_device
{
// As copy_until() (barrier_copies.h), for a thread that waits for it itself.
template <class Size> [[gnu::always_inline]] __device__ inline void
copy_in_stage(size_t rank, size_t threads, void *to, const void *from, Size size, const char *file, int line)
{
    constexpr size_t promised = promised_alignment<Size>;
    const size_t bytes = size, piece = threads == 1 ? bytes : 16;
    if (bytes % promised != 0)
        cpu_device_wrong_pipeline(cpu_device_pipeline_size_breaks_promise, "memcpy_async()", file, line);
    for (size_t done = rank * piece; done < bytes; done += threads * piece)
        cpu_device_copy_aligned((char *)to + done, (const char *)from + done,
                                bytes - done < piece ? bytes - done : piece,
                                done == 0 || promised < 16 ? promised : 16);
}
} // namespace cpu_device

namespace cuda
{
#define CPU_DEVICE_COPY [[gnu::always_inline]] __device__ inline async_contract_fulfillment

template <class T, class Size, thread_scope Scope>
CPU_DEVICE_COPY memcpy_async(T *to, const T *from, Size size, pipeline<Scope> &, CPU_DEVICE_PLACE)
{
    static_assert(std::is_trivially_copyable_v<T>, "memcpy_async() copies bytes: the type is none for that");
    cpu_device::copy_in_stage(0, 1, to, from, size, file, line);
    return async_contract_fulfillment::async;
}

template <class Size, thread_scope Scope>
CPU_DEVICE_COPY memcpy_async(void *to, const void *from, Size size, pipeline<Scope> &, CPU_DEVICE_PLACE)
{
    cpu_device::copy_in_stage(0, 1, to, from, size, file, line);
    return async_contract_fulfillment::async;
}

// By all threads of a group.
template <class Group, class T, class Size, thread_scope Scope>
CPU_DEVICE_COPY memcpy_async(const Group &group, T *to, const T *from, Size size, pipeline<Scope> &, CPU_DEVICE_PLACE)
{
    static_assert(std::is_trivially_copyable_v<T>, "memcpy_async() copies bytes: the type is none for that");
    cpu_device::copy_in_stage(group.thread_rank(), group.size(), to, from, size, file, line);
    return async_contract_fulfillment::async;
}

template <class Group, class Size, thread_scope Scope> CPU_DEVICE_COPY
memcpy_async(const Group &group, void *to, const void *from, Size size, pipeline<Scope> &, CPU_DEVICE_PLACE)
{
    cpu_device::copy_in_stage(group.thread_rank(), group.size(), to, from, size, file, line);
    return async_contract_fulfillment::async;
}

#undef CPU_DEVICE_COPY
} // namespace cuda

#include "letters_shown.h"
