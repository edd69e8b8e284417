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

namespace cpu_device
{
namespace
{
// `caller`: where the compiler's call returns to. `alignment`: of which the address must be a multiple.
inline announced_access announced(access kind, const void *address, size_t size, const void *caller,
                                  size_t alignment = 1)
{
    const void *pc = static_cast<const char *>(caller) - 1; // within the call, so on its line
    return {kind, static_cast<const char *>(address), size, alignment, pc};
}

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

// A plain load or store. Its alignment is 8 for 16 bytes, which may be two of 8.
template <bool store, size_t size> [[gnu::noinline]] void check_slowly(const void *address, const void *caller)
{
    check(announced(store ? access::write : access::read, address, size, caller, size < 8 ? size : 8));
}

// Plain loads and stores, in four steps: those that continue a stripe as the thread before did; those that the cells
// have recorded; those that continue or begin another stripe, or only need their cells; all others.
template <bool store, size_t size> [[gnu::noinline]] void check_anew(core &c, const void *address, const void *caller)
{
    const char *const at = static_cast<const char *>(address);
    checks &those = c.its_checks();
    if (!those.goes_on_slowly<store, size>(c.rank(), at, caller) &&
        !those.begins_quickly<store, size>(c.rank(), at, caller))
        check_slowly<store, size>(address, caller);
}

template <bool store, size_t size>
[[gnu::noinline]] void check_elsewhere(core &c, const void *address, const void *caller)
{
    const char *const at = static_cast<const char *>(address);
    checks &those = c.its_checks();
    if (c.is_on_stack(at) && c.is_own(at)) // its own variable
        return;
    if (!store && those.is_argument(at)) // each thread begins with a copy of the kernel's arguments
        return;
    if (!those.begins_in_shared<store, size>(c.rank(), at, static_cast<const char *>(caller) - 1))
        check_slowly<store, size>(address, caller);
}

template <bool store, size_t size>
[[gnu::noinline]] void check_in_shared(core &c, const void *address, cell *cells, const void *caller)
{
    if (!c.its_checks().begins_anew_in_shared<store, size>(c.rank(), static_cast<const char *>(address), cells,
                                                           static_cast<const char *>(caller) - 1))
        check_elsewhere<store, size>(c, address, caller);
}

template <bool store, size_t size>
[[gnu::always_inline]] inline void check_plain(const void *address, const void *caller)
{
    core *c = checked_core;
    if (__builtin_expect(c == nullptr, false))
        return check_slowly<store, size>(address, caller);
    checks &those = c->its_checks();
    const char *const at = static_cast<const char *>(address);
    if (those.goes_on<store, size>(c->rank(), at, caller))
        return;
    if (those.is_in_page<size>(at)) {
        if (!those.is_recorded<store, size>(c->rank(), at))
            check_anew<store, size>(*c, address, caller);
    } else if (cell *cells = those.cells_in_shared<size>(at)) {
        if (!those.is_recorded_in_shared<store, size>(c->rank(), at, cells))
            check_in_shared<store, size>(*c, address, cells, caller);
    } else {
        check_elsewhere<store, size>(*c, address, caller);
    }
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

void about_to_swap(const volatile void *address)
{
    if (core *c = checked_core)
        c->its_checks().compare_exchange(c->rank(), static_cast<const char *>(const_cast<const void *>(address)));
}

// The calls around an atomic operation of a kernel.
struct atomic_operation {
    const announced_access &what;
    outcome is = outcome::stored;
    core *const on = checked_core;
    explicit atomic_operation(const announced_access &announced) : what(announced)
    {
        if (on != nullptr)
            on->atomics.begins(what);
    }
    ~atomic_operation()
    {
        if (on == nullptr)
            return;
        on->atomics.may_use_result(what);
        on->atomics.ends(what, is);
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
        how = c->its_checks().begins_update(c->rank(), place, size, pc, c->atomics.is_of_block());
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
        cpu_device::check_plain<false, size>(p, HOOK_CALLER);                                                          \
    }                                                                                                                  \
    void __tsan_write##size(void *p)                                                                                   \
    {                                                                                                                  \
        cpu_device::check_plain<true, size>(p, HOOK_CALLER);                                                           \
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
    return c != nullptr && c->its_checks().are_recorded(static_cast<const char *>(first), step, count, size);
}

void __tsan_read_range(void *p, size_t size)
{
    // Each thread begins with a copy of the kernel's arguments.
    if (cpu_device::checked_core != nullptr &&
        cpu_device::checked_core->its_checks().is_argument(static_cast<char *>(p)))
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

#define CHECKED_ATOMIC(kind)                                                                                           \
    cpu_device::atomic_order around(order);                                                                            \
    const auto what = cpu_device::announced_atomic(kind, p, sizeof *p, HOOK_CALLER, order);                            \
    cpu_device::check(what);                                                                                           \
    cpu_device::atomic_operation operation(what)
#define COMPARE_EXCHANGE(expected)                                                                                     \
    cpu_device::about_to_swap(p);                                                                                      \
    CHECKED_ATOMIC(access::atomic);                                                                                    \
    bool done = __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
    operation.is = done ? cpu_device::outcome::stored : cpu_device::outcome::read;                                     \
    around.changes_nothing = !done;
#define UPDATE(bits, type, name, builtin)                                                                              \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order)                                         \
    {                                                                                                                  \
        CHECKED_ATOMIC(access::atomic);                                                                                \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                                    \
    }
#define ATOMICS(bits, type)                                                                                            \
    type __tsan_atomic##bits##_load(const volatile type *p, int order)                                                 \
    {                                                                                                                  \
        cpu_device::atomic_order around(order);                                                                        \
        around.changes_nothing = true;                                                                                 \
        cpu_device::check_volatile(access::volatile_read, const_cast<type *>(p), sizeof *p, HOOK_CALLER, order);       \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                   \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order)                                          \
    {                                                                                                                  \
        CHECKED_ATOMIC(access::atomic_write);                                                                          \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                                  \
    }                                                                                                                  \
    type __tsan_atomic##bits##_exchange(volatile type *p, type value, int order)                                       \
    {                                                                                                                  \
        CHECKED_ATOMIC(access::exchange);                                                                              \
        type old = __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                    \
        around.changes_nothing = old == value;                                                                         \
        return old;                                                                                                    \
    }                                                                                                                  \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                                                  \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                                                  \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                                                  \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                                    \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                                                  \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                                                                \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *expected, type desired, int order, int)  \
    {                                                                                                                  \
        COMPARE_EXCHANGE(expected)                                                                                     \
        return done;                                                                                                   \
    }                                                                                                                  \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type desired, int order, int)     \
    {                                                                                                                  \
        COMPARE_EXCHANGE(&expected)                                                                                    \
        return expected;                                                                                               \
    }                                                                                                                  \
    /* Also a try of one of CUDA's functions, which begin_atomic() has checked. */                                     \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *expected, type desired, int order, int)    \
    {                                                                                                                  \
        cpu_device::core *const c = cpu_device::checked_core;                                                          \
        if (c == nullptr || !c->atomics.is_updating(p)) {                                                              \
            COMPARE_EXCHANGE(expected)                                                                                 \
            return done;                                                                                               \
        }                                                                                                              \
        if (c->atomics.is_its_own(p)) {                                                                                \
            const type seen = *p;                                                                                      \
            if (seen != *expected)                                                                                     \
                return *expected = seen, 0;                                                                            \
            *p = desired;                                                                                              \
            c->atomics.update_ends();                                                                                  \
            return 1;                                                                                                  \
        }                                                                                                              \
        if (c->atomics.is_alone()) {                                                                                   \
            const bool done =                                                                                          \
                __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
            if (done)                                                                                                  \
                c->atomics.update_ends();                                                                              \
            return done;                                                                                               \
        }                                                                                                              \
        c->atomics.result_may_be_unused();                                                                             \
        const auto what = cpu_device::announced_atomic(access::atomic, p, sizeof *p, c->atomics.caller_of_update());   \
        cpu_device::atomic_operation operation(what);                                                                  \
        bool done = __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
        operation.is = done ? cpu_device::outcome::stored : cpu_device::outcome::tried_again;                          \
        if (done)                                                                                                      \
            c->atomics.update_ends();                                                                                  \
        return done;                                                                                                   \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
#undef ATOMICS
#undef UPDATE
#undef COMPARE_EXCHANGE
#undef CHECKED_ATOMIC

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
