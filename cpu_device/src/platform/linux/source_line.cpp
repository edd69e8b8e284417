// SPDX-License-Identifier: MIT
#include "../source_line.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <mutex>
#include <unwind.h>
#ifdef CPU_DEVICE_BACKTRACE
#include <backtrace.h>
#endif

#include "../lines.h"
#include "../program_image.h"
#include "../symbols.h"
#include "../text.h"

namespace cpu_device
{
namespace
{
using image_visitor = int(dl_phdr_info *, size_t, void *);
} // namespace

// In the device, the linker puts the second in the place of dl_iterate_phdr() (driver/device.c). libbacktrace would
// read the debug information of the C library too, where the system has it: it takes 40 ms, and no kernel is in there.
extern "C" int __real_dl_iterate_phdr(image_visitor *visitor, void *data);
extern "C" int __wrap_dl_iterate_phdr(image_visitor *visitor, void *data)
{
    std::pair<image_visitor *, void *> all = {visitor, data};
    auto visit = [](dl_phdr_info *info, size_t size, void *argument) {
        for (const char *name : {"libc.so.", "libm.so.", "ld-linux", "libstdc++.so.", "libgcc_s.so."})
            if (strncmp(base_name(info->dlpi_name), name, strlen(name)) == 0)
                return 0;
        auto [called, with] = *static_cast<std::pair<image_visitor *, void *> *>(argument);
        return called(info, size, with);
    };
    return __real_dl_iterate_phdr(visit, &all);
}

#ifdef CPU_DEVICE_BACKTRACE
namespace
{
void ignore_backtrace_error(void *, const char *, int) {}

// A state has the objects that were loaded at its first use, so each newly loaded object makes a new one. None is
// freed.
backtrace_state *state_for_all_images()
{
    static std::mutex &mutex = *new std::mutex;
    static backtrace_state *state = nullptr;
    static const code_image *newest = nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    if (state == nullptr || newest != last_loaded()) {
        newest = last_loaded();
        state = backtrace_create_state(nullptr, 1, ignore_backtrace_error, nullptr);
    }
    return state;
}

} // namespace

void for_each_function_at(const void *instruction, const std::function<void(const char *, int, const char *)> &function)
{
    using function_t = std::function<void(const char *, int, const char *)>;
    auto take = [](void *data, uintptr_t, const char *file, int line, const char *name) {
        (*static_cast<const function_t *>(data))(file, line, name);
        return 0;
    };
    if (backtrace_state *state = state_for_all_images(); state != nullptr) // null: there was no memory for it
        backtrace_pcinfo(state, reinterpret_cast<uintptr_t>(instruction), take, ignore_backtrace_error,
                         const_cast<function_t *>(&function));
}

std::string caller_path(const char *file)
{
    struct search {
        const char *name;
        std::string path;
        int left = 30; // functions: beyond them a stack may have no more
    } search = {base_name(file), ""};
    auto look = [](void *data, uintptr_t, const char *at, int, const char *) {
        struct search &s = *static_cast<struct search *>(data);
        if (at != nullptr && at[0] == '/' && strcmp(base_name(at), s.name) == 0)
            s.path = at;
        return !s.path.empty() || --s.left == 0 ? 1 : 0;
    };
    if (backtrace_state *state = state_for_all_images(); state != nullptr)
        backtrace_full(state, 1, look, ignore_backtrace_error, &search);
    return search.path;
}
#else
void for_each_function_at(const void *, const std::function<void(const char *, int, const char *)> &) {}

std::string caller_path(const char *)
{
    return "";
}
#endif

void note_callers(const void *instruction, const void **callers, size_t most)
{
    struct walk {
        const char *from;
        const void **next, **end;
        bool found;
    } walk = {static_cast<const char *>(instruction), callers, callers + most, false};
    std::fill_n(callers, most, nullptr);
    auto look = [](_Unwind_Context *frame, void *data) {
        auto &w = *static_cast<struct walk *>(data);
        const auto at = reinterpret_cast<const char *>(_Unwind_GetIP(frame));
        if (w.found)
            *w.next++ = at;
        w.found |= at - 1 == w.from;
        return w.next == w.end ? _URC_END_OF_STACK : _URC_NO_REASON;
    };
    _Unwind_Backtrace(look, &walk);
}

namespace
{
struct call_of_kernel {
    const char *body_type;
    bool in_kernel;
    const void *caller;
};

_Unwind_Reason_Code find_caller(_Unwind_Context *frame, void *data)
{
    auto &call = *static_cast<call_of_kernel *>(data);
    const void *pc = reinterpret_cast<void *>(_Unwind_GetIP(frame));
    if (call.in_kernel) {
        call.caller = pc;
        return _URC_END_OF_STACK;
    }
    call.in_kernel = is_body_of(call.body_type, _Unwind_FindEnclosingFunction(const_cast<void *>(pc)));
    return _URC_NO_REASON;
}
} // namespace

const void *caller_of_kernel(const char *body_type)
{
    call_of_kernel call = {body_type, false, nullptr};
    _Unwind_Backtrace(find_caller, &call);
    return call.caller;
}
} // namespace cpu_device
