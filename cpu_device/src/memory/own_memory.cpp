// SPDX-License-Identifier: MIT
// The library's own operator new, and its own copy of the string functions that it uses. Their symbols are local
// (cucc), so the program and the library cannot get each other's.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "../say/report.h"

template class std::basic_string<char>;

// There in a program of which other objects are compiled with -fsanitize=address or linked with -fsanitize=leak. What
// the device keeps until the end is no leak of the program's.
#ifndef __wasm__
extern "C" [[gnu::weak]] void __lsan_ignore_object(const void *memory);
#endif

namespace
{
void *allocated(void *memory)
{
    if (memory == nullptr)
        cpu_device::die(1, "no memory left: %s", strerror(ENOMEM));
#ifndef __wasm__
    if (__lsan_ignore_object != nullptr)
        __lsan_ignore_object(memory);
#endif
    return memory;
}

// A kernel's thread may have little stack left. If it overflows, it is to happen here, and not inside malloc(), whose
// lock would never be released.
[[gnu::always_inline]] inline void need_stack()
{
    char below[2048];
    asm volatile("" : : "r"(below) : "memory");
    *const_cast<volatile char *>(below) = 0;
}
} // namespace

[[gnu::noinline]] void *operator new(size_t size)
{
    need_stack();
    return allocated(malloc(size != 0 ? size : 1));
}

[[gnu::noinline]] void *operator new[](size_t size)
{
    return operator new(size);
}

[[gnu::noinline]] void *operator new(size_t size, std::align_val_t alignment)
{
    return allocated(
        aligned_alloc((size_t)alignment, (size + (size_t)alignment - 1) / (size_t)alignment * (size_t)alignment));
}

[[gnu::noinline]] void operator delete(void *memory) noexcept
{
    free(memory);
}

[[gnu::noinline]] void operator delete[](void *memory) noexcept
{
    free(memory);
}

[[gnu::noinline]] void operator delete(void *memory, size_t) noexcept
{
    free(memory);
}

[[gnu::noinline]] void operator delete[](void *memory, size_t) noexcept
{
    free(memory);
}

[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept
{
    free(memory);
}

[[gnu::noinline]] void operator delete(void *memory, size_t, std::align_val_t) noexcept
{
    free(memory);
}
