// SPDX-License-Identifier: MIT
// What the compiler calls before every load and store. cucc compiles with -fsanitize=thread for these calls alone, and
// with -fsanitize=bounds for indices of arrays of known size; the sanitizers' own runtimes are not linked.
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "../../include/cpu_device/interface.h"
#include "../check/order.h"
#include "../memory/arena.h"
#include "../say/kernel_findings.h"
#include "../say/report.h"
#include "core.h"
#include "running_thread.h"

namespace cpu_device
{
namespace
{
[[gnu::noinline]] void check(const announced_access &announced)
{
    if (announced.size == 0)
        return; // memcpy of nothing
    if (core *c = checked_core) {
        c->accesses.on_access(announced);
        return;
    }
    const char *const address = announced.address;
    const bool stores = writes(announced.kind);
#ifdef __wasm__ // where no signal says so, and the program would go on with its own memory destroyed
    constexpr uintptr_t null_pointers = 4096;
    if ((uintptr_t)address < null_pointers && (this_core == nullptr || !this_core->in_kernel()))
        die(128 + SIGSEGV, "host code uses a null pointer%s", at_line(announced.pc).c_str());
#endif
    const void *frame = __builtin_frame_address(0);
    if (this_core == nullptr && (may_be_remembered(address) || (uintptr_t)frame > remembered_on_stack))
        host_accesses(address, announced.size, stores, announced.pc, frame);
    if (this_core != nullptr && this_core->in_kernel()) // of a launch that is not checked
        return;
    const bool in_arena = reinterpret_cast<uintptr_t>(address) - checked_arena < checked_arena_size;
    if (in_arena)
        host_touches(address, stores, announced.pc);
    if (stores && (is_volatile(announced.kind) || is_atomic(announced.kind)) &&
        (in_arena || may_be_shared(address, announced.size)))
        host_has_signalled.store(true, std::memory_order_relaxed);
    if (any_unawaited.load(std::memory_order_relaxed) && (in_arena || may_be_shared(address, announced.size)))
        host_uses(address, announced.size, stores ? host_act::writes : host_act::reads,
                  announced.kind != access::read && announced.kind != access::write &&
                      host_scope == cpu_device_scope_system,
                  announced.pc);
}

template <bool store, size_t size> [[gnu::noinline]] void check_plain_on_host(const void *address, const void *caller)
{
    check(announced_plain<store, size>(address, caller));
}

template <bool store, size_t size>
[[gnu::always_inline]] inline void access_plain(const void *address, const void *caller)
{
    core *c = checked_core;
    if (__builtin_expect(c == nullptr, false))
        return check_plain_on_host<store, size>(address, caller);
    c->its_checks().fast().access<store, size>(running_thread(*c), static_cast<const char *>(address), caller);
}

// A thread that spins on a volatile lets others run. This comes before the check: no other thread may run between check
// and access, since the check is about the value that the access reads, and looks at a stored value at the next access.
inline void check_volatile(access kind, const void *address, size_t size, const void *caller, int order = not_atomic)
{
    if (this_core != nullptr && this_core->in_kernel())
        cpu_device_poll();
    if (checked_core != nullptr) {
        auto place = static_cast<const char *>(address);
        if (kind == access::volatile_write)
            checked_core->accesses.let_others_read(place);
        else if (checked_core->accesses.looks_again(place))
            checked_core->idle();
    }
    announced_access access = announced(kind, address, size, caller, size);
    access.order = order;
    check(access);
}

bool in_scope_of_block()
{
    return checked_core != nullptr && checked_core->atomics.is_of_block();
}

announced_access announced_atomic(access kind, const volatile void *address, size_t size, const void *caller,
                                  int order = __ATOMIC_RELAXED)
{
    announced_access access = announced(kind, const_cast<const void *>(address), size, caller, size);
    access.of_block = in_scope_of_block();
    if (order != __ATOMIC_RELAXED)
        access.order = order;
    return access;
}

// The calls around an atomic operation of a kernel.
struct atomic_operation {
    const announced_access &update;
    outcome is = outcome::stored;
    core *const on = checked_core;
    explicit atomic_operation(const announced_access &announced) : update(announced)
    {
        if (on != nullptr)
            on->atomics.begins(update);
    }
    ~atomic_operation()
    {
        if (on == nullptr)
            return;
        on->atomics.may_use_result(update);
        on->atomics.ends(update, is);
    }
};
// The order of an atomic operation of cuda::atomic: fences around it. A thread that polls by it lets others run. (The
// functions of atomics.h are relaxed, and see to that themselves.)
struct atomic_order {
    const int order;
    bool changes_nothing = false;
    core *const on = order != __ATOMIC_RELAXED ? checked_core : nullptr;
    atomic_order(int o) : order(o)
    {
        if (on == nullptr)
            return;
        cpu_device_poll();
        if (order != __ATOMIC_ACQUIRE)
            on->accesses.fence_of_atomic(!on->atomics.is_of_block(),
                                         order == __ATOMIC_SEQ_CST ? fence_order::both : fence_order::release);
    }
    ~atomic_order()
    {
        if (on == nullptr)
            return;
        if (order != __ATOMIC_RELEASE)
            on->accesses.fence_of_atomic(!on->atomics.is_of_block(), fence_order::acquire);
        if (changes_nothing)
            on->idle();
    }
};

// All of that: the order, the check, and the calls around the operation.
struct checked_atomic {
    atomic_order around;
    const announced_access update;
    atomic_operation operation;
    checked_atomic(access kind, const volatile void *p, size_t size, int order, const void *caller)
        : around(order), update(announced_atomic(kind, p, size, caller, order)), operation(checked(update))
    {
    }
    static const announced_access &checked(const announced_access &access)
    {
        check(access);
        return access;
    }
};

// What the compiler calls for an atomic operation. `caller`: as in announced().
template <class T> [[gnu::always_inline]] inline T load(const volatile T *p, int order, const void *caller)
{
    atomic_order around(order);
    around.changes_nothing = true;
    check_volatile(access::volatile_read, const_cast<T *>(p), sizeof *p, caller, order);
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

template <class T> [[gnu::always_inline]] inline void store(volatile T *p, T value, int order, const void *caller)
{
    checked_atomic all(access::atomic_write, p, sizeof *p, order, caller);
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
}

template <class T> [[gnu::always_inline]] inline T exchange(volatile T *p, T value, int order, const void *caller)
{
    checked_atomic all(access::exchange, p, sizeof *p, order, caller);
    const T old = __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);
    all.around.changes_nothing = old == value;
    return old;
}

template <class T> bool swap_if(volatile T *p, T *expected, T desired)
{
    return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

template <class T> [[gnu::always_inline]] inline bool compare_exchange(volatile T *p, T *expected, T desired, int order,
                                                                       const void *caller)
{
    if (core *c = checked_core)
        c->its_checks().accesses().compare_exchange(c->rank(), reinterpret_cast<const char *>(const_cast<T *>(p)));
    checked_atomic all(access::atomic, p, sizeof *p, order, caller);
    const bool done = swap_if(p, expected, desired);
    all.operation.is = done ? outcome::stored : outcome::read;
    all.around.changes_nothing = !done;
    return done;
}

// A try of one of CUDA's functions, which cpu_device_begin_atomic() has checked.
template <class T> [[gnu::always_inline]] inline bool swap_of_update(core &c, volatile T *p, T *expected, T desired)
{
    if (c.atomics.is_its_own(p)) {
        const T seen = *p;
        const bool done = seen == *expected;
        if (done) {
            *p = desired;
            c.atomics.update_ends();
        } else {
            *expected = seen;
        }
        return done;
    }
    if (c.atomics.is_alone()) {
        const bool done = swap_if(p, expected, desired);
        if (done)
            c.atomics.update_ends();
        return done;
    }
    c.atomics.result_may_be_unused();
    const auto update = announced_atomic(access::atomic, p, sizeof *p, c.atomics.caller_of_update());
    atomic_operation operation(update);
    const bool done = swap_if(p, expected, desired);
    operation.is = done ? outcome::stored : outcome::tried_again;
    if (done)
        c.atomics.update_ends();
    return done;
}
} // namespace
} // namespace cpu_device

void cpu_device_begin_atomic(const volatile void *address, void *value, size_t size)
{
    void *p = const_cast<void *>(address);
    const void *caller = __builtin_return_address(0);
    cpu_device_poll();
    cpu_device::core *c = cpu_device::checked_core;
    const char *const place = static_cast<char *>(p), *const pc = static_cast<const char *>(caller) - 1;
    auto how = cpu_device::update::unchecked;
    if (c != nullptr)
        how = c->its_checks().updates().begins(c->rank(), place, size, pc, c->atomics.is_of_block());
    if (how == cpu_device::update::unchecked)
        cpu_device::check(cpu_device::announced_atomic(cpu_device::access::atomic, p, size, caller));
    if (c != nullptr)
        c->atomics.update_begins(place, how, caller);
    switch (size) {
    case 2: *static_cast<uint16_t *>(value) = __atomic_load_n(static_cast<uint16_t *>(p), __ATOMIC_SEQ_CST); break;
    case 4: *static_cast<uint32_t *>(value) = __atomic_load_n(static_cast<uint32_t *>(p), __ATOMIC_SEQ_CST); break;
    case 8: *static_cast<uint64_t *>(value) = __atomic_load_n(static_cast<uint64_t *>(p), __ATOMIC_SEQ_CST); break;
    }
}

using cpu_device::access;

#define HOOK_CALLER __builtin_return_address(0)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}

#define HOOKS(size)                                                                                                    \
    void __tsan_read##size(void *p)                                                                                    \
    {                                                                                                                  \
        cpu_device::access_plain<false, size>(p, HOOK_CALLER);                                                         \
    }                                                                                                                  \
    void __tsan_write##size(void *p)                                                                                   \
    {                                                                                                                  \
        cpu_device::access_plain<true, size>(p, HOOK_CALLER);                                                          \
    }                                                                                                                  \
    void __tsan_unaligned_read##size(void *p)                                                                          \
    {                                                                                                                  \
        cpu_device::check(cpu_device::announced(access::read, p, size, HOOK_CALLER));                                  \
    }                                                                                                                  \
    void __tsan_unaligned_write##size(void *p)                                                                         \
    {                                                                                                                  \
        cpu_device::check(cpu_device::announced(access::write, p, size, HOOK_CALLER));                                 \
    }                                                                                                                  \
    void __tsan_volatile_read##size(void *p)                                                                           \
    {                                                                                                                  \
        cpu_device::check_volatile(access::volatile_read, p, size, HOOK_CALLER);                                       \
    }                                                                                                                  \
    void __tsan_volatile_write##size(void *p)                                                                          \
    {                                                                                                                  \
        cpu_device::check_volatile(access::volatile_write, p, size, HOOK_CALLER);                                      \
    }                                                                                                                  \
    void __tsan_unaligned_volatile_read##size(void *p)                                                                 \
    {                                                                                                                  \
        cpu_device::check_volatile(access::volatile_read, p, size, HOOK_CALLER);                                       \
    }                                                                                                                  \
    void __tsan_unaligned_volatile_write##size(void *p)                                                                \
    {                                                                                                                  \
        cpu_device::check_volatile(access::volatile_write, p, size, HOOK_CALLER);                                      \
    }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
#undef HOOKS

int cpu_device_loads_are_recorded(const void *first, size_t step, size_t count, size_t size)
{
    cpu_device::core *const c = cpu_device::checked_core;
    return c != nullptr && c->its_checks().fast().are_recorded(static_cast<const char *>(first), step, count, size);
}

void __tsan_read_range(void *p, size_t size)
{
    // Each thread begins with a copy of the kernel's arguments.
    if (cpu_device::checked_core != nullptr &&
        cpu_device::checked_core->its_checks().accesses().is_argument(static_cast<char *>(p)))
        return;
    cpu_device::check(cpu_device::announced(access::read, p, size, HOOK_CALLER));
}

void __tsan_write_range(void *p, size_t size)
{
    cpu_device::check(cpu_device::announced(access::write, p, size, HOOK_CALLER));
}

void __tsan_vptr_update(void **p, void *)
{
    cpu_device::check(cpu_device::announced(access::write, p, sizeof *p, HOOK_CALLER));
}

void __tsan_vptr_read(void **p)
{
    cpu_device::check(cpu_device::announced(access::read, p, sizeof *p, HOOK_CALLER));
}

// cucc renames the calls of a program to these: memcpy and its kin are not compiled with the program.
void *cpu_device_memcpy(void *to, const void *from, size_t size)
{
    cpu_device::check(cpu_device::announced(access::read, from, size, HOOK_CALLER));
    cpu_device::check(cpu_device::announced(access::write, to, size, HOOK_CALLER));
    if (cpu_device::core *c = cpu_device::checked_core)
        c->accesses.copies(static_cast<char *>(to), static_cast<const char *>(from), size,
                           static_cast<const char *>(HOOK_CALLER) - 1);
    return memcpy(to, from, size);
}

void *cpu_device_memmove(void *to, const void *from, size_t size)
{
    cpu_device::check(cpu_device::announced(access::read, from, size, HOOK_CALLER));
    cpu_device::check(cpu_device::announced(access::write, to, size, HOOK_CALLER));
    return memmove(to, from, size);
}

void *cpu_device_memset(void *to, int value, size_t size)
{
    cpu_device::check(cpu_device::announced(access::write, to, size, HOOK_CALLER));
    return memset(to, value, size);
}

#ifdef __wasm__ // clang has calls of its own for them
#define ALIAS(name) __attribute__((alias("cpu_device_" #name)))
void *__tsan_memcpy(void *to, const void *from, size_t size) ALIAS(memcpy);
void *__tsan_memmove(void *to, const void *from, size_t size) ALIAS(memmove);
void *__tsan_memset(void *to, int value, size_t size) ALIAS(memset);
#undef ALIAS
#endif

// --- functions of the library that write through pointers ---

#define RESULT(p) cpu_device::check(cpu_device::announced(access::write, p, sizeof *(p), HOOK_CALLER, sizeof *(p)))
#define RESULTS(T, suffix)                                                                                             \
    T cpu_device_modf##suffix(T x, T *whole)                                                                           \
    {                                                                                                                  \
        RESULT(whole);                                                                                                 \
        return modf##suffix(x, whole);                                                                                 \
    }                                                                                                                  \
    T cpu_device_frexp##suffix(T x, int *exponent)                                                                     \
    {                                                                                                                  \
        RESULT(exponent);                                                                                              \
        return frexp##suffix(x, exponent);                                                                             \
    }                                                                                                                  \
    T cpu_device_remquo##suffix(T x, T y, int *quotient)                                                               \
    {                                                                                                                  \
        RESULT(quotient);                                                                                              \
        return remquo##suffix(x, y, quotient);                                                                         \
    }                                                                                                                  \
    void cpu_device_sincos##suffix(T x, T *sine, T *cosine)                                                            \
    {                                                                                                                  \
        T s, c;                                                                                                        \
        sincos##suffix(x, &s, &c);                                                                                     \
        RESULT(sine);                                                                                                  \
        *sine = s;                                                                                                     \
        RESULT(cosine);                                                                                                \
        *cosine = c;                                                                                                   \
    }
RESULTS(double, )
RESULTS(float, f)
#undef RESULTS
#undef RESULT

// --- atomics: the sanitizer does them itself ---

#define UPDATE(bits, T, operation)                                                                                     \
    T __tsan_atomic##bits##_##operation(volatile T *p, T value, int order)                                             \
    {                                                                                                                  \
        cpu_device::checked_atomic all(access::atomic, p, sizeof *p, order, HOOK_CALLER);                              \
        return __atomic_##operation(p, value, __ATOMIC_SEQ_CST);                                                       \
    }
#define ATOMICS(bits, T)                                                                                               \
    T __tsan_atomic##bits##_load(const volatile T *p, int order)                                                       \
    {                                                                                                                  \
        return cpu_device::load(p, order, HOOK_CALLER);                                                                \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile T *p, T value, int order)                                                \
    {                                                                                                                  \
        cpu_device::store(p, value, order, HOOK_CALLER);                                                               \
    }                                                                                                                  \
    T __tsan_atomic##bits##_exchange(volatile T *p, T value, int order)                                                \
    {                                                                                                                  \
        return cpu_device::exchange(p, value, order, HOOK_CALLER);                                                     \
    }                                                                                                                  \
    UPDATE(bits, T, fetch_add)                                                                                         \
    UPDATE(bits, T, fetch_sub)                                                                                         \
    UPDATE(bits, T, fetch_and)                                                                                         \
    UPDATE(bits, T, fetch_or)                                                                                          \
    UPDATE(bits, T, fetch_xor)                                                                                         \
    UPDATE(bits, T, fetch_nand)                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *expected, T desired, int order, int)           \
    {                                                                                                                  \
        return cpu_device::compare_exchange(p, expected, desired, order, HOOK_CALLER);                                 \
    }                                                                                                                  \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T desired, int order, int)                 \
    {                                                                                                                  \
        cpu_device::compare_exchange(p, &expected, desired, order, HOOK_CALLER);                                       \
        return expected;                                                                                               \
    }                                                                                                                  \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *expected, T desired, int order, int)             \
    {                                                                                                                  \
        cpu_device::core *const c = cpu_device::checked_core;                                                          \
        return c != nullptr && c->atomics.is_updating(p)                                                               \
                   ? cpu_device::swap_of_update(*c, p, expected, desired)                                              \
                   : cpu_device::compare_exchange(p, expected, desired, order, HOOK_CALLER);                           \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
#undef ATOMICS
#undef UPDATE

void __tsan_atomic_thread_fence(int order)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (cpu_device::checked_core != nullptr && order != __ATOMIC_RELAXED)
        cpu_device::checked_core->accesses.ordered_fence(cpu_device_scope_system, order);
}

