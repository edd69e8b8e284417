// SPDX-License-Identifier: MIT
// What the C library of WASI lacks, besides what include/cpu_device/wasm.h has.
extern "C" int __cxa_atexit(void (*destroy)(void *), void *object, void *library);

extern "C" int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *library)
{
    return __cxa_atexit(destroy, object, library); // the only thread ends with the program
}
