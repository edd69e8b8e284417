// SPDX-License-Identifier: MIT
// What the C library of WASI lacks, besides what include/cpu_device/wasm.h has; and the names by which the device calls
// the program's operators, which are its own here.
#include <new>

extern "C" {
int __cxa_atexit(void (*destroy)(void *), void *object, void *library);

int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library)
{
    return __cxa_atexit(destroy, object, library); // the only thread ends with the program
}

void *program_new(size_t size)
{
    return operator new(size);
}

void *program_new_array(size_t size)
{
    return operator new[](size);
}

void program_delete(void *p)
{
    operator delete(p);
}

void program_delete_array(void *p)
{
    operator delete[](p);
}
}
