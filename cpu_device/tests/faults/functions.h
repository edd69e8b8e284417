// SPDX-License-Identifier: MIT
// The functions that shim.c counts, in the order of the numbers in its FAULT_COUNTS file, each an unsigned long.
#pragma once

enum function {
    function_malloc,
    function_calloc,
    function_realloc,
    function_aligned_alloc,
    function_posix_memalign,
    function_mmap,
    function_pthread_create,
    function_count
};

static const char *const function_names[function_count] = {
    "malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "mmap", "pthread_create",
};
