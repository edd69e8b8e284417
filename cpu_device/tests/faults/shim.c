// SPDX-License-Identifier: MIT
// shim.c: a library for LD_PRELOAD that counts the calls by which a program asks for memory and threads, and lets one
// of them fail.
//
//     LD_PRELOAD=./faults.so FAULT=malloc:17 ./dot             the 17th malloc returns NULL
//     LD_PRELOAD=./faults.so FAULT_COUNTS=counts ./dot         writes how many calls of each there were
//
// The program's own calls count, and those of its libraries, the C library included. With FAULT_TRACE the one that
// fails says on standard error where it was called from, as `addr2line` takes it: a file and an offset a line.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "functions.h"

// glibc's own names for what is replaced here. To look the functions up would allocate.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

typedef int create_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static struct {
    _Atomic unsigned long own[function_count], *calls; // in a shared mapping where they are asked for
    int function;                                      // that fails, or -1
    unsigned long call;
    bool trace;
    create_thread *create;
} shim = {.function = -1};

static _Thread_local bool inside __attribute__((tls_model("initial-exec"))); // what the shim itself calls is let pass

static void *map(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
}

// What constructors of other libraries ask for before this one passes uncounted.
__attribute__((constructor(101))) static void begin(void)
{
    inside = true;
    shim.create = (create_thread *)dlsym(RTLD_NEXT, "pthread_create");
    void *frames[1];
    if ((shim.trace = getenv("FAULT_TRACE") != NULL))
        backtrace(frames, 1); // the first one loads a library
    const char *counts = getenv("FAULT_COUNTS"), *fault = getenv("FAULT");
    int file = counts != NULL ? open(counts, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    shim.calls = shim.own;
    if (file >= 0 && ftruncate(file, sizeof shim.own) == 0)
        shim.calls = map(NULL, sizeof shim.own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    for (int i = 0; i < function_count && fault != NULL; ++i) {
        size_t length = strlen(function_names[i]);
        if (strncmp(fault, function_names[i], length) == 0 && fault[length] == ':') {
            shim.function = i;
            shim.call = strtoul(fault + length + 1, NULL, 10);
        }
    }
    inside = false;
}

static void print_stack(void)
{
    void *frames[40];
    int count = backtrace(frames, 40);
    for (int i = 2; i < count; ++i) { // not this function and its caller
        Dl_info info;
        if (dladdr(frames[i], &info) != 0)
            dprintf(2, "FAULT %s %#lx\n", info.dli_fname,
                    (unsigned long)((char *)frames[i] - (char *)info.dli_fbase) - 1);
    }
}

static bool fails(enum function function)
{
    if (shim.calls == NULL || inside)
        return false;
    unsigned long call = atomic_fetch_add(&shim.calls[function], 1) + 1;
    if ((int)function != shim.function || call != shim.call)
        return false;
    inside = true;
    if (shim.trace)
        print_stack();
    inside = false;
    errno = function == function_pthread_create ? EAGAIN : ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails(function_malloc) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(function_calloc) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(function_realloc) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails(function_aligned_alloc) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    int before = errno;
    void *got = fails(function_posix_memalign) ? NULL : __libc_memalign(alignment, size);
    errno = before;
    if (got != NULL)
        *memory = got;
    return got != NULL ? 0 : ENOMEM;
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return fails(function_mmap) ? MAP_FAILED : map(address, size, protection, flags, file, offset);
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    return mmap(address, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    return fails(function_pthread_create) ? EAGAIN : shim.create(thread, attributes, run, argument);
}
