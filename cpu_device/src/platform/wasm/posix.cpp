// SPDX-License-Identifier: MIT
// What the C library of WASI lacks, besides what include/cpu_device/wasm.h has.
#include <new>

extern "C" int __cxa_atexit(void (*destroy)(void *), void *object, void *library);

extern "C" int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library)
{
    return __cxa_atexit(destroy, object, library); // the only thread ends with the program
}

// The library's operator new is the program's.
extern "C" {
void *program_new(size_t size)
{
    return ::operator new(size);
}
void *program_new_array(size_t size)
{
    return ::operator new[](size);
}
void program_delete(void *memory)
{
    ::operator delete(memory);
}
void program_delete_array(void *memory)
{
    ::operator delete[](memory);
}
}
