// SPDX-License-Identifier: MIT
// The functions that rewritten launches and kernels call (rewrite/main.c shows the result of rewriting).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <type_traits>
#include <typeinfo>
#include <utility>

#include "interface.h"

namespace cpu_device
{
// kernel<<<grid, block, shared, stream>>>: stores the configuration for the kernel's call, which follows. A launch
// never gives the last argument, its place in the source.
struct configured_at {
    const char *file;
    int line;
};
__attribute__((noinline, no_sanitize("thread"))) inline void
launch_configuration(dim3 grid, dim3 block = 1, size_t shared = 0, cudaStream_t stream = nullptr,
                     configured_at place = {__builtin_FILE(), __builtin_LINE()})
{
    const unsigned g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
    cpu_device_configure(g, b, shared, stream, place.file, place.line);
}

// The same in a kernel.
[[gnu::always_inline]] inline void child_configuration(dim3 grid, dim3 block, size_t shared = 0,
                                                       cudaStream_t stream = nullptr,
                                                       const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    CPU_DEVICE_HAS(children);
    launch_configuration(grid, block, shared, stream, {file, line});
}

// After that call.
inline void launched()
{
    cpu_device_launched();
}

// return; in a kernel (rewrite/returns.c).
[[gnu::always_inline]] inline void returned(int begin, int end, const char *file = __builtin_FILE())
{
    cpu_device_returned(file, begin, end);
}

// cudaMemcpy(...); where nothing is done with the result: becomes unheeded("cudaMemcpy"), cudaMemcpy(...);
struct unheeded {
    const char *function, *file;
    int line;
    explicit unheeded(const char *name, const char *f = __builtin_FILE(), int l = __builtin_LINE())
        : function(name), file(f), line(l)
    {
    }
};
inline cudaError_t operator,(const unheeded &call, cudaError_t error)
{
    if (error)
        cpu_device_unheeded(call.function, error, call.file, call.line);
    return error;
}

// A thread's own copy of the closure: a copy of its bytes, which is not destroyed. CUDA does the same on a GPU.
template <class Closure> union thread_copy {
    Closure body;
    [[gnu::always_inline]] thread_copy(const void *shared)
    {
        __builtin_memcpy(static_cast<void *>(this), shared, sizeof(Closure));
    }
    [[gnu::always_inline]] ~thread_copy() {}
};

template <class Closure> [[gnu::always_inline]] inline void run_one_thread(const void *shared)
{
    if constexpr (__is_trivially_copyable(Closure)) {
        Closure mine = *static_cast<const Closure *>(shared);
        mine();
    } else {
        thread_copy<Closure> mine(shared);
        mine.body();
    }
}

// The kernel's body is inlined into this function, the one without checks, and into the next. This one gets back the
// optimizations that cucc leaves out for the checks' sake. Where cucc optimizes kernels and has its plugin, it is a
// loop over threads (thread_loop.h).
#ifdef CPU_DEVICE_THREAD_LOOPS
template <class Closure> __attribute__((optimize("tree-sra", "tree-dse"))) void run_body(const void *shared);
#else
template <class Closure>
__attribute__((no_sanitize("thread"), optimize("tree-sra", "tree-dse"))) void run_body(const void *shared)
{
    run_one_thread<Closure>(shared);
}
#endif

template <class Closure> [[gnu::noinline]] void run_checked_body(const void *shared)
{
    run_one_thread<Closure>(shared);
}

// Holds the closure that a rewritten kernel makes, and does not destroy it.
template <class Closure> union held {
    Closure body;
    [[gnu::always_inline]] ~held() {}
};
template <class Closure> held(Closure) -> held<Closure>;

// The type of an argument, from that of its parameter: without `const`, and without `__restrict__`.
template <class T> struct argument {
    using type = T;
};
template <class T> struct argument<T *__restrict__> {
    using type = T *;
};
template <class T> using argument_t = typename argument<std::remove_cv_t<T>>::type;
template <class T> inline constexpr bool can_be_passed = std::is_copy_constructible_v<T> && !std::is_reference_v<T>;

// Calls a kernel from its address and those of its arguments: one function for all kernels of the same parameters.
template <class... Parameters> struct call_with {
    template <size_t... i> static void pass(void (*kernel)(Parameters...), void **arguments, std::index_sequence<i...>)
    {
        kernel(*static_cast<argument_t<Parameters> *>(arguments[i])...);
    }
    static void call(const void *kernel, void **arguments)
    {
        if (arguments != nullptr || sizeof...(Parameters) == 0)
            pass(reinterpret_cast<void (*)(Parameters...)>(const_cast<void *>(kernel)), arguments,
                 std::index_sequence_for<Parameters...>());
    }
    static constexpr cpu_device_parameter parameters[] = {
        {sizeof(argument_t<Parameters>), alignof(argument_t<Parameters>)}..., {}};
};
// Hidden, since in code for shared libraries (-fPIC) asm takes the address of nothing that another library may replace.
template <class Closure, class... Parameters> struct __attribute__((visibility("hidden"))) by_pointer {
    using of = call_with<Parameters...>;
    static constexpr cpu_device_kernel_caller caller = {&typeid(Closure), of::call, of::parameters,
                                                        sizeof...(Parameters)};
};

// __cluster_dims__(x, y, z)
struct cluster_shape {
    unsigned x, y, z;
    constexpr cluster_shape() : x(0), y(0), z(0) {}
    constexpr cluster_shape(unsigned in_x, unsigned in_y = 1, unsigned in_z = 1) : x(in_x), y(in_y), z(in_z) {}
};

#if __GNUC__ >= 11 && !defined(__clang__)
// Not for arguments that are still needed: of a struct with an array of structs in a closure, g++ 12 clears too much.
template <class Closure> __attribute__((no_sanitize("thread"))) void clear_padding(void *closure)
{
    __builtin_clear_padding(static_cast<Closure *>(closure));
}
#endif

// Calls the device with a closure of a kernel's body and arguments; `run` runs it without checks. The host destroys the
// parameters of the kernel's call once, as it does with a GPU. The closure holds copies of them: those made by copy
// constructors are destroyed, those that are only bytes are not.
template <class... Parameters, class Closure>
__attribute__((no_sanitize("thread"))) void launch_body(const char *name, held<Closure> &made,
                                                        void (*run)(const void *), unsigned max_threads,
                                                        cluster_shape cluster)
{
    static_assert((sizeof(Parameters) + ... + 0) <= 32764,
                  "formal parameter space overflowed: a kernel's parameters take at most 32764 bytes");
    if constexpr ((can_be_passed<Parameters> && ...)) {
#ifdef __wasm__
        __attribute__((used, section("cpu_device_kernels"))) static const cpu_device_kernel_caller *const listed =
            &by_pointer<Closure, Parameters...>::caller;
#else
        asm volatile(".pushsection cpu_device_kernels,\"awR\"\n.balign 8\n.quad %c0\n.popsection"
                     :
                     : "i"(&by_pointer<Closure, Parameters...>::caller));
#endif
    }
    void (*padding_of)(void *) = nullptr;
    if constexpr (__has_unique_object_representations(Closure))
        padding_of = [](void *) {};
#if __GNUC__ >= 11 && !defined(__clang__)
    else if constexpr (__is_trivially_copyable(Closure))
        padding_of = clear_padding<Closure>;
#endif
    const cpu_device_kernel all = {name,
                                   nullptr,
                                   &made.body,
                                   sizeof(Closure),
                                   alignof(Closure),
                                   run,
                                   run_checked_body<Closure>,
                                   max_threads,
                                   {cluster.x, cluster.y, cluster.z},
                                   padding_of};
    cpu_device_launch(&all, &typeid(Closure));
    if constexpr (!__has_trivial_copy(Closure))
        made.body.~Closure();
}

// What the rewritten kernel calls: the body is compiled twice; or once, with cucc -checked. Where nothing is checked,
// the checks' calls then return at once.
template <class... Parameters, class Closure> __attribute__((no_sanitize("thread"))) void
kernel(const char *name, held<Closure> &&made, unsigned max_threads = 1024, cluster_shape cluster = {})
{
    launch_body<Parameters...>(name, made, run_body<Closure>, max_threads, cluster);
}
template <class... Parameters, class Closure> __attribute__((no_sanitize("thread"))) void
checked_kernel(const char *name, held<Closure> &&made, unsigned max_threads = 1024, cluster_shape cluster = {})
{
    launch_body<Parameters...>(name, made, run_checked_body<Closure>, max_threads, cluster);
}

// Stands after the declaration of a thread's variable, for its trace (rewrite --variables). Of those that are no
// numbers
// it says nothing.
template <class T> constexpr char traced_kind()
{
    return std::is_same_v<T, bool> ? 'b' : std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
}
template <class T> class traced
{
  public:
    traced(const char *name, const T &variable, bool initialized) : address_(&variable)
    {
        using plain = std::remove_cv_t<T>;
        if constexpr (is_number)
            cpu_device_variable_begins(name, traced_kind<plain>(), const_cast<const plain *>(address_), sizeof(T),
                                       initialized);
    }
    ~traced()
    {
        if constexpr (is_number)
            cpu_device_variable_ends(const_cast<const std::remove_cv_t<T> *>(address_));
    }

  private:
    static constexpr bool is_number = std::is_arithmetic_v<T> && sizeof(T) <= 8;
    const T *address_;
};

// The dynamic shared memory of the running block: extern __shared__ T name[].
struct dynamic_memory {
    void *address;
    template <class T> operator T *() const
    {
        return static_cast<T *>(address);
    }
};
inline dynamic_memory dynamic_shared()
{
    return {cpu_device_dynamic_shared()};
}

// It counts as an array where a program takes its address.
template <class T> inline T (&as_array(T *first))[]
{
    return *reinterpret_cast<T(*)[]>(first);
}

// The same, declared outside of any function.
template <class T> struct dynamic_shared_array {
    using array = T[];
    array *operator&() const
    {
        return reinterpret_cast<array *>(static_cast<T *>(dynamic_shared()));
    }
    operator T *() const
    {
        return dynamic_shared();
    }
    template <class U> explicit operator U *() const // casts
    {
        return reinterpret_cast<U *>(static_cast<T *>(dynamic_shared()));
    }
    template <class I, class = decltype(I() % 1)> explicit operator I() const // integers
    {
        return reinterpret_cast<I>(static_cast<T *>(dynamic_shared()));
    }
};
} // namespace cpu_device

#if defined __CUDACC__ && !defined __wasm__ // of the device's pass, cucc keeps no constructors
namespace cpu_device
{
[[gnu::visibility("hidden")]] inline cpu_device_code this_code;
[[gnu::constructor(101)]] static void code_comes()
{
    cpu_device_code_comes(&this_code);
}
} // namespace cpu_device
#endif

#if defined(CPU_DEVICE_THREAD_LOOPS) && !defined(CPU_DEVICE_RUNTIME)
#include "thread_loop.h"
#endif