void __tsan_atomic_signal_fence(int)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// --- indices ---

// As GCC and Clang lay them out (libsanitizer/ubsan/ubsan_handlers.h: OutOfBoundsData).
struct ubsan_type {
    uint16_t kind; // 0: an integer
    uint16_t info; // of an integer: bit 0 is 1 if signed; the rest, the logarithm of its bits
    char name[];   // 'float [256]'; Clang: 'float[256]'
};
struct cpu_device_out_of_bounds {
    const char *file;
    uint32_t line, column;
    const ubsan_type *array, *index;
};

void __ubsan_handle_out_of_bounds(cpu_device_out_of_bounds *where, void *index)
{
    cpu_device::core *c = cpu_device::checked_core;
    if (c == nullptr)
        return; // host code is not checked
    uintptr_t bits = reinterpret_cast<uintptr_t>(index);
    unsigned width = 1u << (where->index->info >> 1);
    long long value = width < 64          ? (long long)(bits & ((1ull << width) - 1))
                      : sizeof index >= 8 ? (long long)bits
                                          : *static_cast<const long long *>(index); // it is passed by its address
    if (where->index->info & 1 && width < 64)
        value = (long long)((unsigned long long)value << (64 - width)) >> (64 - width);
    c->ending.end_thread(
        cudaErrorIllegalAddress, {where, where->file, (int)where->line}, [=](const cpu_device::source_position &at) {
            std::string type = where->array->name; // in quotes
            type = type.size() > 2 ? type.substr(1, type.size() - 2) : type;
            if (size_t from = type.find('['); from != std::string::npos && from > 0 && type[from - 1] != ' ')
                type.insert(from, " ");
            return indexes_out_of_bounds(c->diagnose(cpu_device::report_kind::index_out_of_bounds, at), value, type);
        });
}

void __ubsan_handle_out_of_bounds_abort(cpu_device_out_of_bounds *where, void *index)
{
    __ubsan_handle_out_of_bounds(where, index);
}
}
