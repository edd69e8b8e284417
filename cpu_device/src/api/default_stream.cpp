// SPDX-License-Identifier: MIT
// The entries of the API for files in which a null stream is the calling thread's own.
#include "../../include/cpu_device/default_stream.h"
#include "api.h"

// As many words as any of the functions has arguments. The call comes last, so the compiler makes it a jump: the
// arguments remain in place, and so does the return address, from which messages find the line.
#define WORDS(X) X(a), X(b), X(c), X(d), X(e), X(f), X(g), X(h), X(i), X(j)
#define PARAMETER(name) long name
#define ARGUMENT(name) name

#define ENTRY(name)                                                                                                    \
    extern "C" long its_##name(WORDS(PARAMETER)) __asm__(#name);                                                       \
    extern "C" long name##_ptsz(WORDS(PARAMETER))                                                                      \
    {                                                                                                                  \
        cpu_device::entered_for_thread = true;                                                                         \
        return its_##name(WORDS(ARGUMENT));                                                                            \
    }
#ifndef __wasm__ // where a call must have the parameters of the function
CPU_DEVICE_TAKE_STREAM(ENTRY)
#endif
