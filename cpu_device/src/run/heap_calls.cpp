// SPDX-License-Identifier: MIT
// What malloc(), free(), new and delete of a program become (cucc renames them): in kernels, calls of the device's
// heap. Weak, as a program may have a new of its own.
#include <cstdlib>
#include <cstring>
#include <new>

#include "../memory/heap.h"
#include "../runtime.h"

extern "C" {
#define IN_KERNEL (cpu_device::checked_core != nullptr)
__attribute__((weak)) void *cpu_device_malloc(size_t size)
{
    return IN_KERNEL ? cpu_device::heap_allocate(size) : malloc(size);
}
__attribute__((weak)) void *cpu_device_calloc(size_t count, size_t size) // GCC makes it from malloc and memset
{
    if (!IN_KERNEL)
        return calloc(count, size);
    void *p = cpu_device::heap_allocate(count * size);
    return p ? memset(p, 0, count * size) : p;
}
__attribute__((weak)) void cpu_device_free(void *p)
{
    if (!IN_KERNEL || !cpu_device::heap_free(p))
        free(p);
}
__attribute__((weak)) void *cpu_device_new(size_t size)
{
    return IN_KERNEL ? cpu_device::heap_allocate(size) : operator new(size);
}
__attribute__((weak)) void *cpu_device_new_array(size_t size)
{
    return IN_KERNEL ? cpu_device::heap_allocate(size) : operator new[](size);
}
__attribute__((weak)) void cpu_device_delete(void *p)
{
    if (!IN_KERNEL || !cpu_device::heap_free(p))
        operator delete(p);
}
__attribute__((weak)) void cpu_device_delete_array(void *p)
{
    if (!IN_KERNEL || !cpu_device::heap_free(p))
        operator delete[](p);
}
__attribute__((weak)) void cpu_device_delete_sized(void *p, size_t)
{
    cpu_device_delete(p);
}
__attribute__((weak)) void cpu_device_delete_array_sized(void *p, size_t)
{
    cpu_device_delete_array(p);
}
#undef IN_KERNEL
}
