// SPDX-License-Identifier: MIT
// A stopped stack is known by the address of its record, which lies at its top.
#include "../switch_stack.h"

#include "../../platform/wasm/running_stack.h"
#include "../core.h"
#include "../fibers.h"
#include "stacks.h"

// What the pass puts in the place of calls of these.
#define ASYNCIFY(name, parameters)                                                                                     \
    extern "C" __attribute__((import_module("asyncify"), import_name(#name))) void asyncify_##name parameters;
ASYNCIFY(start_unwind, (void *frames))
ASYNCIFY(stop_unwind, (void))
ASYNCIFY(start_rewind, (void *frames))
ASYNCIFY(stop_rewind, (void))
#undef ASYNCIFY

asm(".globaltype __stack_pointer, i32");

namespace
{
struct alignas(16) stack { // so that what lies below it is aligned as the compiler expects of a stack
    struct {
        char *next, *end;
    } frames;      // the variables of its functions while it is stopped, as the pass lays them out
    char *begin;   // of the memory for these
    char *low;     // its end; null: the host's, which ends where memory begins
    char *pointer; // where it goes on: __stack_pointer
    void (*entry)();
    bool begun;
};
constexpr size_t frames_size = 8192; // bytes, below the record

stack *running, *next_stack;
bool goes_on, stops; // a stack is to go on; is being stopped

[[gnu::always_inline]] inline char *stack_pointer()
{
    char *value;
    asm volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(value));
    return value;
}

[[gnu::always_inline]] inline void set_stack_pointer(char *value)
{
    asm volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(value));
}

// Returns when the running stack goes on.
[[gnu::noinline]] void stop()
{
    if (goes_on) {
        goes_on = false;
        asyncify_stop_rewind();
        return;
    }
    stops = true;
    running->pointer = stack_pointer();
    asyncify_start_unwind(&running->frames);
}

stack *made_at(char *top, void (*entry)())
{
    auto *made = reinterpret_cast<stack *>(top) - 1;
    char *frames = reinterpret_cast<char *>(made) - frames_size;
    *made = {{frames, frames + frames_size}, frames, top - cpu_device::stack_size, frames, entry, false};
    return made;
}

const std::function<void()> *first_function;
void call_first()
{
    (*first_function)();
}
} // namespace

// The frames of the caller are written to its record again each time.
static void leave_for(stack *to)
{
    next_stack = to;
    running->frames.next = running->begin;
    stop();
}

void cpu_device_switch_stack(void **left, void *to)
{
    *left = running;
    leave_for(static_cast<stack *>(to));
}

void cpu_device_begin_stack(void **left, char *top, void (*entry)())
{
    *left = running;
    leave_for(made_at(top, entry));
}

void cpu_device_resume_stack(const void *to)
{
    leave_for(static_cast<stack *>(const_cast<void *>(to)));
}

[[gnu::noinline]] void cpu_device::run_on_stacks(const std::function<void()> &function)
{
    static char frames[frames_size * 2];
    stack first = {{frames, frames + sizeof frames}, frames, nullptr, stack_pointer(), call_first, false};
    char *const mine = stack_pointer();
    first_function = &function;
    running = &first;
    for (;;) {
        stack *const on = running;
        goes_on = on->begun;
        on->begun = true;
        set_stack_pointer(on->pointer);
        if (goes_on)
            asyncify_start_rewind(&on->frames);
        on->entry();
        set_stack_pointer(mine);
        if (!stops)
            return;
        stops = false;
        asyncify_stop_unwind();
        running = next_stack;
    }
}

void cpu_device::write_running_stack()
{
    leave_for(running);
}

// Each function of a program calls this when it begins, with its variables on the stack already (the compiler's option
// -finstrument-function-entry-bare), unless it is inlined. A stack that is full is left for good: what else runs on it
// uses other memory, as much as all of its functions may need.
extern "C" void __cyg_profile_func_enter_bare(void)
{
    using namespace cpu_device;
    constexpr size_t of_hooks = 12 * 1024; // what the device needs on a thread's stack
    if (this_core == nullptr || !this_core->in_kernel() || running->low == nullptr ||
        stack_pointer() >= running->low + of_hooks)
        return;
    static char frames[256 * 1024];
    alignas(16) static char others[32 * 1024];
    static fault_record full;
    full = {running->low, "accesses", static_cast<const char *>(__builtin_return_address(0)) - 1,
            running->low, nullptr,    fault_record::kind::memory};
    running->frames.end = frames + sizeof frames;
    running->begin = frames;
    set_stack_pointer(others + sizeof others);
    this_core->ending.fault(full);
}
